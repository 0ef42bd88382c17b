# SPDX-License-Identifier: Apache-2.0
"""Every format of a run, the way back from its record, the files to start from, and what a pipeline asks for."""
import json
import re

import csv_table
import junit
from harness import ROOT, check, contains, equal, lacks
from schema import violations

EMBEDDED = ['--broker', 'embedded:']
FORMATS = ['html', 'json', 'csv', 'hlog', 'md', 'junit']
SCHEMA = json.loads((ROOT / 'docs' / 'reference' / 'record.schema.json').read_text())


def short(ctx):
    return ['--run-for', '2s', '--warmup', '500ms']


def started(ctx, kind):
    """A file to start from, as `init` writes it."""
    path = ctx.folder / f'{kind}.yaml'
    ctx.run('init', kind, '--output', path).exits(0)
    return path


def by_ending(outcome):
    return {path.suffix: path for path in outcome.reports}


def record_of(outcome):
    return by_ending(outcome)['.json']


# ---- formats, and the way back

def rendered_again(ctx, outcome):
    """Every format of the run from its record, byte by byte, on stdout and as files; and what it printed."""
    first = by_ending(outcome)
    for name, ending in zip(FORMATS, ('.html', '.json', '.csv', '.hlog', '.md', '.xml')):
        again = ctx.run('report', record_of(outcome), '--format', name).exits(0)
        equal(again.out.encode(), first[ending].read_bytes().replace(b'\r\n', b'\n'), f'{name} of the record')
    folder = ctx.folder / f'again-{len(ctx.outcomes)}'
    ctx.run('report', record_of(outcome), '--format', ','.join(FORMATS), '--report', folder).exits(0)
    for path in folder.iterdir():
        equal(path.read_bytes(), first[path.suffix].read_bytes(), f'{path.suffix} as a file')
    equal(len(list(folder.iterdir())), len(FORMATS), 'files')
    printed = ''.join(line for line in outcome.out.splitlines(True) if not line.startswith('wrote '))
    equal(ctx.run('report', record_of(outcome)).exits(0).out, printed, 'what the run printed')


def validates(outcome):
    files = by_ending(outcome)
    equal(violations(json.loads(files['.json'].read_text()), SCHEMA), [], 'the JSON against its schema')
    equal(junit.problems_of(files['.xml'].read_text()), [], 'the JUnit XML')
    equal(csv_table.problems_of(files['.csv'].read_bytes().decode()), [], 'the CSV')


def every_format_of_a_workload_validates_and_is_rendered_again(ctx):
    o = ctx.run('run', started(ctx, 'workload'), *EMBEDDED, *short(ctx), '--format', ','.join(FORMATS)).exits(0)
    validates(o)
    cases = junit.results(by_ending(o)['.xml'].read_text())['my-workload']
    equal(cases['no-messages-lost'], 'passed', 'an objective that was met')
    equal(cases['unthrottled-latency'], 'skipped', 'a rule that does not apply')
    rendered_again(ctx, o)


def every_format_of_a_scenario_validates_and_is_rendered_again(ctx):
    o = ctx.run('run', started(ctx, 'scenario'), *EMBEDDED, *short(ctx), '--format', ','.join(FORMATS)).exits(0)
    validates(o)
    rendered_again(ctx, o)


def every_format_of_a_suite_validates_and_is_rendered_again(ctx):
    o = ctx.run('run', started(ctx, 'suite'), *EMBEDDED, *short(ctx), '--format', ','.join(FORMATS)).exits(0)
    validates(o)
    equal(sorted(junit.results(by_ending(o)['.xml'].read_text())), ['classic', 'quorum', 'quorum-large'], 'test suites')
    rendered_again(ctx, o)


def an_objective_missed_is_a_failure_and_a_run_that_never_began_an_error(ctx):
    path = started(ctx, 'workload')
    o = ctx.run('run', path, *EMBEDDED, *short(ctx), '--set', 'expect.throughputAtLeast=9000', '--format', 'junit,json').exits(1)
    text = by_ending(o)['.xml'].read_text()
    equal(junit.problems_of(text), [], 'the JUnit XML')
    equal(junit.results(text)['my-workload']['throughput>=9000'], 'failure', 'the objective')
    o = ctx.run('run', path, '--broker', 'amqp://localhost:1', '--format', 'junit,json').exits(4)
    text = by_ending(o)['.xml'].read_text()
    equal(junit.problems_of(text), [], 'the JUnit XML')
    cases = junit.results(text)['my-workload']
    equal(cases.pop('the run began'), 'error', 'the run')
    equal(set(cases.values()), {'skipped'}, 'rules of a run that never began')
    again = ctx.run('report', record_of(o)).exits(0)
    equal(again.err, o.err, 'the error')
    equal(again.out, ''.join(line for line in o.out.splitlines(True) if not line.startswith('wrote ')), 'what the run printed')


