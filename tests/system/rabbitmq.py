# SPDX-License-Identifier: Apache-2.0
"""Cases on a real RabbitMQ, at rates that it always takes beside a generator on the same two cores."""
import json
import re
import signal
import urllib.parse

from embedded import EXAMPLES, FILES
from harness import HERE, check, contains, equal, lacks, within

SMALL = HERE / 'small'
PASSWORD = 'p@ss:w/rd%24'


def small(ctx, number, *arguments, lengths=None):
    file = next(SMALL.glob(f'{number}-*.yaml'))
    return ctx.run('run', file, '--broker', ctx.rabbit.uri(), *(lengths or ctx.lengths()), *arguments)


# ---- the examples at quarter rates

def hello(ctx):
    o = small(ctx, '01').exits(0)
    contains(o.out, 'result: PASSED')
    offered = 1250 * (10 if ctx.full else 5)
    equal(o.record['offeredTotal'], offered, 'offered')
    equal(o.record['endToEnd']['count'], offered, 'end-to-end n')
    contains(o.record['broker']['product'], 'RabbitMQ 3.', 'the product')


def relaxed(ctx, *settings):
    """Budgets for a broker that shares two cores with whatever else a test machine does; the acceptance takes the file's."""
    return [] if ctx.full else [word for setting in settings for word in ('--set', setting)]


def objectives_met(ctx):
    o = small(ctx, '02', *relaxed(ctx, 'expect.p99Below=1s')).exits(0)
    equal(o.finding('throughput>=1200')['severity'], 'INFO', 'severity')
    equal(o.finding('p99<50.0ms' if ctx.full else 'p99<1000.0ms')['severity'], 'INFO', 'severity')


def objective_missed(ctx):
    o = small(ctx, '03').exits(1)
    check(re.search(r'p99 was \S+, against a budget of 200us', o.finding('p99<200us')['observation']), 'no two numbers')


def slow_consumer(ctx):
    o = small(ctx, '09', lengths=[] if ctx.full else ['--run-for', '6s', '--warmup', '1s']).exits(0)
    o.finding('consumers-kept-up')
    equal(o.record['endToEnd']['count'], o.record['offeredTotal'], 'end-to-end n = offered')
    if ctx.full:
        check(o.record['endToEnd']['p50Micros'] >= 5e6, 'end-to-end p50 is below 5 s')


def too_small_a_window(ctx):
    o = small(ctx, '11').exits(2)
    contains(json.dumps(o.finding('generator-kept-up')), 'window', 'the finding')


def gate(ctx):
    o = small(ctx, '12', *relaxed(ctx, 'expect.p99Below=1s', 'expect.p999Below=2s'),
              lengths=['--run-for', '20s'] if ctx.full else None).exits(0)
    equal([f['severity'] for f in o.record['findings'] if f['rule'].startswith('p99')], ['INFO', 'INFO'], 'percentiles')


def no_message_is_lost(ctx):
    for _ in range(30 if ctx.full else 1):
        ctx.rabbit.clear()
        o = ctx.run('run', SMALL / 'no-messages-lost.yaml', '--broker', ctx.rabbit.uri()).exits(0)
        ledger = o.record['ledger']
        equal([ledger[word] for word in ('missing', 'duplicates', 'outOfOrder')], [0, 0, 0], 'missing, duplicates, out of order')
        equal(o.finding('no-messages-lost')['severity'], 'INFO', 'severity')


# ---- what the broker refuses

def a_queue_that_differs_is_refused(ctx):
    ctx.rabbit.declare_queue('ex.hello', arguments={'x-max-length': 5})
    o = small(ctx, '01').exits(3)
    contains(o.err, 'ex.hello')
    contains(o.err, 'PRECONDITION_FAILED')
    contains(o.err, "inequivalent arg 'x-max-length'")


def a_wrong_password_is_refused(ctx):
    o = ctx.run('run', SMALL / '01-hello.yaml', '--broker', ctx.rabbit.uri(password='wrong-one')).exits(3)
    contains(o.err, 'ACCESS_REFUSED')
    lacks(o.out + o.err, 'wrong-one')


def a_missing_vhost_is_refused(ctx):
    o = ctx.run('run', SMALL / '01-hello.yaml', '--broker', ctx.rabbit.uri(vhost='nowhere')).exits(3)
    contains(o.err, 'NOT_ALLOWED')
    contains(o.err, 'nowhere')


def a_limited_user_is_refused(ctx):
    ctx.rabbit.add_user('limited', 'limited-one', '^lim-')
    o = ctx.run('run', SMALL / '01-hello.yaml', '--broker', ctx.rabbit.uri('limited', 'limited-one')).exits(3)
    contains(o.err, 'ACCESS_REFUSED')
    contains(o.err, "'ex.hello'")
    lacks(o.out + o.err, 'limited-one')


# ---- secrets

