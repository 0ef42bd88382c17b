# SPDX-License-Identifier: Apache-2.0
"""The ways to consume, on RabbitMQ: asked for one at a time, from a queue of one's own, by priority, put back, to the end."""
from harness import check, contains, equal, within

BASE = ['--warmup', '0s', '--run-for', '3s', '--set', 'publishers.rate=200', '--set', 'publishers.threads=1']


def consuming(ctx, *settings, lengths=None):
    words = [word for setting in settings for word in ('--set', setting)]
    file = ctx.folder / 'consuming.yaml'
    file.write_text('name: consuming\ntopology: {queue: consuming}\npublishers: {messageSize: 64}\nconsumers: {concurrency: 2}\n')
    return ctx.run('run', file, '--broker', ctx.rabbit.uri(), *(BASE if lengths is None else lengths), *words)


def whole(o, delivered):
    ledger = o.record['queues'][0]['ledger']
    equal([ledger[word] for word in ('delivered', 'missing', 'duplicates')], [delivered, 0, 0], 'delivered, missing, duplicates')
    return ledger


def messages_are_asked_for_one_at_a_time(ctx):
    o = consuming(ctx, 'consumers.mode=get', 'consumers.pollInterval=5ms').exits(0)
    whole(o, 600)


def an_exclusive_queue_is_gone_with_its_connection(ctx):
    o = consuming(ctx, 'consumers.exclusive=true', 'topology.durable=false', 'topology.exchange=ex.consuming').exits(0)
    whole(o, 600)
    names = [queue['name'] for queue in ctx.rabbit.api('GET', '/queues')]
    check('consuming' not in names, f'the queue is still there: {names}')


def an_exclusive_queue_of_somebody_else_is_refused(ctx):
    ctx.rabbit.declare_queue('consuming')
    o = consuming(ctx, 'consumers.exclusive=true', 'topology.durable=false').exits(3)
    contains(o.err, 'could not declare the exclusive queue consuming')


def consumers_of_a_higher_priority_are_taken(ctx):
    whole(consuming(ctx, 'consumers.priority=5').exits(0), 600)


def a_requeued_message_is_redelivered_and_not_a_duplicate(ctx):
    o = consuming(ctx, 'consumers.failureRate=30%', 'consumers.onFailure=requeue', 'seed=42').exits(0)
    ledger = whole(o, 600)
    within(ledger['redelivered'], 150, 400, 'redelivered')  # 0.3 / 0.7 of 600 is 257


def a_prefill_is_drained(ctx):
    o = consuming(ctx, 'runFor=until-drained', 'publishers.threads=0', 'prefill.messages=2000', 'consumers.handlerTime=1ms',
                  lengths=['--warmup', '0s']).exits(0)
    whole(o, 2000)
    # 1,000 handlers of a millisecond on each of two lines that are never empty for long.
    within(o.record['durationSeconds'], 1.0, 1.5, 'the window')
    equal(o.record['queueDepthAtEnd'], 0, 'depth at the end')


CASES = [messages_are_asked_for_one_at_a_time, an_exclusive_queue_is_gone_with_its_connection,
         an_exclusive_queue_of_somebody_else_is_refused, consumers_of_a_higher_priority_are_taken,
         a_requeued_message_is_redelivered_and_not_a_duplicate, a_prefill_is_drained]
