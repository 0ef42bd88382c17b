#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes amqp091/methods.hpp and methods.cpp from spec/amqp091.txt, whose head explains the format.

usage: amqp091_methods.py SPEC OUT_FOLDER      (run by cmake/amqp091.cmake)
"""
import pathlib
import sys

# type of the spec -> (C++ type, default, Reader call, size in bytes or None, Writer call)
TYPES = {
    "octet": ("std::uint8_t", " = 0", "in.u8()", 1, "out.u8({})"),
    "short": ("std::uint16_t", " = 0", "in.u16()", 2, "out.u16({})"),
    "long": ("std::uint32_t", " = 0", "in.u32()", 4, "out.u32({})"),
    "longlong": ("std::uint64_t", " = 0", "in.u64()", 8, "out.u64({})"),
    "timestamp": ("std::uint64_t", " = 0", "in.u64()", 8, "out.u64({})"),
    "shortstr": ("std::string_view", "{}", "in.short_string()", None, "out.short_string({})"),
    "longstr": ("std::string_view", "{}", "wire::as_text(in.long_bytes())", None,
                "out.long_bytes(wire::as_bytes({}))"),
    "table": ("TableView", "{}", "read_table(in)", None, "out.long_bytes({}.bytes())"),
    "bit": ("bool", " = false", None, None, None),
}
EMPTY = {"shortstr": 1, "longstr": 4, "table": 4}  # size of a reserved field, which is written empty


def pascal(name):
    return "".join(part.capitalize() for part in name.split("-"))


def snake(name):
    return name.replace("-", "_")


class Method:
    def __init__(self, owner, words):
        self.owner_id, self.owner = owner
        self.id, self.name, self.sender = int(words[0]), words[1], words[2]
        rest = words[3:]
        self.answers = rest[rest.index("->") + 1:] if "->" in rest else []
        self.content = "content" in rest
        self.fields = []
        if self.sender not in ("client", "server", "both"):
            raise ValueError(f"unknown sender {self.sender}")

    @property
    def struct(self):
        return pascal(self.owner) + pascal(self.name)

    @property
    def managed(self):
        """Sent by Connection itself, as part of a state it keeps."""
        if self.owner == "connection":
            return not self.name.startswith(("blocked", "unblocked", "update"))
        return self.owner == "channel" and not self.name.startswith("flow")


def read_spec(path):
    replies, methods, properties, owner, target = [], [], [], None, None
    for number, line in enumerate(path.read_text().splitlines(), 1):
        words = line.split("#")[0].split()
        try:
            if not words:
                continue
            if line.startswith(" "):
                name, kind = words
                if kind not in TYPES:
                    raise ValueError(f"unknown type {kind}")
                target.append((name, kind))
            elif words[0] == "reply":
                replies.append((int(words[1]), words[2], words[3]))
            elif words[0] == "class":
                owner = (int(words[1]), words[2])
            elif words[0] == "method":
                methods.append(Method(owner, words[1:]))
                target = methods[-1].fields
            elif words[0] == "properties":
                target = properties
            else:
                raise ValueError(f"unknown word {words[0]}")
        except (ValueError, TypeError, AttributeError) as error:
            sys.exit(f"{path}:{number}: {error}")
    return replies, methods, properties


def grouped(fields):
    """Neighbouring bits share octets, eight at most."""
    groups = []
    for name, kind in fields:
        if kind == "bit" and groups and groups[-1][0] == "bits" and len(groups[-1][1]) < 8:
            groups[-1][1].append(name)
        elif kind == "bit":
            groups.append(("bits", [name]))
        else:
            groups.append((kind, name))
    return groups


def size_terms(fields):
    fixed, terms = 4, []
    for kind, name in grouped(fields):
        if kind == "bits":
            fixed += 1
        elif name == "-":
            fixed += EMPTY.get(kind) or TYPES[kind][3]
        elif TYPES[kind][3]:
            fixed += TYPES[kind][3]
        else:
            fixed += EMPTY[kind]
            terms.append(f"m.{snake(name)}.bytes().size()" if kind == "table" else f"m.{snake(name)}.size()")
    return " + ".join([str(fixed)] + terms)


def encode_lines(fields):
    for kind, name in grouped(fields):
        if kind == "bits":
            parts = [f"(m.{snake(bit)} ? {1 << place} : 0)" for place, bit in enumerate(name) if bit != "-"]
            yield f"out.u8(static_cast<std::uint8_t>({' | '.join(parts) or '0'}));"
        elif name == "-":
            empty = {"shortstr": "out.u8(0);", "longstr": "out.u32(0);", "table": "out.u32(0);"}
            yield empty.get(kind) or TYPES[kind][4].format("0") + ";"
        else:
            yield TYPES[kind][4].format("m." + snake(name)) + ";"


def decode_lines(fields):
    for kind, name in grouped(fields):
        if kind == "bits":
            used = [(place, bit) for place, bit in enumerate(name) if bit != "-"]
            if not used:
                yield "in.u8();"
                continue
            variable = f"bits_{snake(used[0][1])}"
            yield f"const unsigned {variable} = in.u8();"
            for place, bit in used:
                yield f"m.{snake(bit)} = ({variable} & {1 << place}u) != 0;"
        elif name == "-":
            yield TYPES[kind][2] + ";"
        else:
            yield f"m.{snake(name)} = {TYPES[kind][2]};"


HEAD = """// SPDX-License-Identifier: Apache-2.0
// Made from spec/amqp091.txt by tools/amqp091_methods.py: change those, not this file.
"""


def method_struct(m, by_name):
    def flag(value):
        return "true" if value else "false"

    lines = [f"struct {m.struct} {{"]
    if m.answers:
        lines.append(f"  // Answered by {' or '.join(by_name[m.owner, answer].struct for answer in m.answers)}.")
    lines += [
        f"  static constexpr MethodId kId{{{m.owner_id}, {m.id}}};",
        f'  static constexpr std::string_view kName = "{m.owner}.{m.name}";',
        f"  static constexpr Sender kSender = Sender::{m.sender};",
        f"  static constexpr bool kContent = {flag(m.content)};",
        f"  static constexpr bool kManaged = {flag(m.managed)};",
    ]
    for name, kind in m.fields:
        if name != "-":
            lines.append(f"  {TYPES[kind][0]} {snake(name)}{TYPES[kind][1]};")
    lines += each_field(m.fields)
    lines += [f"  friend bool operator==(const {m.struct}&, const {m.struct}&) = default;", "};"]
    return lines


def each_field(fields):
    """For code that goes over all fields whatever they are: tests, fuzzers, traces."""
    named = [snake(name) for name, _ in fields if name != "-"]
    calls = " ".join(f"visit({name});" for name in named)
    return ["  template <class Visit>", f"  void each_field(Visit&&{' visit' if named else ''}) {{ {calls} }}"]


def properties_struct(properties):
    lines = ["// The properties of a basic content header. Only those whose bit is in `present` count; the with_… calls set both.",
             "struct Properties {"]
    for place, (name, _) in enumerate(properties):
        lines.append(f"  static constexpr std::uint16_t k{pascal(name)} = 1u << {15 - place};")
    lines.append("  std::uint16_t present = 0;")
    for name, kind in properties:
        lines.append(f"  {TYPES[kind][0]} {snake(name)}{TYPES[kind][1]};")
    lines.append("")
    lines.append("  bool has(std::uint16_t bit) const { return (present & bit) != 0; }")
    for name, kind in properties:
        lines += [f"  Properties& with_{snake(name)}({TYPES[kind][0]} value) {{",
                  f"    {snake(name)} = value;", f"    present |= k{pascal(name)};", "    return *this;", "  }"]
    lines += each_field(properties)
    lines += ["  friend bool operator==(const Properties&, const Properties&) = default;", "};"]
    return lines


def header(replies, methods, properties):
    by_name = {(m.owner, m.name): m for m in methods}
    lines = [HEAD.rstrip(), "#pragma once", "", "#include <cstdint>", "#include <string_view>", "#include <variant>", "",
             '#include "amqp091/method_base.hpp"', '#include "amqp091/table.hpp"', '#include "wire/cursor.hpp"', "",
             "namespace amqpace::amqp091 {", "", "enum class ReplyCode : std::uint16_t {"]
    for code, name, scope in replies:
        lines.append(f"  {snake(name)} = {code},{'' if scope == 'nothing' else '  // ends the ' + scope}")
    lines += ["};", "// As RabbitMQ's texts begin: \"NOT_FOUND\"; \"\" when unknown.",
              "std::string_view reply_name(std::uint16_t code);", ""]
    for m in methods:
        lines += method_struct(m, by_name) + [""]
    lines += ["using Method = std::variant<"]
    lines += ["    " + m.struct + ("," if m is not methods[-1] else ">;") for m in methods]
    lines += ["// What is known of the method held.",
              "inline const MethodTraits& traits(const Method& method) { return kTraitsOf<Method>[method.index()]; }"]
    lines += [""] + properties_struct(properties) + [""]
    lines += ["// Of each method M: its size on the wire from the class id on, 0 when a short string is longer than 255 bytes; its",
              "// bytes; and its fields (`in` stands behind the ids; what is wrong shows in in.ok())."]
    for m in methods:
        lines += [f"std::size_t encoded_size(const {m.struct}& m);",
                  f"void encode(const {m.struct}& m, wire::Writer& out);",
                  f"void decode(wire::Reader& in, {m.struct}& m);"]
    lines += ["// The property flags and the values of those present; sizes as above.",
              "std::size_t encoded_size(const Properties& m);",
              "void encode(const Properties& m, wire::Writer& out);",
              "void decode(wire::Reader& in, Properties& m);",
              "// Decodes the method `id` into `out`; false when there is none of that id.",
              "bool decode_method(MethodId id, wire::Reader& in, Method& out);", "",
              "}  // namespace amqpace::amqp091", ""]
    return "\n".join(lines)


def short_strings(fields):
    return [f"m.{snake(name)}" for name, kind in fields if kind == "shortstr" and name != "-"]


def method_functions(m):
    strings = short_strings(m.fields)
    checks = [f"if ({' || '.join(f'{s}.size() > 255' for s in strings)}) return 0;"] if strings else []
    parts = [
        ("std::size_t encoded_size(const {t}&{m})", checks + [f"return {size_terms(m.fields)};"]),
        ("void encode(const {t}&{m}, wire::Writer& out)",
         [f"out.u16({m.owner_id});", f"out.u16({m.id});"] + list(encode_lines(m.fields))),
        ("void decode(wire::Reader&{i}, {t}&{m})", list(decode_lines(m.fields))),
    ]
    lines = []
    for signature, statements in parts:
        text = "\n".join(statements)
        head = signature.format(t=m.struct, m=" m" if "m." in text else "", i=" in" if "in." in text or "(in" in text else "")
        lines += [head + " {"] + ["  " + statement for statement in statements] + ["}"]
    return lines + [""]


def properties_functions(properties):
    sizes, writes, reads = [], [], []
    for name, kind in properties:
        bit = f"m.has(Properties::k{pascal(name)})"
        member = "m." + snake(name)
        cpp = TYPES[kind]
        if kind == "shortstr":
            sizes += [f"  if ({bit}) {{", f"    if ({member}.size() > 255) return 0;", f"    size += 1 + {member}.size();",
                      "  }"]
        elif kind == "table":
            sizes.append(f"  if ({bit}) size += 4 + {member}.bytes().size();")
        else:
            sizes.append(f"  if ({bit}) size += {cpp[3]};")
        writes.append(f"  if ({bit}) {cpp[4].format(member)};")
        reads.append(f"  if ({bit}) {member} = {cpp[2]};")
    return (["std::size_t encoded_size(const Properties& m) {", "  std::size_t size = 2;"] + sizes + ["  return size;", "}"]
            + ["void encode(const Properties& m, wire::Writer& out) {", "  out.u16(m.present);"] + writes + ["}"]
            + ["void decode(wire::Reader& in, Properties& m) {", "  const std::size_t start = in.position();",
               "  m.present = in.u16();", "  if ((m.present & 3) != 0) in.fail_at(start);  // no such property"]
            + reads + ["}", ""])


def body(replies, methods, properties):
    lines = [HEAD.rstrip(), '#include "amqp091/methods.hpp"', "", "namespace amqpace::amqp091 {", "", "namespace {",
             "TableView read_table(wire::Reader& in) {", "  const Bytes inside = in.long_bytes();",
             "  const TableView table(inside);",
             "  if (const auto bad = check_table(table)) in.fail_at(in.position() - inside.size() + *bad);",
             "  return table;", "}", "}  // namespace", "",
             "std::string_view reply_name(std::uint16_t code) {", "  switch (code) {"]
    for code, name, _ in replies:
        lines.append(f'    case {code}: return "{snake(name).upper()}";')
    lines += ['    default: return "";', "  }", "}", ""]
    for m in methods:
        lines += method_functions(m)
    lines += properties_functions(properties)
    lines += ["bool decode_method(MethodId id, wire::Reader& in, Method& out) {",
              "  switch (std::uint32_t{id.class_id} << 16 | id.method_id) {"]
    for m in methods:
        lines.append(f"    case {m.owner_id}u << 16 | {m.id}: decode(in, out.emplace<{m.struct}>()); return true;")
    lines += ["    default: return false;", "  }", "}", "", "}  // namespace amqpace::amqp091", ""]
    return "\n".join(lines)


def main():
    spec, out = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    parts = read_spec(spec)
    out.mkdir(parents=True, exist_ok=True)
    (out / "methods.hpp").write_text(header(*parts))
    (out / "methods.cpp").write_text(body(*parts))


if __name__ == "__main__":
    main()
