# SPDX-License-Identifier: Apache-2.0
"""What a RabbitMQ says of itself, its queues and its nodes, and that a report holds the file against it."""
import json
import subprocess

from harness import HERE, check, contains, equal, lacks

EXAMPLES = HERE.parent.parent / 'examples'
SHORT = ['--run-for', '3s', '--warmup', '1s']
QUARTER = ['--set', 'producers[bench].rate=750']
for queue in ('ex.bench.classic', 'ex.bench.quorum'):
    QUARTER += ['--set', f'queues[{queue}].expect.consumeRateAtLeast=700', '--set', f'queues[{queue}].expect.p99Below=2s']


def managed(ctx):
    return ['--broker', ctx.rabbit.uri(), '--management', ctx.rabbit.management]


def on_queue(ctx, name):
    return ['run', EXAMPLES / '01-hello.yaml', *managed(ctx), '--set', f'topology.queue={name}', '--set',
            f'topology.routingKey={name}', '--set', 'publishers.rate=200']


def node(outcome):
    nodes = outcome.record['broker']['nodes']
    equal(len(nodes), 1, 'nodes')
    return nodes[0]


def management_confirms_the_types_and_shows_the_node_before_and_after(ctx):
    o = ctx.run('run', EXAMPLES / '05-queue-types.yaml', *managed(ctx), *SHORT, *QUARTER).exits(0)
    shown = {q['name']: q['before'] for q in o.record['broker']['queues']}
    asked = {q['name']: q['type'] for q in o.record['queues']}
    equal({name: facts['type'] for name, facts in shown.items()}, asked, 'types that management shows')
    equal(sorted(asked.values()), ['classic', 'quorum'], 'types of the example')
    for name, facts in shown.items():
        check(facts['leader'] and facts['durable'], f'{name} has no leader or is not durable')
        rule = [r for r in o.record['rules'] if r['rule'] == f'declared-equals-asked:{name}'][0]
        equal(rule['state'], 'passed', f'declared-equals-asked:{name}')
        if asked[name] == 'quorum':
            equal(facts['members'], [facts['leader']], 'members of the quorum queue')
    for moment in ('before', 'after'):
        facts = node(o)[moment]
        check(facts['running'] and facts['memoryBytes'] > 0 and facts['diskFreeBytes'] > 0, f'the node {moment}: {facts}')
        equal([facts['memoryAlarm'], facts['diskAlarm']], [False, False], f'alarms {moment}')
    contains(o.out, 'broker        RabbitMQ 3.')
    contains(o.out, ' MiB of 1.9 GiB, disk free ')
    contains(o.out, ', no alarm')


def a_queue_that_was_there_with_other_settings_makes_the_run_invalid(ctx):
    ctx.rabbit.declare_queue('ex.there', arguments={'x-queue-type': 'quorum', 'x-max-length': 50000})
    asked = [*on_queue(ctx, 'ex.there'), '--set', 'topology.declare=false', *SHORT]
    o = ctx.run(*asked, '--set', 'topology.queueType=classic', '--set', 'topology.arguments={x-max-length: 90000}').exits(2)
    observed = o.finding('declared-equals-asked')['observation']
    contains(observed, 'ex.there: type is quorum, and was asked to be classic', 'the finding')
    contains(observed, 'ex.there: argument.x-max-length is 50000, and was asked to be 90000', 'the finding')
    o = ctx.run(*asked, '--set', 'topology.queueType=quorum', '--set', 'topology.arguments={x-max-length: 50000}').exits(0)
    lacks(o.out, 'declared-equals-asked')


def a_run_that_declares_nothing_binds_nothing(ctx):
    ctx.rabbit.declare_queue('ex.unbound')
    ctx.rabbit.api('PUT', '/exchanges/%2F/ex.theirs', {'type': 'topic', 'durable': True})
    ctx.run(*on_queue(ctx, 'ex.unbound'), '--set', 'topology.exchange=ex.theirs', '--set', 'topology.declare=false', *SHORT).exits(2)
    bound = [b['source'] for b in ctx.rabbit.api('GET', '/queues/%2F/ex.unbound/bindings')]
    equal(bound, [''], 'exchanges the queue is bound to')


def a_policy_that_lowers_a_limit_makes_the_run_invalid(ctx):
    ctx.rabbit.api('PUT', '/operator-policies/%2F/caps',
                   {'pattern': '^ex.capped$', 'definition': {'max-length': 40000}, 'apply-to': 'queues'})
    try:
        # A policy is shown some seconds after the queue was declared: in the second reading.
        # It is deleted after that.
        o = ctx.run(*on_queue(ctx, 'ex.capped'), '--run-for', '7s', '--warmup', '1s', '--set', 'after=delete', '--set',
                    'topology.arguments={x-max-length: 90000}').exits(2)
    finally:
        ctx.rabbit.api('DELETE', '/operator-policies/%2F/caps')
    contains(o.finding('declared-equals-asked')['observation'],
             'ex.capped: x-max-length is 40000 by operator policy caps, and was asked to be 90000', 'the finding')


def a_user_who_may_not_monitor_gets_a_note_and_no_other_exit_code(ctx):
    ctx.rabbit.add_user('reader', 'reads-only')
    ctx.rabbit.api('PUT', '/users/reader', {'password': 'reads-only', 'tags': 'management'})
    try:
        o = ctx.run('run', EXAMPLES / '01-hello.yaml', *managed(ctx), '--set', 'managementUser=reader', '--set',
                    'managementPassword=reads-only', '--set', 'publishers.rate=500', *SHORT).exits(0)
    finally:
        ctx.rabbit.remove_user('reader')
    broker = o.record['broker']
    equal([q['name'] for q in broker['queues']], ['ex.hello'], 'queues that were shown')
    equal(broker['nodes'], [], 'nodes')
    contains(broker['notes'][0], "a user with the tag 'monitoring'", 'the note')
    lacks(o.out + o.err + json.dumps(o.record), 'reads-only')


# ---- plan, which needs no broker

def a_plan_says_what_run_warns_of_and_opens_no_connection(ctx):
    o = ctx.run('plan', EXAMPLES / '09-slow-consumer.yaml', '--broker', 'amqp://127.0.0.1:1').exits(0)
    sentence = '4 consumers with a handler time of 5ms take at most 800/s, and 4,000/s are offered: the queue will only grow'
    contains(o.out, sentence)
    contains(ctx.run('check', EXAMPLES / '09-slow-consumer.yaml').exits(0).err, sentence, 'check')
    plan = json.loads(ctx.run('plan', EXAMPLES / '09-slow-consumer.yaml', '--format', 'json').exits(0).out)
    queue = plan['runs'][0]['queues'][0]
    equal([queue['messagesInWindow'], queue['growsPerSecond'], queue['leftAtEndOfWindow']], [120000, 3200, 112000], 'the queue')
    ctx.run('plan', HERE / 'files' / 'misspelt.yaml').exits(3)
    ctx.run('plan', EXAMPLES / '01-hello.yaml', '--format', 'xml').exits(3)
    contains(subprocess.run([ctx.program, 'plan', '--help'], capture_output=True, text=True, check=True).stdout,
             'amqpace plan examples/', 'the help')


EMBEDDED = [a_plan_says_what_run_warns_of_and_opens_no_connection]
RABBITMQ = [management_confirms_the_types_and_shows_the_node_before_and_after,
            a_queue_that_was_there_with_other_settings_makes_the_run_invalid,
            a_run_that_declares_nothing_binds_nothing, a_policy_that_lowers_a_limit_makes_the_run_invalid,
            a_user_who_may_not_monitor_gets_a_note_and_no_other_exit_code]
