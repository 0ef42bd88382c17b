# SPDX-License-Identifier: Apache-2.0
"""What messages carry, read back from a RabbitMQ through its management API, which decodes them with the broker's own codec."""
import json

from harness import check, equal, within

EVERYTHING = '''
name: everything
broker: amqp://unused
topology: { queue: ex.everything }
publishers:
  rate: 20
  payload: { json: { id: "${seq}", order: "${uuid}", colour: "${choice:red|blue}" } }
  properties:
    contentType: application/json
    contentEncoding: identity
    deliveryMode: 2
    priority: 7
    correlationId: c-${variant}
    replyTo: ex.replies
    expiration: 10m
    messageId: "${uuid}"
    timestamp: "2026-11-30T12:00:00Z"
    type: order.created
    userId: guest
    appId: shop
    clusterId: east
  headers:
    yes: true
    count: 7
    share: 0.5
    text: "7"
    nothing: null
    list: [1, two, [three]]
    map: { inner: { deep: -1 } }
consumers: { concurrency: 0 }
warmup: 0s
runFor: 1s
'''


def taken(ctx, queue, count):
    """What is in the queue, taken out of it."""
    return ctx.rabbit.api('POST', f'/queues/%2F/{queue}/get',
                          {'count': count, 'ackmode': 'ack_requeue_false', 'encoding': 'auto'})


def published(ctx, text, *arguments):
    file = ctx.folder / 'workload.yaml'
    file.write_text(text)
    return ctx.run('run', file, '--broker', ctx.rabbit.uri(), *arguments)


def every_property_and_typed_header_comes_to_the_broker(ctx):
    published(ctx, EVERYTHING).exits(0)
    messages = taken(ctx, 'ex.everything', 100)
    equal(len(messages), 20, 'messages in the queue')
    for number, message in enumerate(messages):
        properties = message['properties']
        headers = properties.pop('headers')
        check('x-amqpace' in headers, 'no stamp in the headers')
        del headers['x-amqpace']
        # RabbitMQ's word for null.
        equal(headers, {'yes': True, 'count': 7, 'share': 0.5, 'text': '7', 'nothing': 'undefined', 'list': [1, 'two', ['three']],
                        'map': {'inner': {'deep': -1}}}, 'headers')
        body = json.loads(message['payload'])
        equal(body['id'], f'{number:012}', 'the sequence number in the body')
        equal(body['order'], properties.pop('message_id'), 'the first ${uuid} of body and messageId')
        check(body['colour'] in ('red', 'blue'), f'colour {body["colour"]!r}')
        equal(properties, {'content_type': 'application/json', 'content_encoding': 'identity', 'delivery_mode': 2,
                           'priority': 7, 'correlation_id': f'c-{number}', 'reply_to': 'ex.replies',
                           'expiration': '600000', 'timestamp': 1796040000, 'type': 'order.created', 'user_id': 'guest',
                           'app_id': 'shop', 'cluster_id': 'east'}, 'properties')


def bodies_from_files_come_byte_for_byte_and_in_turn(ctx):
    (ctx.folder / 'bodies').mkdir()
    (ctx.folder / 'bodies' / '1').write_text('first ${seq}\n')
    (ctx.folder / 'bodies' / '2').write_text('{"second": "ä"}')
    published(ctx, '''
name: files
broker: amqp://unused
topology: { queue: ex.files }
publishers: { rate: 10, payload: { files: bodies } }
consumers: { concurrency: 0 }
warmup: 0s
runFor: 1s
''').exits(0)
    equal([m['payload'] for m in taken(ctx, 'ex.files', 100)], ['first ${seq}\n', '{"second": "ä"}'] * 5, 'bodies')


def a_mix_of_sizes_has_its_exact_shares(ctx):
    published(ctx, '''
name: mix
broker: amqp://unused
topology: { exchange: ex.mix, queue: ex.mix }
publishers: { rate: 100, sizes: { 100: 70%, 2KiB: 30% }, routingKeys: [a, b] }
consumers: { concurrency: 0 }
warmup: 0s
runFor: 2s
''').exits(0)
    messages = taken(ctx, 'ex.mix', 1000)
    seen = {}
    for message in messages:
        place = (message['routing_key'], message['payload_bytes'])
        seen[place] = seen.get(place, 0) + 1
    equal(seen, {('a', 100): 70, ('a', 2048): 30, ('b', 100): 70, ('b', 2048): 30}, 'messages by key and size')


def a_profile_offers_its_integral(ctx):
    o = published(ctx, '''
name: profile
broker: amqp://unused
topology: { queue: ex.profile }
publishers: { threads: 2, rate: [ { rate: 100, for: 1s }, { from: 100, to: 500, for: 2s }, { rate: 0, for: 1s } ], messageSize: 64 }
consumers: { concurrency: 2 }
warmup: 1s
''').exits(0)
    equal(o.record['offeredTotal'], 700, 'offered: 100 + 600 + 0')
    equal(o.record['endToEnd']['count'], 700, 'end-to-end n')
    within(o.record['offeredRatePerSecond'], 174.9, 175.1, 'the mean over the window')


def a_payload_that_is_not_there_is_said_before_anything_is_connected(ctx):
    file = ctx.folder / 'workload.yaml'
    file.write_text('name: t\nbroker: amqp://localhost:1\npublishers:\n  payload: { files: [here, gone] }\n')
    (ctx.folder / 'here').write_text('x')
    for command in (['check', file], ['run', file, '--dry-run'], ['run', file]):
        o = ctx.run(*command).exits(3)
        check(f"{file}:4:28: 'publishers.payload' names 'gone', which cannot be read: No such file" in o.out + o.err,
              'the place and the reason')


CASES = [every_property_and_typed_header_comes_to_the_broker, bodies_from_files_come_byte_for_byte_and_in_turn,
         a_mix_of_sizes_has_its_exact_shares, a_profile_offers_its_integral,
         a_payload_that_is_not_there_is_said_before_anything_is_connected]
