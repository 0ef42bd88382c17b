# SPDX-License-Identifier: Apache-2.0
"""Suites: entries run in order, none loses the others, and none takes another's messages."""
import signal

from harness import HERE, check, contains, equal, lacks

EXAMPLES = HERE.parent.parent / 'examples'
FILES = HERE / 'files'
SMALL = HERE / 'small'


def entries(outcome):
    return {entry['name']: entry for entry in outcome.document['workloads']}


def takes_only_its_own(name, entry):
    """Over the whole run: in a window, more may be consumed than published in it, by what the warm-up left in flight."""
    producer, queue = entry['producers'][0], entry['queues'][0]
    check(entry['consumedTotal'] > 0, f'{name}: nothing was consumed')
    ledger = queue['ledger']
    check(ledger['deliveries'] <= producer['ledger']['sent'],
          f'{name}: {ledger["deliveries"]} deliveries of {producer["ledger"]["sent"]} messages sent')
    equal([ledger[word] for word in ('missing', 'extra', 'duplicates', 'leftovers', 'foreign')], [0] * 5, f'{name}: ledger')


def short(ctx):
    return ['--run-for', '30s' if ctx.full else '3s', '--warmup', '1s']


# ---- the embedded broker

def a_ceiling_is_measured_with_small_and_large_messages(ctx):
    o = ctx.run('run', EXAMPLES / '10-ceiling.yaml', '--broker', 'embedded:', *short(ctx), timeout=240).exits(0)
    found = entries(o)
    equal(list(found), ['ceiling-1kb', 'ceiling-8kb'], 'entries')
    for name, entry in found.items():
        takes_only_its_own(name, entry)
        equal(entry['offeredRatePerSecond'], None, f'{name}: offered rate')
    equal(o.last_line, 'PASSED — 2 workloads', 'last line')
    contains(o.out, 'comparison: ceiling')
    contains(o.out, '[WARNING] ceiling-8kb: unthrottled-latency')
    check(o.reports[0].name.startswith('suite-') and o.reports[0].name.endswith('-ceiling.json'), 'the name of the report')


def a_second_entry_that_finds_nobody_loses_none_of_the_others(ctx):
    o = ctx.run('run', FILES / 'suite-second-fails.yaml', '--format', 'json,html,md,csv,hlog').exits(4)
    found = entries(o)
    equal([found[name]['publishedTotal'] for name in ('first', 'second', 'third')], [1000, 0, 1000], 'published')
    equal(['error' in found[name] for name in ('first', 'second', 'third')], [False, True, False], 'entries that never began')
    contains(found['second']['error']['what'], 'could not connect')
    equal(o.document['exitCode'], 4, 'exit code in the report')
    contains(o.out, '[INVALID] second: could not connect')
    texts = {path.suffix: path.read_text() for path in o.reports}
    equal(sorted(texts), ['.csv', '.hlog', '.html', '.json', '.md'], 'formats')
    contains(texts['.md'], '| second | INVALID | –', 'the table')
    contains(texts['.hlog'], 'Tag=third/endToEnd', 'the latencies')
    contains(texts['.csv'], ',third', 'the readings')
    contains(texts['.html'], '<td>second</td>', 'the page')


def a_block_that_replaces_another_is_named_and_one_that_merges_is_not(ctx):
    lost = "'publishers' replaces the top level's block: threads and messageSize are not taken over"
    o = ctx.run('run', FILES / 'suite-second-fails.yaml', '--only', 'second', '--broker', 'embedded:').exits(0)
    contains(o.out, 'note          ' + lost)
    contains(entries(o)['second']['notes'][0], lost)
    contains(o.out, 'PublisherSpec{threads=1, rate=100/s, Payload{1024 bytes}')
    o = ctx.run('check', FILES / 'suite-second-fails.yaml').exits(0)
    contains(o.err, 'suite-second-fails.yaml:13:5: warning: ' + lost, 'what check says')
    o = ctx.run('run', FILES / 'suite-second-fails.yaml', '--only', 'second', '--broker', 'embedded:',
                '--set', 'inherit=merge').exits(0)
    lacks(o.out + o.err, 'replaces the top level')
    contains(o.out, 'PublisherSpec{threads=2, rate=100/s, Payload{512 bytes}')


