# SPDX-License-Identifier: Apache-2.0
"""What happens to a run when its RabbitMQ is killed, stopped, in an alarm, or takes something away from it."""
import json
import signal
import time

from harness import HERE, check, contains, equal, within
from watcher import BLOCKED, UNBLOCKED, BlockedWatch, until_answering

FILE = HERE / 'small' / 'no-messages-lost.yaml'


def start(ctx, run_for, *settings, uri=None):
    words = [word for setting in settings for word in ('--set', setting)]
    running = ctx.start('run', FILE, '--broker', uri or ctx.rabbit.uri(), '--run-for', run_for, '--warmup', '1s', *words)
    running.until('measuring')
    return running


def balanced(record):
    sums = {word: sum(p['ledger'][word] for p in record['producers'])
            for word in ('sent', 'confirmed', 'returned', 'nacked', 'failed', 'unknown')}
    equal(sums['sent'], sum(v for k, v in sums.items() if k != 'sent'), 'sent = confirmed + returned + nacked + failed + unknown')
    return sums


def stop_for_four_seconds(rabbit):
    """A second into the window; the node goes on whatever happens here."""
    time.sleep(1)
    rabbit.node.send_signal(signal.SIGSTOP)
    try:
        time.sleep(4)
    finally:
        rabbit.node.send_signal(signal.SIGCONT)


def a_broker_that_is_killed_and_restarted(ctx):
    running = start(ctx, '25s', 'expect.recoversWithin=20s', 'drain=20s')
    time.sleep(2)
    killed = time.monotonic()
    ctx.rabbit.kill()
    dead = time.monotonic()  # its sockets are closed some time between
    ctx.rabbit.start_again()
    back = until_answering(ctx.rabbit.port)
    o = running.finish(90)
    record = o.record
    check(o.code in (0, 1), f'exit code {o.code}')
    balanced(record)
    equal(record['ledger']['missing'], 0, 'missing')
    equal(o.finding('no-messages-lost')['severity'], 'INFO', 'no-messages-lost')
    o.finding('connections-held')
    check(record['outages'], 'no outages in the record')
    for outage in record['outages']:
        check(outage['toSeconds'] is not None, f'{outage["connection"]} did not come back')
        within(outage['toSeconds'] - outage['fromSeconds'], back - dead - 0.5, back - killed + 0.5,
               f'the outage of {outage["connection"]}, which the script saw as {back - dead:.2f} s to {back - killed:.2f} s')
    late = record['producers'][0]['lateSeconds']
    check(late['reconnecting'] > 1, f'late time by cause: {late}')


def a_broker_that_is_stopped_for_four_seconds(ctx):
    # The heartbeats bear 20 s of silence. The window is small enough that 1 % of it is due in the first 0.1 s of the stop.
    running = start(ctx, '8s', 'publishers.maxInFlight=200')
    stop_for_four_seconds(ctx.rabbit)
    o = running.finish()
    record = o.record
    equal(record['connectionsLost'], 0, 'connections lost')
    check(record['endToEnd']['p99Micros'] >= 3.9e6, f'p99 was {record["endToEnd"]["p99Micros"]} us')
    late = record['producers'][0]['lateSeconds']
    equal(max(late, key=late.get), 'confirms', f'the main cause of {late}')
    equal(record['ledger']['missing'], 0, 'missing')


def a_silent_broker_is_lost_by_its_heartbeats(ctx):
    running = start(ctx, '10s', 'heartbeat=1s', 'connectTimeout=1s', 'drain=10s')
    stop_for_four_seconds(ctx.rabbit)
    o = running.finish()
    contains(o.finding('connections-held')['detail'], 'nothing came from the broker for 2s')
    for outage in o.record['outages']:
        check(outage['toSeconds'] is not None, f'{outage["connection"]} did not come back')
    balanced(o.record)
    equal(o.record['ledger']['missing'], 0, 'missing')


