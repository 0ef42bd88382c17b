# SPDX-License-Identifier: Apache-2.0
"""A few lines of AMQP 0-9-1 of the tests' own, so that what the program says about an outage is held against another clock.

Spec sections: 2.3.5 framing, 4.2.5 tables; connection and channel methods as numbered there.
"""
import socket
import struct
import threading
import time

BLOCKED, UNBLOCKED = (10, 60), (10, 61)


def short(text):
    return bytes([len(text)]) + text.encode()


def long(data):
    return struct.pack('>I', len(data)) + data


def method(channel, number, arguments=b''):
    payload = struct.pack('>HH', *number) + arguments
    return struct.pack('>BHI', 1, channel, len(payload)) + payload + b'\xce'


class Peer:
    """One connection, logged in as guest; raises OSError when it is lost."""

    def __init__(self, port, patience=2):
        self.socket = socket.create_connection(('127.0.0.1', port), patience)
        self.buffer = b''
        self.socket.sendall(b'AMQP\x00\x00\x09\x01')
        self.expect((10, 10))
        can = short('capabilities') + b'F' + long(short('connection.blocked') + b't\x01')
        self.socket.sendall(method(0, (10, 11), long(can) + short('PLAIN') + long(b'\0guest\0guest') + short('en_US')))
        self.expect((10, 30))
        self.socket.sendall(method(0, (10, 31), struct.pack('>HIH', 2047, 131072, 0)))
        self.socket.sendall(method(0, (10, 40), short('/') + short('') + b'\0'))
        self.expect((10, 41))

    def frame(self):
        while True:
            if len(self.buffer) >= 8:
                kind, channel, size = struct.unpack('>BHI', self.buffer[:7])
                if len(self.buffer) >= size + 8:
                    payload, self.buffer = self.buffer[7:7 + size], self.buffer[size + 8:]
                    return kind, channel, payload
            data = self.socket.recv(65536)
            if not data:
                raise ConnectionError('closed')
            self.buffer += data

    def expect(self, number):
        while True:
            kind, _, payload = self.frame()
            if kind == 1 and struct.unpack('>HH', payload[:4]) == (10, 50):
                raise ConnectionError(f'the broker closed the connection: {payload[7:]!r}')
            if kind == 1 and struct.unpack('>HH', payload[:4]) == number:
                return payload[4:]

    def close(self):
        self.socket.close()


def answers(port):
    try:
        Peer(port).close()
    except OSError:
        return False
    return True


def until_answering(port, patience=60):
    """The instant at which the broker first opened a connection for us."""
    deadline = time.monotonic() + patience
    while time.monotonic() < deadline:
        if answers(port):
            return time.monotonic()
        time.sleep(0.02)
    raise AssertionError(f'nobody answered on port {port} for {patience} s')


class BlockedWatch(threading.Thread):
    """Publishes a message every 20 ms, and notes when connection.blocked and connection.unblocked come."""

    def __init__(self, port):
        super().__init__(daemon=True)
        self.peer = Peer(port)
        self.peer.socket.sendall(method(1, (20, 10), b'\0'))
        self.peer.expect((20, 11))
        self.peer.socket.settimeout(0.02)
        self.seen = {}
        self.over = False

    def run(self):
        publish = method(1, (60, 40), struct.pack('>H', 0) + short('') + short('nobody') + b'\0')
        header = struct.pack('>HHQH', 60, 0, 1, 0)
        message = publish + struct.pack('>BHI', 2, 1, len(header)) + header + b'\xce' + b'\x03\0\x01\0\0\0\x01x\xce'
        while not self.over:
            try:
                if BLOCKED not in self.seen:
                    self.peer.socket.sendall(message)
                kind, _, payload = self.peer.frame()
                if kind == 1:
                    self.seen.setdefault(struct.unpack('>HH', payload[:4]), time.monotonic())
            except socket.timeout:
                continue
            except OSError:
                return

    def blocked_for(self):
        return self.seen[UNBLOCKED] - self.seen[BLOCKED]

    def wait(self, number, patience=30):
        deadline = time.monotonic() + patience
        while number not in self.seen:
            if time.monotonic() > deadline:
                raise AssertionError(f'no method {number} came')
            time.sleep(0.01)
