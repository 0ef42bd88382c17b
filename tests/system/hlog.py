# SPDX-License-Identifier: Apache-2.0
"""The .hlog report, read by HdrHistogram itself (Debian's libhdrhistogram-java): what it counts is what the JSON says."""
import csv
import subprocess
from pathlib import Path

from embedded import example
from harness import HERE, check, equal

LIBRARY = Path('/usr/share/java/hdrhistogram.jar')
NAMES = ['endToEnd', 'publish', 'sendLag', 'arrival', 'handled', 'serviceTime']


def latencies_of(record):
    """tag -> the JSON's latency, for every tag that the log has to have."""
    groups = [('', record)]
    for nodes in (record['producers'], record['queues']):
        groups += [(':' + node['name'], node) for node in nodes if len(nodes) > 1]
    return {name + after: node[name] for after, node in groups for name in NAMES if node.get(name)}


def tags_of(path, expected):
    """tag -> (count, p99 in ns, the JSON's p99 falls on the same counter), as HdrHistogram reads them."""
    told = [f'{tag}={round(value["p99Micros"] * 1000)}' for tag, value in expected.items() if value['p99Micros'] is not None]
    command = ['java', '-Xshare:auto', '-XX:TieredStopAtLevel=1', '-cp', str(LIBRARY), str(HERE / 'files' / 'Tags.java'), str(path), *told]
    try:
        check(LIBRARY.exists(), f'{LIBRARY} is missing: tools/setup.sh test installs libhdrhistogram-java')
        java = subprocess.run(command, capture_output=True, text=True, timeout=120)
    except FileNotFoundError:
        raise AssertionError('java is missing: tools/setup.sh test installs default-jdk-headless') from None
    equal(java.returncode, 0, f'exit code of java, which said {java.stderr}')
    rows = [line.split('\t') for line in java.stdout.splitlines()]
    return {tag: (int(count), int(p99), same == 'true') for tag, count, p99, same in rows}


def compare(outcome):
    """Every tag with the count and the p99 of the JSON, and the open samples alone where there are any."""
    expected = latencies_of(outcome.record)
    found = tags_of(next(path for path in outcome.reports if path.suffix == '.hlog'), expected)
    opens = {tag.replace(':', '.open:') if ':' in tag else tag + '.open': value['open']
             for tag, value in expected.items() if value['open'] > 0}
    equal(sorted(found), sorted([*expected, *opens]), 'the tags')
    for tag, latency in expected.items():
        count, p99, same = found[tag]
        equal(count, latency['count'], f'the count of {tag}')
        if latency['p99Micros'] is not None:
            check(same, f'the p99 of {tag}: HdrHistogram reads {p99} ns, the JSON says {latency["p99Micros"]} us')
    for tag, count in opens.items():
        equal(found[tag][0], count, f'the count of {tag}')
    return expected


def hdrhistogram_reads_the_same_counts_and_p99(ctx):
    o = ctx.run('run', example('01'), '--broker', 'embedded:', '--format', 'json,hlog,csv',
                '--run-for', '3s', '--warmup', '1s')
    expected = compare(o)
    equal(sorted(expected), sorted(NAMES), 'the quantities')
    equal(expected['endToEnd']['count'], o.record['offeredTotal'], 'end-to-end n = offered')
    rows = list(csv.DictReader(next(p for p in o.reports if p.suffix == '.csv').open(newline='')))
    equal(len(rows), len(o.record['samples']), 'rows of the csv')
    for row, sample in zip(rows, o.record['samples']):
        equal((row['at'], row['phase'], int(row['published']), row['name']),
              (sample['at'], sample['phase'], sample['published'], o.record['name']), 'a row of the csv')


def hdrhistogram_reads_what_never_came(ctx):
    o = ctx.run('run', example('01'), '--broker', 'embedded:?lose=1/50', '--format', 'json,hlog',
                '--run-for', '2s', '--warmup', '1s', '--set', 'drain=2s')
    check(compare(o)['endToEnd']['open'] > 0, 'no message was lost')


CASES = [hdrhistogram_reads_the_same_counts_and_p99, hdrhistogram_reads_what_never_came]
