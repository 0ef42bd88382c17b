# SPDX-License-Identifier: Apache-2.0
"""Scenario files: several queues at once, each with an account of its own, and the ledger of dead letters."""
import threading
import time

from harness import HERE, check, contains, equal

EXAMPLES = HERE.parent.parent / 'examples'
FILES = HERE / 'files'


def queue(outcome, name):
    found = [q for q in outcome.record['queues'] if q['name'] == name]
    check(found, f'no queue {name} in the report')
    return found[0]


def broker(ctx):
    return ctx.rabbit.uri() if ctx.rabbit else 'embedded:'


# ---- without a broker

def a_dry_run_shows_the_tree(ctx):
    o = ctx.run('run', EXAMPLES / '13-dead-letter.yaml', '--dry-run').exits(0)
    contains(o.out, 'dead letters to ex.jobs.dead')
    contains(o.out, '100/s of rejects')


# ---- dead letters, on RabbitMQ

def rejects_arrive_at_the_dead_letter_queue(ctx):
    o = ctx.run('run', FILES / 'dead-letters.yaml', '--broker', broker(ctx)).exits(0)
    rejected = queue(o, 'ex.work')['rejected']
    ledger = queue(o, 'ex.dlq')['ledger']
    check(rejected > 100, f'only {rejected} rejects')
    equal([ledger[word] for word in ('deadIn', 'delivered', 'missing', 'duplicates')], [rejected, rejected, 0, 0],
          'dead-in, delivered, missing and duplicates at the dead-letter queue')


def a_retry_cycle_recycles_every_reject(ctx):
    o = ctx.run('run', FILES / 'retry-cycle.yaml', '--broker', broker(ctx)).exits(0)
    work, wait = queue(o, 'ex.retry'), queue(o, 'ex.retry.wait')
    check(work['rejected'] > 100, f'only {work["rejected"]} rejects')
    ledger = work['ledger']
    equal([ledger[word] for word in ('recycled', 'duplicates', 'missing')], [work['rejected'], 0, 0],
          'recycled, duplicates and missing')
    equal([wait['ledger'][word] for word in ('deadIn', 'deadOut', 'dropped')], [work['rejected'], work['rejected'], 0],
          'dead-in, dead-out and dropped of the queue they wait in')


def what_a_ttl_takes_away_is_dropped_and_not_missing(ctx):
    o = ctx.run('run', FILES / 'ttl-queue.yaml', '--broker', broker(ctx)).exits(0)
    ledger = queue(o, 'ex.ttl')['ledger']
    equal(ledger['missing'], 0, 'missing')
    equal(ledger['dropped'], ledger['expected'] - ledger['delivered'] - ledger['queued'], 'dropped')
    check(ledger['dropped'] > 400, f'only {ledger["dropped"]} dropped')


def rejects_to_an_exchange_that_is_gone_are_missing(ctx):
    def delete():
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            names = [e['name'] for e in ctx.rabbit.api('GET', '/exchanges/%2F')]
            if 'ex.jobs.dead' in names:
                return ctx.rabbit.api('DELETE', '/exchanges/%2F/ex.jobs.dead')
            time.sleep(0.05)

    gone = threading.Thread(target=delete)
    gone.start()
    o = ctx.run('run', FILES / 'dead-letters.yaml', '--broker', broker(ctx), '--warmup', '3s').exits(1)
    gone.join()
    rejected = queue(o, 'ex.work')['rejected']
    ledger = queue(o, 'ex.dlq')['ledger']
    equal(ledger['deadIn'], rejected, 'dead-in')
    equal(ledger['missing'], rejected - ledger['delivered'], 'missing')
    check(ledger['missing'] > 100, f'only {ledger["missing"]} missing')
    o.finding('expected-no-messages-lost:ex.dlq')


# From three entries on, x-death is in no order.
def a_ladder_of_waiting_queues_adds_up(ctx):
    o = ctx.run('run', FILES / 'ladder.yaml', '--broker', broker(ctx)).exits(0)
    expected = queue(o, 'ex.wait1')['ledger']['expected']
    check(expected >= 900, f'only {expected} expected')
    for name in ('ex.wait1', 'ex.wait2', 'ex.wait3'):
        ledger = queue(o, name)['ledger']
        equal([ledger[word] for word in ('deadOut', 'missing', 'dropped')], [expected, 0, 0], f'dead-out, missing and dropped of {name}')
    ledger = queue(o, 'ex.end')['ledger']
    equal([ledger[word] for word in ('deadIn', 'delivered', 'missing', 'duplicates')], [expected, expected, 0, 0],
          'dead-in, delivered, missing and duplicates at the end')


EMBEDDED = [a_ladder_of_waiting_queues_adds_up, a_dry_run_shows_the_tree]
RABBITMQ = [a_ladder_of_waiting_queues_adds_up, rejects_arrive_at_the_dead_letter_queue, a_retry_cycle_recycles_every_reject,
            what_a_ttl_takes_away_is_dropped_and_not_missing, rejects_to_an_exchange_that_is_gone_are_missing]