def the_password_is_nowhere(ctx):
    # A value from the environment is the password itself, byte for byte: '%24' in it is no escape.
    ctx.rabbit.add_user('hush', PASSWORD)
    spellings = {PASSWORD, urllib.parse.unquote(PASSWORD), urllib.parse.quote(PASSWORD, safe=''),
                 urllib.parse.quote(urllib.parse.unquote(PASSWORD), safe='')}

    def settings(port):
        return {'AMQP_PASSWORD': PASSWORD, 'AMQP_PORT': str(port), 'MANAGEMENT_URL': ctx.rabbit.management}

    def clean(o):
        texts = {'stdout': o.out, 'stderr': o.err} | {path.name: path.read_text() for path in o.reports}
        for name, text in texts.items():
            for spelling in spellings:
                lacks(text, spelling, name)
        return o

    every = ['run', FILES / 'secret.yaml', '--format', 'html,json,md', '--report']
    o = ctx.run(*every, ctx.folder / 'passed', environment=settings(ctx.rabbit.port)).exits(0)
    o.folder = ctx.folder / 'passed'
    equal(len(clean(o).reports), 3, 'reports')
    contains(json.dumps(o.record), '${AMQP_PASSWORD}', 'the record, which should keep the variable,')
    clean(ctx.run('run', FILES / 'secret.yaml', '--emit-samples', environment=settings(ctx.rabbit.port)).exits(0))
    clean(ctx.run('run', FILES / 'secret.yaml', '--dry-run', environment=settings(ctx.rabbit.port)).exits(0))
    clean(ctx.run('check', FILES / 'secret.yaml', environment=settings(ctx.rabbit.port)).exits(0))
    clean(ctx.run('run', FILES / 'secret.yaml', environment=settings(1)).exits(4))
    wrong = settings(ctx.rabbit.port)
    ctx.rabbit.add_user('hush', 'another')
    clean(ctx.run('run', FILES / 'secret.yaml', environment=wrong).exits(3))
    # As a flag it is a secret too.
    uri = f'amqp://hush:{PASSWORD}@127.0.0.1:1'
    clean(ctx.run('run', SMALL / '01-hello.yaml', '--broker', uri).exits(4))


# ---- management, signals, leftovers

def management_shows_what_was_declared(ctx):
    o = small(ctx, '01', '--management', ctx.rabbit.management, lengths=['--run-for', '2s', '--warmup', '500ms']).exits(0)
    rules = {rule['rule']: rule for rule in o.record['rules']}
    equal(rules['declared-equals-asked']['state'], 'passed', 'declared-equals-asked')
    o = small(ctx, '01', '--management', 'http://127.0.0.1:1', lengths=['--run-for', '2s', '--warmup', '500ms']).exits(0)
    equal(o.finding('management-was-read')['severity'], 'WARNING', 'severity')


def an_interrupt_leaves_a_report(ctx):
    running = ctx.start('run', SMALL / '01-hello.yaml', '--broker', ctx.rabbit.uri(), '--warmup', '500ms')
    o = running.until('measuring').signal(signal.SIGINT).finish(20).exits(130)
    o.finding('run-was-not-stopped-early')
    within(o.record['ledger']['missing'], 0, 0, 'missing')


def leftovers_are_named_and_not_measured(ctx):
    running = ctx.start('run', SMALL / '09-slow-consumer.yaml', '--broker', ctx.rabbit.uri(), '--warmup', '500ms', '--set',
                        'drain=0s')
    running.until('measuring').signal(signal.SIGTERM).finish(20).exits(143)
    o = ctx.run('run', SMALL / '09-slow-consumer.yaml', '--broker', ctx.rabbit.uri(), '--set', 'consumers.handlerTime=0s',
                '--run-for', '3s', '--warmup', '500ms').exits(0)
    check(o.record['ledger']['leftovers'] > 0, 'no leftovers in the ledger')
    equal(o.record['endToEnd']['count'], 3000, 'end-to-end n')
    o.finding('no-foreign-messages')


# ---- only in the long form: the examples at their own rates

def examples_at_their_own_rates(ctx):
    lengths = ['--run-for', '10s', '--warmup', '2s']
    for number, codes, arguments in (('01', [0], lengths), ('02', [0, 1], lengths), ('03', [1], lengths), ('09', [0], []),
                                     ('11', [2], lengths), ('12', [0, 1], ['--run-for', '20s'])):
        ctx.rabbit.clear()
        o = ctx.run('run', next(EXAMPLES.glob(f'{number}-*.yaml')), '--broker', ctx.rabbit.uri(), *arguments, timeout=200)
        worst = [f'{f["severity"]} {f["rule"]}' for f in o.record['findings'] if f['severity'] in ('FAILED', 'INVALID')]
        print(f'    example {number} on RabbitMQ: exit {o.code} {" ".join(worst)}')
        check(o.code in codes, f'example {number}: exit code {o.code}, expected one of {codes}')
        if number in ('02', '12'):
            check(all('generator-kept-up' not in w for w in worst), f'example {number} blames the generator: {worst}')


CASES = [hello, objectives_met, objective_missed, slow_consumer, too_small_a_window, gate, no_message_is_lost,
         a_queue_that_differs_is_refused, a_wrong_password_is_refused, a_missing_vhost_is_refused,
         a_limited_user_is_refused, the_password_is_nowhere, management_shows_what_was_declared,
         an_interrupt_leaves_a_report, leftovers_are_named_and_not_measured]
LONG = [examples_at_their_own_rates]
