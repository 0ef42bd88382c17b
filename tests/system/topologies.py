# SPDX-License-Identifier: Apache-2.0
"""The scenarios of examples/ as they are, on the embedded broker, and at a quarter of their rates (handlers four times as slow)
on RabbitMQ: the same exit codes, and what each file is about."""
from harness import check, contains, equal, lacks, within
from scenarios import EXAMPLES, broker, queue

# What a quarter of the rates is, by file.
QUARTERS = {
    '05-queue-types': ['producers[bench].rate=750', 'queues[ex.bench.classic].expect.consumeRateAtLeast=700',
                       'queues[ex.bench.quorum].expect.consumeRateAtLeast=700'],
    '06-stream': ['producers[events].rate=1000'],
    '07-fanout': ['producers[notifier].rate=750', *[f'queues[ex.notify.{name}].consumers.handlerTime=4ms'
                                                    for name in ('push', 'sms', 'email')]],
    '08-topic-routing': ['producers[checkout].rate=1000', 'queues[ex.orders.fulfilment].consumers.handlerTime=4ms'],
    '13-dead-letter': ['producers[jobs].rate=500', 'queues[ex.work].consumers.handlerTime=4ms'],
}


# Their latency objectives are for the acceptance on a quiet machine; what a test looks at must not depend on the time of day.
PATIENT = {
    '05-queue-types': ['queues[ex.bench.classic].expect.p99Below=10s', 'queues[ex.bench.quorum].expect.p99Below=10s'],
    '06-stream': ['queues[ex.events.live].expect.p99Below=10s', 'queues[ex.events.audit].expect.p99Below=10s'],
    '07-fanout': [f'queues[ex.notify.{name}].expect.p99Below=10s' for name in ('push', 'sms')],
    '08-topic-routing': [f'queues[ex.orders.{name}].expect.p99Below=10s' for name in ('fulfilment', 'audit', 'payments')],
    '13-dead-letter': ['queues[ex.work].expect.p99Below=10s'],
}


def example(ctx, name, *settings, seconds=3):
    length = [] if ctx.full else ['--run-for', f'{seconds}s', '--warmup', '1s']
    settings = [*settings, *([] if ctx.full else PATIENT[name])]
    quarter = [word for setting in QUARTERS[name] for word in ('--set', setting)] if ctx.rabbit else []
    more = [word for setting in settings for word in ('--set', setting)]
    return ctx.run('run', EXAMPLES / f'{name}.yaml', '--broker', broker(ctx), *length, *quarter, *more, timeout=180)


def nothing_missing(outcome):
    for q in outcome.record['queues']:
        equal([q['ledger'][word] for word in ('missing', 'duplicates', 'dropped')], [0, 0, 0],
              f'missing, duplicates and dropped of {q["name"]}')


def a_quorum_queue_beside_a_classic_one(ctx):
    o = example(ctx, '05-queue-types', *([f'management={ctx.rabbit.management}'] if ctx.rabbit else [])).exits(0)
    nothing_missing(o)
    classic, quorum = queue(o, 'ex.bench.classic'), queue(o, 'ex.bench.quorum')
    equal([classic['type'], quorum['type']], ['classic', 'quorum'], 'types')
    if not ctx.rabbit:
        return
    if ctx.full:
        ratio = quorum['endToEnd']['p50Micros'] / classic['endToEnd']['p50Micros']
        check(ratio > 1.5, f'the quorum queue\'s median is only {ratio:.2f} times the classic one\'s')
    by_management = {q['name']: q['type'] for q in ctx.rabbit.api('GET', '/queues/%2F')}
    equal([by_management[q] for q in ('ex.bench.classic', 'ex.bench.quorum')], ['classic', 'quorum'], 'types by management')