def a_memory_alarm_is_what_was_measured(ctx):
    alarm(ctx, ['set_vm_memory_high_watermark', 'absolute', '1000'], ['set_vm_memory_high_watermark', 'absolute', '2GB'],
          'low on memory')


def a_disk_alarm_is_what_was_measured(ctx):
    alarm(ctx, ['set_disk_free_limit', '100000GB'], ['set_disk_free_limit', '100MB'], 'low on disk')


def alarm(ctx, raised_by, cleared_by, reason):
    watch = BlockedWatch(ctx.rabbit.port)
    watch.start()
    running = start(ctx, '15s')
    ctx.rabbit.control(*raised_by)
    try:
        watch.wait(BLOCKED)
        time.sleep(1)
    finally:
        ctx.rabbit.control(*cleared_by)
    watch.wait(UNBLOCKED)
    watch.over = True
    o = running.finish().exits(2)
    finding = o.finding('broker-not-blocked')
    equal(finding['severity'], 'INVALID', 'severity')
    contains(json.dumps(finding), reason)
    within(o.record['blockedSeconds'], watch.blocked_for() - 0.2, watch.blocked_for() + 0.2, 'blocked seconds')
    check(o.record['producers'][0]['lateSeconds']['blocked'] > 0.5, 'late time by cause blocked')


def a_queue_deleted_under_its_consumers(ctx):
    # A handler of 20 ms on two consumers takes 100/s: something is in the queue when it goes.
    running = start(ctx, '6s', 'consumers.handlerTime=20ms', 'consumers.concurrency=2', 'publishers.rate=200', 'drain=10s')
    time.sleep(2)
    ctx.rabbit.api('DELETE', f'/queues/%2F/{queue_name(ctx)}')
    o = running.finish().exits(1)
    finding = o.finding('connections-held')
    contains(finding['observation'], '2 consumers cancelled')
    check(o.record['ledger']['missing'] > 0, 'nothing is missing though the queue was deleted with messages in it')
    equal(o.finding('no-messages-lost')['severity'], 'FAILED', 'no-messages-lost')
    balanced(o.record)


def queue_name(ctx):
    return ctx.rabbit.api('GET', '/queues/%2F')[0]['name']


def a_connection_closed_by_an_operator(ctx):
    closed_by_an_operator(ctx, start(ctx, '8s'))


def a_tls_connection_closed_by_an_operator(ctx):
    ca = ctx.rabbit.certificates['ca.pem']
    closed_by_an_operator(ctx, start(ctx, '8s', f'tls.ca={ca}', uri=ctx.rabbit.tls_uri()))


def closed_by_an_operator(ctx, running):
    deadline = time.monotonic() + 6
    name = None
    while name is None and time.monotonic() < deadline:  # the API lists connections seconds late
        for connection in ctx.rabbit.api('GET', '/connections'):
            if 'publisher' in connection.get('user_provided_name', ''):
                name = connection['name']
        time.sleep(0.1)
    check(name, 'the management API shows no publisher of ours')
    ctx.rabbit.close_connection(name)
    o = running.finish()
    equal(o.record['connectionsLost'], 1, 'connections lost')
    contains(o.record['outages'][0]['connection'], 'publisher')
    contains(o.record['outages'][0]['why'], 'CONNECTION_FORCED')
    check(o.record['outages'][0]['toSeconds'] is not None, 'it did not come back')
    balanced(o.record)
    equal(o.record['ledger']['missing'], 0, 'missing')


CASES = [a_broker_that_is_killed_and_restarted, a_broker_that_is_stopped_for_four_seconds,
         a_silent_broker_is_lost_by_its_heartbeats, a_memory_alarm_is_what_was_measured, a_disk_alarm_is_what_was_measured,
         a_queue_deleted_under_its_consumers, a_connection_closed_by_an_operator,
         a_tls_connection_closed_by_an_operator]
