# SPDX-License-Identifier: Apache-2.0
"""A link between two brokers, as small as it goes: takes messages from a queue of the one and publishes them to a queue of the other,
each a known time later. Speaks as much AMQP 0-9-1 as that needs. Run as a program: it ends when its parent does."""
import collections
import select
import socket
import struct
import sys
import time

METHOD, HEADER, BODY, HEARTBEAT = 1, 2, 3, 8


def short(text):
    data = text.encode()
    return bytes([len(data)]) + data


class Connection:
    def __init__(self, port):
        self.socket = socket.create_connection(('127.0.0.1', port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.buffer = b''
        self.socket.sendall(b'AMQP\x00\x00\x09\x01')
        self.expect(10, 10)
        response = struct.pack('>I', 12) + b'\0guest\0guest'
        self.method(0, 10, 11, struct.pack('>I', 0) + short('PLAIN') + response + short('en_US'))
        tune = self.expect(10, 30)
        self.method(0, 10, 31, tune[:6] + struct.pack('>H', 0))  # no heartbeats
        self.method(0, 10, 40, short('/') + short('') + b'\0')
        self.expect(10, 41)
        self.method(1, 20, 10, short(''))
        self.expect(20, 11)

    def frame(self, kind, channel, payload):
        return struct.pack('>BHI', kind, channel, len(payload)) + payload + b'\xce'

    def method(self, channel, group, number, arguments):
        self.socket.sendall(self.frame(METHOD, channel, struct.pack('>HH', group, number) + arguments))

    def frames(self):
        """The whole frames that are there: (kind, payload)."""
        while len(self.buffer) >= 7:
            kind, _, size = struct.unpack('>BHI', self.buffer[:7])
            if len(self.buffer) < size + 8:
                return
            payload, self.buffer = self.buffer[7:7 + size], self.buffer[size + 8:]
            if kind != HEARTBEAT:
                yield kind, payload

    def read(self):
        data = self.socket.recv(1 << 16)
        if not data:
            raise SystemExit(0)
        self.buffer += data

    def expect(self, group, number):
        while True:
            for kind, payload in self.frames():
                if kind == METHOD and struct.unpack('>HH', payload[:4]) == (group, number):
                    return payload[4:]
                raise SystemExit(f'expected method {group}.{number}, got {payload[:40]!r}')
            self.read()

    def declare(self, queue):
        durable = 2
        self.method(1, 50, 10, struct.pack('>H', 0) + short(queue) + bytes([durable]) + struct.pack('>I', 0))
        self.expect(50, 11)

    def publish(self, queue, header, body):
        method = struct.pack('>HHH', 60, 40, 0) + short('') + short(queue) + b'\0'
        self.socket.sendall(self.frame(METHOD, 1, method) + self.frame(HEADER, 1, header) + self.frame(BODY, 1, body))


def deliveries(connection):
    """(delivery tag, content header, body) of the messages that are there; keeps what is not whole for the next call."""
    state = connection.__dict__.setdefault('state', {'tag': 0, 'header': b'', 'body': b''})
    for kind, payload in connection.frames():
        if kind == METHOD and payload[:4] == struct.pack('>HH', 60, 60):
            after_tag = 5 + payload[4]
            state['tag'] = struct.unpack('>Q', payload[after_tag:after_tag + 8])[0]
        elif kind == HEADER:
            state['header'], state['body'] = payload, b''
        elif kind == BODY:
            state['body'] += payload
            if len(state['body']) == struct.unpack('>Q', state['header'][4:12])[0]:
                yield state['tag'], state['header'], state['body']


def forward(source_port, source, target_port, target, delay):
    upstream, downstream = Connection(source_port), Connection(target_port)
    upstream.declare(source)
    downstream.declare(target)
    upstream.method(1, 60, 20, struct.pack('>H', 0) + short(source) + short('link') + b'\0' + struct.pack('>I', 0))
    upstream.expect(60, 21)
    print('forwarding', flush=True)
    held = collections.deque()
    while True:
        wait = max(0, held[0][0] - time.monotonic()) if held else None
        ready, _, _ = select.select([upstream.socket, downstream.socket], [], [], wait)
        for connection in (upstream, downstream):
            if connection.socket in ready:
                connection.read()
        held.extend((time.monotonic() + delay, *delivery) for delivery in deliveries(upstream))
        while held and held[0][0] <= time.monotonic():
            _, tag, header, body = held.popleft()
            downstream.publish(target, header, body)
            upstream.method(1, 60, 80, struct.pack('>QB', tag, 0))


if __name__ == '__main__':
    forward(int(sys.argv[1]), sys.argv[2], int(sys.argv[3]), sys.argv[4], float(sys.argv[5]))