def a_stream_beside_a_classic_queue(ctx):
    o = example(ctx, '06-stream').exits(0)
    nothing_missing(o)
    contains(o.out, 'retained')
    equal(queue(o, 'ex.events.audit')['retains'], True, 'retains')
    lacks(o.out, 'consumers-kept-up:ex.events.audit')


def a_fanout_with_one_slow_queue(ctx):
    o = example(ctx, '07-fanout').exits(1)
    findings = [(f['severity'], f['rule']) for f in o.record['findings']]
    failed = findings.index(('FAILED', 'expected-no-backlog:ex.notify.email'))
    check(failed < findings.index(('WARNING', 'consumers-kept-up:ex.notify.email')), 'the warning stands before the failure')
    equal([rule for severity, rule in findings if severity == 'FAILED' and 'ex.notify.email' not in rule], [], 'other failures')
    producer = o.record['producers'][0]
    equal(producer['ledger']['sent'], producer['ledger']['due'], 'sent of what was due')
    contains(o.out, f'{"750" if ctx.rabbit else "3,000"}/s offered')


def what_an_earlier_run_left_is_counted_and_not_measured(ctx):
    first = example(ctx, '07-fanout', 'drain=500ms').exits(1)
    left = queue(first, 'ex.notify.email')['depthAfterDrain']
    check(left > 200, f'only {left} were left')
    second = example(ctx, '07-fanout', 'drain=10s', 'warmup=4s').exits(1)
    email = queue(second, 'ex.notify.email')
    equal([email['depthBefore'], email['ledger']['leftovers']], [left, left], 'depth before, and leftovers')
    equal(email['ledger']['missing'], 0, 'missing')
    # Those due in the window, each once: none of the first run is among them.
    equal(email['endToEnd']['count'], second.record['producers'][0]['offered'], 'measured end to end')


def keys_of_a_topic_exchange(ctx):
    o = example(ctx, '08-topic-routing').exits(0)
    nothing_missing(o)
    seconds, scale = o.record['durationSeconds'], 4 if ctx.rabbit else 1
    sent = o.record['producers'][0]['ledger']['sent']
    for name, quarters in (('ex.orders.fulfilment', 3), ('ex.orders.audit', 4), ('ex.orders.payments', 1)):
        within(queue(o, name)['ledger']['delivered'] * 4, sent * quarters - 4, sent * quarters + 4, f'delivered by {name}, times 4')
        if ctx.full:
            rate = 1000 * quarters / scale
            within(queue(o, name)['consumed'] / seconds, rate * 0.99, rate * 1.01, f'{name}, consumed a second')
    equal(o.last_line, 'PASSED — scenario topic-routing', 'last line')
    check(o.reports[0].name.startswith('scenario-'), 'the report is not named after its kind')


def a_key_that_no_binding_matches(ctx):
    o = example(ctx, '08-topic-routing',
                'queues[ex.orders.payments].bindings=[{exchange: ex.orders, routingKey: payment.faild}]').exits(1)
    contains(o.finding('expected-p99:ex.orders.payments')['observation'], 'ex.orders.payments received nothing')


def rejects_and_their_dead_letters(ctx):
    o = example(ctx, '13-dead-letter', seconds=6).exits(0)
    nothing_missing(o)
    work, dead = queue(o, 'ex.work'), queue(o, 'ex.dlq')['ledger']
    equal([dead['deadIn'], dead['delivered']], [work['rejected'], work['rejected']], 'dead-in and delivered, of the rejects')
    share = work['rejected'] / work['ledger']['deliveries']
    within(share, 0.045 if ctx.full else 0.04, 0.055 if ctx.full else 0.06, 'share of rejects')


CASES = [a_quorum_queue_beside_a_classic_one, a_stream_beside_a_classic_queue, a_fanout_with_one_slow_queue,
         keys_of_a_topic_exchange, a_key_that_no_binding_matches, rejects_and_their_dead_letters,
         what_an_earlier_run_left_is_counted_and_not_measured]
EMBEDDED = CASES[:-1]
