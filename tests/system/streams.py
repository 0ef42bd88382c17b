# SPDX-License-Identifier: Apache-2.0
"""Streams with several readers, each with an account of its own; queues on another broker, behind a link that takes its time."""
import subprocess
import sys
import time

from children import end_with_parent
from harness import HERE, check, contains, equal, within
from scenarios import broker, queue

EXAMPLES = HERE.parent.parent / 'examples'
DELAY = 0.2


def reading(ctx, consumers, *settings):
    file = ctx.folder / 'stream.yaml'
    file.write_text('name: stream\ntopology: {queue: ex.stream, queueType: stream}\n'
                    'publishers: {rate: 300, messageSize: 100}\nwarmup: 1s\nrunFor: 4s\n'
                    f'consumers: {consumers}\nexpect: {{noMessagesLost: true}}\n')
    return ctx.run('run', file, '--broker', broker(ctx), *[word for setting in settings for word in ('--set', setting)])


def accounts(o):
    return [[reader['ledger'][word] for word in ('expected', 'delivered', 'missing', 'duplicates')]
            for reader in o.record['queues'][0]['readers']]


def three_readers_of_a_stream_each_see_everything(ctx):
    o = reading(ctx, '{concurrency: 3}').exits(0)
    equal(accounts(o), [[1500, 1500, 0, 0]] * 3, 'expected, delivered, missing, duplicates of each reader')
    contains(o.out, '3 readers: each delivered 1,500 of 1,500 expected')
    contains(o.out, 'retained')
    within(o.record['consumedTotal'], 1150, 1250, 'consumed, the mean of the readers')


def a_reader_begins_where_it_is_told(ctx):
    reading(ctx, '{concurrency: 0}', 'expect={}').exits(0)
    if ctx.rabbit is None:
        return  # the embedded broker went with its run
    o = reading(ctx, '{concurrency: 2, streamOffset: first}').exits(0)
    equal(accounts(o), [[1500, 1500, 0, 0]] * 2, 'the accounts of readers that begin with what is there')
    equal([reader['ledger']['leftovers'] for reader in o.record['queues'][0]['readers']], [1500, 1500], 'leftovers')
    o = reading(ctx, '{concurrency: 2, streamOffset: 3500}').exits(0)
    equal(accounts(o), [[1000, 1000, 0, 0]] * 2, 'the accounts of readers that begin in the middle of the run')
    o = reading(ctx, '{concurrency: 2}').exits(0)
    equal([reader['ledger']['leftovers'] for reader in o.record['queues'][0]['readers']], [0, 0], 'leftovers')


def a_stream_is_not_purged(ctx):
    o = reading(ctx, '{}', 'before=purge').exits(3)
    contains(o.err, "'before' cannot be purge: a stream is never purged")


def a_reader_that_lost_its_connection_goes_on_where_it_was(ctx):
    file = ctx.folder / 'lost.yaml'
    file.write_text('name: lost\ntopology: {queue: ex.stream, queueType: stream}\npublishers: {rate: 300, messageSize: 100}\n'
                    'warmup: 1s\nrunFor: 8s\nconsumers: {concurrency: 2, connections: 2, streamOffset: first}\n'
                    'expect: {noMessagesLost: true}\n')
    running = ctx.start('run', file, '--broker', broker(ctx)).until('measuring')
    names, deadline = [], time.monotonic() + 6
    while len(names) < 2 and time.monotonic() < deadline:  # the API lists connections seconds late
        names = [c['name'] for c in ctx.rabbit.api('GET', '/connections') if 'consumer' in c.get('user_provided_name', '')]
        time.sleep(0.1)
    equal(len(names), 2, 'connections of consumers')
    for name in names:
        ctx.rabbit.close_connection(name)
    o = running.finish(60).exits(0)
    check(o.record['outages'], 'no outages in the record')
    for account in accounts(o):
        equal(account[:3], [2700, 2700, 0], 'expected, delivered, missing of a reader')
        check(account[3] <= 200, f'{account[3]} read again, more than two prefetches')


class Brokers:
    """Two embedded brokers, each a process, and the link between them."""

    def __init__(self, ctx):
        self.ctx, self.children = ctx, []

    def start(self, command, pattern):
        child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, preexec_fn=end_with_parent)
        self.children.append(child)
        line = child.stdout.readline()
        check(pattern in line, f'{command} said {line!r}')
        return line

    def broker(self):
        line = self.start([str(self.ctx.program), 'broker', '--port', '0'], 'amqp://')
        return int(line.split('127.0.0.1:')[1].split()[0])

    def link(self, source_port, source, target_port, target):
        self.start([sys.executable, str(HERE / 'forwarder.py'), str(source_port), source, str(target_port), target, str(DELAY)],
                   'forwarding')

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for child in self.children:
            child.kill()
            child.wait()
            child.stdout.close()


def the_latency_of_a_link_is_in_the_end_to_end_behind_it(ctx):
    with Brokers(ctx) as brokers:
        up, down = brokers.broker(), brokers.broker()
        brokers.link(up, 'ex.link.out', down, 'ex.link.in')
        o = ctx.run('run', EXAMPLES / '16-link.yaml', '--run-for', '3s', '--warmup', '1s', '--broker', f'amqp://127.0.0.1:{up}',
                    '--set', f'queues[ex.link.in].broker=amqp://127.0.0.1:{down}').exits(0)
    there, here = queue(o, 'ex.link.in'), queue(o, 'ex.link.out')
    equal([there['ledger'][word] for word in ('expected', 'delivered', 'queued', 'missing')], [800, 800, 0, 0],
          'expected, delivered, queued, missing behind the link')
    equal(here['ledger']['forwarded'], 800, 'forwarded')
    check(there['endToEnd']['p50Micros'] >= DELAY * 1e6, f'p50 was {there["endToEnd"]["p50Micros"]} us')
    contains(o.out, f'on amqp://guest:***@127.0.0.1:{down}')


EMBEDDED = [three_readers_of_a_stream_each_see_everything, a_stream_is_not_purged,
            the_latency_of_a_link_is_in_the_end_to_end_behind_it]
RABBITMQ = [a_reader_that_lost_its_connection_goes_on_where_it_was, three_readers_of_a_stream_each_see_everything, a_reader_begins_where_it_is_told]