def a_matrix_runs_every_combination_and_shows_its_axes(ctx):
    # A machine that does other things too may be late: that is not what this is about.
    o = ctx.run('run', FILES / 'suite-matrix.yaml', '--set', 'rules=[{name: generator-kept-up, severity: warning}]').exits(0)
    found = entries(o)
    equal(list(found), ['sizes-64-classic', 'sizes-64-quorum', 'sizes-4KiB-classic', 'sizes-4KiB-quorum'], 'entries')
    equal(found['sizes-4KiB-quorum']['suite'], {'name': 'sizes', 'number': 4, 'of': 4, 'axes': {
        'publishers.messageSize': '4KiB', 'topology.queueType': 'quorum'}}, 'its place in the suite')
    equal([e['queues'][0]['name'] for e in found.values()], ['ex.sizes.classic', 'ex.sizes.quorum'] * 2, 'queues')
    equal([e['queues'][0]['type'] for e in found.values()], ['classic', 'quorum'] * 2, 'types')
    equal([e['offeredTotal'] for e in found.values()], [400] * 4, 'offered')
    equal([e['endToEnd']['count'] for e in found.values()], [400] * 4, 'end-to-end n')
    contains(o.out, 'workload            messageSize  queueType  result')


def a_signal_ends_the_entry_it_comes_in_and_the_rest_is_not_run(ctx):
    running = ctx.start('run', FILES / 'suite-second-fails.yaml', '--run-for', '20s')
    o = running.until('measuring').signal(signal.SIGINT).finish().exits(130)
    equal(list(entries(o)), ['first'], 'entries that ran')
    contains(o.out, "note          'second' and 'third' were not run: a signal ended the suite here")
    equal(o.last_line, 'PASSED — 1 workload, 2 not run', 'last line')


def names_that_nothing_has_are_refused(ctx):
    o = ctx.run('run', FILES / 'suite-second-fails.yaml', '--only', 'secnd').exits(3)
    contains(o.err, "did you mean 'second'?", 'stderr')
    equal(o.reports, [], 'reports')


# ---- RabbitMQ

def the_same_route_twice_is_unbound_in_between(ctx):
    arguments = ['run', SMALL / '10-ceiling.yaml', '--broker', ctx.rabbit.uri(), '--management', ctx.rabbit.management]
    o = ctx.run(*arguments, *short(ctx), timeout=240).exits(0)
    found = entries(o)
    check('notes' not in found['ceiling-1kb'], 'nothing was there to be unbound from the first entry')
    unbound = 'no queue of another entry takes this one\'s messages: {} from ex.ceiling [k]'
    contains(found['ceiling-8kb']['notes'][0], unbound.format('ex.ceiling.1kb'))
    equal([b['destination'] for b in ctx.rabbit.api('GET', '/exchanges/%2F/ex.ceiling/bindings/source')],
          ['ex.ceiling.8kb'], 'what is bound afterwards')
    # Another invocation finds the second entry's queue on the first one's route.
    again = entries(ctx.run(*arguments, *short(ctx), timeout=240).exits(0))
    contains(again['ceiling-1kb']['notes'][0], unbound.format('ex.ceiling.8kb'))
    for name, entry in [*found.items(), *again.items()]:
        takes_only_its_own(name, entry)


def an_entry_that_may_not_unbind_is_refused(ctx):
    ctx.rabbit.api('PUT', '/queues/%2F/ex.nd.2', {'durable': True})
    o = ctx.run('run', FILES / 'suite-not-declared.yaml', '--broker', ctx.rabbit.uri()).exits(3)
    found = entries(o)
    equal(['error' in e for e in found.values()], [False, True, False], 'entries that never began')
    contains(found['uses']['error']['what'], 'queue ex.nd.1, of another entry of this suite')


def a_queue_of_strangers_on_the_same_route_is_named(ctx):
    ctx.rabbit.api('PUT', '/exchanges/%2F/ex.nd', {'type': 'topic', 'durable': True})
    ctx.rabbit.api('PUT', '/queues/%2F/somebody', {'durable': True})
    ctx.rabbit.api('POST', '/bindings/%2F/e/ex.nd/q/somebody', {'routing_key': 'o#'})
    ctx.rabbit.api('POST', '/bindings/%2F/e/ex.nd/q/somebody', {'routing_key': '*'})
    o = ctx.run('run', FILES / 'suite-not-declared.yaml', '--broker', ctx.rabbit.uri(), '--management', ctx.rabbit.management,
                '--only', 'alone').exits(3)
    contains(o.err, "queue somebody, which this suite does not name, is bound to exchange ex.nd with the key '*'")


EMBEDDED = [a_ceiling_is_measured_with_small_and_large_messages, a_second_entry_that_finds_nobody_loses_none_of_the_others,
            a_block_that_replaces_another_is_named_and_one_that_merges_is_not,
            a_matrix_runs_every_combination_and_shows_its_axes,
            a_signal_ends_the_entry_it_comes_in_and_the_rest_is_not_run, names_that_nothing_has_are_refused]
RABBITMQ = [the_same_route_twice_is_unbound_in_between, an_entry_that_may_not_unbind_is_refused,
            a_queue_of_strangers_on_the_same_route_is_named]