def what_is_no_record_is_refused_with_a_sentence(ctx):
    good = record_of(ctx.run('run', started(ctx, 'workload'), *EMBEDDED, *short(ctx), '--format', 'json').exits(0)).read_text()
    for name, text, words in (('cut', good[:len(good) // 2], 'is cut short'),
                              ('newer', good.replace('"schemaVersion": 1', '"schemaVersion": 9'), 'written by a newer amqpace'),
                              ('other', '{"a": 1}', 'is no record of amqpace'), ('yaml', 'name: a\n', 'is no record of amqpace'),
                              ('edited', good.replace('"consumers": 2', '"consumers": "2"'), 'is not as a run wrote it')):
        path = ctx.folder / f'{name}.json'
        path.write_text(text)
        o = ctx.run('report', path).exits(3)
        contains(o.err, words)
        contains(o.err, f'amqpace: {path}: ')
        equal(o.out, '', 'stdout')
    contains(ctx.run('report', ctx.folder / 'nowhere.json').exits(3).err, 'could not read')
    contains(ctx.run('report', path, '--format', 'md,csv').exits(3).err, 'stdout takes one format')
    contains(ctx.run('report', path, '--format', 'jnuit').exits(3).err, "did you mean 'junit'?")


# ---- init

def a_file_to_start_from_is_never_written_over(ctx):
    path = started(ctx, 'workload')
    equal(path.read_text(), ctx.run('init').exits(0).out, 'a workload is the standard, and stdout has the same')
    path.write_text('mine')
    contains(ctx.run('init', 'scenario', '--output', path).exits(3).err, 'is there already')
    equal(path.read_text(), 'mine', 'the file')
    ctx.run('init', 'scenario', '--output', path, '--force').exits(0)
    contains(ctx.run('check', path).exits(0).out, 'fine')
    contains(ctx.run('init', 'scenaro').exits(3).err, "did you mean 'scenario'?")


# ---- pipelines

def github_gets_annotations_and_a_step_summary(ctx):
    summary = ctx.folder / 'summary.md'
    summary.write_text('before\n')
    o = ctx.run('run', started(ctx, 'workload'), *EMBEDDED, *short(ctx), '--set', 'expect.throughputAtLeast=9000', '--github',
                '--quiet', environment={'GITHUB_STEP_SUMMARY': str(summary)}).exits(1)
    lines = [line for line in o.out.splitlines() if line.startswith('::')]
    check(lines[0].startswith('::error title=amqpace my-workload%3A throughput>=9000::'), f'the worst is not first in {lines}')
    check(any(line.startswith('::notice title=amqpace my-workload%3A no-messages-lost::') for line in lines), f'no notice in {lines}')
    text = summary.read_text()
    check(text.startswith('before\n# amqpace: FAILED\n'), f'the summary begins with {text[:60]!r}')
    o = ctx.run('run', ctx.folder / 'workload.yaml', *EMBEDDED, '--github', environment={'GITHUB_STEP_SUMMARY': str(ctx.folder)}).exits(3)
    contains(o.err, 'could not write the step summary')


def a_run_with_a_name_has_a_folder_of_its_own(ctx):
    reports = ctx.folder / 'named'
    named = ['--report', reports, '--format', 'json', '--run-name', 'nightly']
    path = started(ctx, 'workload')
    o = ctx.run('run', path, *EMBEDDED, *short(ctx), *named).exits(0)
    folder = reports / 'nightly'
    files = sorted(file.name for file in folder.iterdir())
    equal(files[:1] + files[2:], ['run.log', 'workload.yaml'], 'files beside the report')
    check(re.fullmatch(r'workload-\d{8}-\d{6}-my-workload\.json', files[1]), f'the report is called {files[1]}')
    def settings(text):  # an address in a comment has its password masked
        return [line for line in text.splitlines() if not line.strip().startswith('#')]
    equal(settings((folder / 'workload.yaml').read_text()), settings(path.read_text()), 'the file as read')
    log = (folder / 'run.log').read_text()
    for line in o.out.splitlines():
        contains(log, line, 'the log')
    contains(ctx.run('run', path, *EMBEDDED, *short(ctx), *named).exits(3).err, 'is there already')
    ctx.run('run', path, *EMBEDDED, *short(ctx), *named, '--replace').exits(0)
    equal(len(list(folder.iterdir())), 3, 'files after --replace')
    for name, words in (('../up', "--run-name cannot be '../up'"), ('.', "--run-name cannot be '.'")):
        contains(ctx.run('run', path, *EMBEDDED, *named[:-1], name).exits(3).err, words)
    (reports / 'other').mkdir()
    contains(ctx.run('run', path, *EMBEDDED, *named[:-1], 'other', '--replace').exits(3).err, 'is no folder of a run')
    secret = ctx.folder / 'secret.yaml'
    secret.write_text(path.read_text().replace('${BROKER_PASSWORD:-guest}', 'hunter2hunter2'))
    ctx.run('run', secret, *EMBEDDED, *short(ctx), *named[:-1], 'hidden').exits(0)
    for file in (reports / 'hidden').iterdir():
        lacks(file.read_text(), 'hunter2', file.name)


CASES = [every_format_of_a_workload_validates_and_is_rendered_again, every_format_of_a_scenario_validates_and_is_rendered_again,
         every_format_of_a_suite_validates_and_is_rendered_again,
         an_objective_missed_is_a_failure_and_a_run_that_never_began_an_error, what_is_no_record_is_refused_with_a_sentence,
         a_file_to_start_from_is_never_written_over, github_gets_annotations_and_a_step_summary,
         a_run_with_a_name_has_a_folder_of_its_own]
