#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints first inputs for a fuzz target, an input a line, in hex: each method, handshakes, messages in frames of all
kinds, closes, tables of each type. What the fuzzers add to them lies in fuzz/corpus (tools/fuzz_corpus.py).

usage: fuzz_seeds.py client|server|table
"""
import pathlib
import struct
import sys

from amqp091_methods import read_spec

SPEC = pathlib.Path(__file__).resolve().parent.parent / "spec" / "amqp091.txt"
OPENED, REFUSE, CLOSE_CHANNEL, CLOSE = 1, 2, 4, 8
SIZES = {"octet": 1, "short": 2, "long": 4, "longlong": 8, "timestamp": 8}
HEADER = b"AMQP\x00\x00\x09\x01"


def short(text):
    return bytes([len(text)]) + text


def sized(inside):
    return struct.pack(">I", len(inside)) + inside


VALUES = [b"V", b"t\x01", b"b\xfb", b"B\xfa", b"s\xff\x00", b"u\xff\x00", b"I\xff\x00\x00\x01", b"i\xff\x00\x00\x01",
          b"l" + b"\xff" * 8, b"L" + b"\x01" * 8, b"f" + struct.pack(">f", 1.5), b"d" + struct.pack(">d", -2.5),
          b"D\x02\x00\x00\x01\x3a", b"S" + sized(b"text"), b"x" + sized(b"\x00\x01"), b"T" + b"\x00" * 7 + b"\x09"]


def table(*values):
    return b"".join(short(b"k%d" % n) + value for n, value in enumerate(values))


def nested(depth, inside=b"VVVVVVVV"):
    """A table of `depth` levels, arrays but for the outermost."""
    for _ in range(depth - 1):
        inside = b"A" + sized(inside)
    return short(b"a") + inside


def fields(kinds, bits):
    out, pending = b"", []
    for name, kind in list(kinds) + [("", None)]:
        if kind == "bit":
            pending.append(bits if name != "-" else 0)
            continue
        if pending:
            out += bytes([sum(bit << place for place, bit in enumerate(pending))])
            pending = []
        if kind == "shortstr":
            out += short(b"abc" if name != "-" else b"")
        elif kind == "longstr":
            out += sized(b"PLAIN" if name == "mechanisms" else b"\0guest\0guest" if name == "response" else b"long")
        elif kind == "table":
            out += sized(table(*VALUES[:4], b"F" + sized(table(*VALUES))))
        elif kind:
            out += bytes(SIZES[kind] - 1) + b"\x05"
    return out


def frame(kind, channel, payload, end=b"\xce"):
    return struct.pack(">BHI", kind, channel, len(payload)) + payload + end


class Seeds:
    def __init__(self, role):
        self.role = role
        self.lines = []
        _, self.methods, self.properties = read_spec(SPEC)
        self.by_name = {f"{m.owner}.{m.name}": m for m in self.methods}

    def add(self, flags, *parts, piece=6):
        self.lines.append((bytes([flags, piece]) + b"".join(parts)).hex())

    def method(self, name, channel=1, bits=1):
        m = self.by_name[name]
        return frame(1, channel, struct.pack(">HH", m.owner_id, m.id) + fields(m.fields, bits))

    def raw(self, name, channel, payload):
        m = self.by_name[name]
        return frame(1, channel, struct.pack(">HH", m.owner_id, m.id) + payload)

    def header(self, size, properties=b"\x00\x00", channel=1):
        return frame(2, channel, struct.pack(">HHQ", 60, 0, size) + properties)

    def all_properties(self):
        flags = sum(1 << (15 - place) for place in range(len(self.properties)))
        return struct.pack(">H", flags) + fields(self.properties, 1)

    def handshake(self):
        if self.role == "client":
            start = self.raw("connection.start", 0, b"\x00\x09" + sized(b"") + sized(b"PLAIN") + sized(b"en_US"))
            tune = self.raw("connection.tune", 0, struct.pack(">HIH", 10, 4096, 0))
            return [start, tune, self.method("connection.open-ok", 0)]
        start_ok = self.raw("connection.start-ok", 0, sized(b"") + short(b"PLAIN") + sized(b"\0u\0p") + short(b"en_US"))
        tune_ok = self.raw("connection.tune-ok", 0, struct.pack(">HIH", 10, 4096, 0))
        return [HEADER, start_ok, tune_ok, self.method("connection.open", 0), self.method("channel.open", 1)]

    def connection(self):
        peer = "server" if self.role == "client" else "client"
        message = self.method("basic.deliver" if self.role == "client" else "basic.publish")
        for m in self.methods:
            channel = 0 if m.owner == "connection" else 1
            name = f"{m.owner}.{m.name}"
            for bits in {0, any(kind == "bit" for _, kind in m.fields)}:
                self.add(OPENED, self.method(name, channel, bits), self.method("basic.ack"))
            if m.content and m.sender == peer:
                self.add(OPENED, self.method(name), self.header(5, self.all_properties()), frame(3, 1, b"hello"))
        steps = self.handshake()
        for count in range(1, len(steps) + 1):
            self.add(0, *steps[:count])
            self.add(REFUSE, *steps[:count], self.method("connection.close", 0))
        self.add(0, b"AMQP\x00\x01\x00\x00")
        if self.role == "server":
            login = sized(b"") + short(b"AMQPLAIN") + sized(b"\x05LOGINS" + sized(b"u") + b"\x08PASSWORDS" + sized(b"p"))
            capable = sized(short(b"capabilities") + b"F" + sized(short(b"authentication_failure_close") + b"t\x01"))
            self.add(0, HEADER, self.raw("connection.start-ok", 0, login + short(b"en_US")))
            self.add(REFUSE, HEADER, self.raw("connection.start-ok", 0, capable + short(b"PLAIN") + sized(b"\0u\0p") + b"\0"),
                     self.method("connection.close-ok", 0))
            self.add(0, HEADER, self.raw("connection.start-ok", 0, sized(b"") + short(b"OTHER") + sized(b"") + b"\0"))
        for size in (0, 1, 10, 4088):
            self.add(OPENED, message, self.header(size), frame(3, 1, b"x" * size) if size else b"", self.method("basic.ack"))
        self.add(OPENED, message, self.header(9), frame(3, 1, b"four"), frame(8, 0, b""), frame(3, 1, b"4five"[:5]))
        self.add(OPENED, message, self.header(9), frame(3, 1, b"four"), message)
        self.add(OPENED, message, self.header(1 << 40))
        self.add(OPENED, message, frame(3, 1, b"early"))
        self.add(OPENED, self.header(5), frame(3, 1, b"hello"))
        self.add(OPENED, message, self.header(3, b"\x20\x00" + sized(nested(32))), frame(3, 1, b"abc"))
        two = message.replace(b"\x01\x00\x01", b"\x01\x00\x02", 1)
        self.add(OPENED, message, two, self.header(3), self.header(3, channel=2), frame(3, 2, b"two"), frame(3, 1, b"one"))
        for flags in (CLOSE_CHANNEL, CLOSE, CLOSE_CHANNEL | CLOSE):
            self.add(OPENED | flags, message, self.header(1), frame(3, 1, b"x"), message, self.header(2), frame(3, 1, b"xy"),
                     message, self.header(0), self.method("channel.close"), self.method("channel.close-ok"),
                     self.method("connection.close", 0), self.method("connection.close-ok", 0), self.method("basic.ack"))
        self.add(OPENED, frame(1, 1, b"\x00\x3c\x00\x50" + bytes(9), b"\x00"))
        self.add(OPENED, frame(5, 1, b""), frame(8, 1, b""))
        self.add(OPENED, b"\x01\x00\x01\xff\xff\xff\xff")

    def tables(self):
        for value in VALUES:
            self.lines.append(table(value).hex())
            self.lines.append(table(b"A" + sized(value + value)).hex())
        self.lines.append(table(*VALUES, b"F" + sized(table(*VALUES)), b"A" + sized(b"".join(VALUES))).hex())
        self.lines.append((b"\x05LOGINS" + sized(b"u") + b"\x08PASSWORDS" + sized(b"p")).hex())
        for depth in (2, 8, 16, 31, 32):
            for size in (8, 100, 200, 400):
                self.lines.append(nested(depth, b"V" * size).hex())


def main():
    role = sys.argv[1]
    seeds = Seeds(role)
    if role == "table":
        seeds.tables()
    else:
        seeds.connection()
    print("\n".join(dict.fromkeys(seeds.lines)))


if __name__ == "__main__":
    main()
