#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The rules of STYLE.md and ARCHITECTURE.md that a program can check. A test of the suite (`ctest -R tidy`).

    tools/tidy.py [FOLDER]      prints one line a finding, path:line: what to do; exits 1 if there is one
"""
import ast
import os
import re
import sys
from collections import namedtuple

from cpp_text import functions, line_of, without_comments_and_literals

MAX_FILE_LINES = 600
MAX_FUNCTION_LINES = 70
FOLDERS = ('src', 'include', 'tests', 'tools', 'fuzz', 'bench')
CPP = ('.cpp', '.hpp', '.h')
CODE = CPP + ('.py', '.sh', '.cmake')
SPDX = 'SPDX-License-Identifier: Apache-2.0'

Finding = namedtuple('Finding', 'path line what')
# A call that is banned in src/ but in the rooms named; `instead` finishes the sentence.
Ban = namedtuple('Ban', 'pattern rooms what instead')
BANS = [
    Ban(r'\b(v?f?printf|f?puts|putchar|perror)\s*\(|\bstd\s*::\s*(cout|cerr|clog)\b|\bfmt\s*::\s*print(ln)?\s*\(',
        {'app'}, 'printing', 'return the text or put it into the Record; only app prints'),
    Ban(r'#\s*include\s*<iostream>', {'app'}, '<iostream>', 'only app prints'),
    Ban(r'\bthrow\b', {'app'}, 'throw', 'return a Result<T> (base/error.hpp), or assert if it is a bug of ours'),
    Ban(r'(?<![\w.>:])(::\s*)?(sleep|usleep|nanosleep|clock_nanosleep)\s*\(|\bthis_thread\s*::\s*sleep_\w+',
        set(), 'sleeping', 'set a timer of net/loop.hpp'),
    Ban(r'\bclock_gettime\s*\(|\bgettimeofday\s*\(|_clock\s*::\s*now\b|(?<![\w.>])time\s*\(\s*(0|NULL|nullptr)\s*\)',
        {'base'}, "reading the system's clock", 'take a Clock (base/clock.hpp) as an argument'),
    Ban(r'#\s*include\s*<regex>|\bstd\s*::\s*(w?regex|regex_\w+)\b', set(), '<regex>', 'write the few comparisons out'),
    Ban(r'\b(strto(l|ll|ul|ull|f|d|ld|imax|umax)|ato(i|l|ll|f)|sto(i|l|ll|ul|ull|f|d|ld))\s*\(',
        {'base'}, 'reading a number by the locale', 'use parse_… of base/units.hpp, or std::from_chars'),
    Ban(r'#\s*include\s*<c?locale(\.h)?>|\bstd\s*::\s*locale\b|\bsetlocale\s*\(|\.\s*imbue\s*\(',
        set(), 'a locale', 'use base/units.hpp; numbers look the same everywhere'),
]
# Header prefix -> rooms whose files may include it. What is not named here belongs to nobody.
THIRD_PARTY = {
    'libfyaml.h': {'config'}, 'nlohmann/': {'config', 'report', 'mgmt'}, 'CLI/': {'app'}, 'httplib.h': {'mgmt'},
    'openssl/': {'net'}, 'zlib.h': {'hist'}, 'tl/': {'base'}, 'amqpace/': {'api', 'app'},
}
SYSTEM_FOLDERS = ('sys/', 'linux/', 'net/', 'netinet/', 'arpa/', 'sanitizer/')
# Spelled apart, so that this line is not a finding itself.
LEFTOVER = re.compile(r'\b(' + '|'.join(['TO' + 'DO', 'FIX' + 'ME', 'XX' + 'X']) + r')\b')
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"\n]+)[>"]', re.MULTILINE)


class SourceFile:
    def __init__(self, root, path):
        self.path = path
        with open(os.path.join(root, path), encoding='utf-8', errors='replace') as f:
            self.text = f.read()
        self.lines = self.text.splitlines()
        self.is_cpp = path.endswith(CPP)
        self.is_test = path.endswith('_test.cpp') or path.startswith('tests/')
        self.code = without_comments_and_literals(self.text) if self.is_cpp else ''
        parts = path.split('/')
        self.top = parts[0]
        # "main" stands for the one file above the rooms.
        self.room = None if parts[0] != 'src' else parts[1] if len(parts) > 2 else 'main'

    def includes(self):
        return [(m.group(1) == '<', m.group(2), line_of(self.code, m.start())) for m in INCLUDE.finditer(self.code)]


def source_files(root):
    for folder in FOLDERS:
        for where, folders, names in os.walk(os.path.join(root, folder)):
            folders[:] = sorted(d for d in folders if not d.startswith('.') and d not in ('__pycache__', 'build'))
            for name in sorted(names):
                if name.endswith(CODE):
                    yield SourceFile(root, os.path.relpath(os.path.join(where, name), root).replace(os.sep, '/'))


def read_rooms(root):
    """room -> the rooms it may name, of cmake/rooms.cmake."""
    with open(os.path.join(root, 'cmake/rooms.cmake'), encoding='utf-8') as f:
        text = re.sub(r'#.*', '', f.read())
    rooms = {}
    for words in (m.group(1).split() for m in re.finditer(r'^\s*room\(([^)]*)\)', text, re.MULTILINE)):
        keyword = None
        rooms[words[0]] = set()
        for word in words[1:]:
            if word.isupper() or word in ('PUBLIC_THIRD_PARTY', 'THIRD_PARTY'):
                keyword = word
            elif keyword == 'DEPS':
                rooms[words[0]].add(word)
    return rooms


def check_size(file):
    if len(file.lines) > MAX_FILE_LINES:
        yield Finding(file.path, MAX_FILE_LINES + 1, f'{len(file.lines)} lines, at most {MAX_FILE_LINES}: '
                      'find the second subject and give it a file')


def python_functions(text):
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield node.lineno, node.end_lineno


def check_functions(file):
    spans = functions(file.code) if file.is_cpp else python_functions(file.text) if file.path.endswith('.py') else []
    for first, last in spans:
        if last - first + 1 > MAX_FUNCTION_LINES:
            yield Finding(file.path, first, f'a function of {last - first + 1} lines, at most {MAX_FUNCTION_LINES}: '
                          'keep the branching, move the work into functions of their own')


def check_spdx(file):
    if file.is_cpp:
        good = file.lines[:1] == ['// ' + SPDX]
    else:
        shebang = file.lines[:1] and file.lines[0].startswith('#!')
        good = file.path.endswith('.cmake') or file.lines[1 if shebang else 0:][:1] == ['# ' + SPDX]
    if not good:
        yield Finding(file.path, 1, f'the file does not begin with "{SPDX}"')


def check_leftovers(file):
    for number, line in enumerate(file.lines, 1):
        match = LEFTOVER.search(line)
        if match:
            yield Finding(file.path, number, f'{match.group(1)}: do it, or open an issue and leave it out')


def check_bans(file):
    if file.room is None:
        return
    for ban in BANS:
        if file.room in ban.rooms or (file.is_test and ban.what == 'throw'):
            continue
        for match in re.finditer(ban.pattern, file.code):
            yield Finding(file.path, line_of(file.code, match.start()), f'{ban.what} is not for {file.room}: {ban.instead}')


def why_not_included(file, name):
    """A sentence if `file` may not include the third-party or system header <name>, else None."""
    if name.startswith('gtest/') or name.startswith('gmock/'):
        return None if file.is_test else 'gtest is for _test.cpp files'
    if name.startswith('fmt/'):
        return None if file.path.endswith('.cpp') else 'fmt is for .cpp files: it makes every user of a header slow to build'
    for prefix, rooms in THIRD_PARTY.items():
        if name.startswith(prefix):
            return None if file.room in rooms else f'it belongs to {", ".join(sorted(rooms))}'
    if ('/' in name and not name.startswith(SYSTEM_FOLDERS)) or name.endswith('.hpp'):
        return 'no room has declared it (THIRD_PARTY in tools/tidy.py)'
    return None


def check_includes(file, rooms):
    for angled, name, line in file.includes():
        if '..' in name.split('/'):
            yield Finding(file.path, line, f'"{name}" climbs out of its folder: include as "room/file.hpp"')
        elif file.room is None:
            continue
        elif angled:
            why = why_not_included(file, name)
            if why:
                yield Finding(file.path, line, f'<{name}> is not for {file.room}: {why}')
        else:
            target = name.split('/')[0]
            allowed = {'app'} if file.room == 'main' else rooms.get(file.room, set()) | {file.room}
            if '/' not in name or target not in rooms:
                yield Finding(file.path, line, f'"{name}" names no room: include as "room/file.hpp"')
            elif target not in allowed:
                yield Finding(file.path, line, f'{file.room} may not name {target} (cmake/rooms.cmake)')


def check_places(files, rooms):
    """Every file of src/ is in a room that CMake knows, and rooms are flat."""
    for file in files:
        if file.room in (None, 'main'):
            continue
        if file.room not in rooms:
            yield Finding(file.path, 1, f'{file.room} is not a room of cmake/rooms.cmake')
        elif file.path.count('/') > 2:
            yield Finding(file.path, 1, 'rooms are flat: no folders in them')


def check_table(root, rooms):
    """ARCHITECTURE.md's rows "| `room` | what | deps |" say what cmake/rooms.cmake says."""
    page = 'ARCHITECTURE.md'
    if not os.path.exists(os.path.join(root, page)):
        return
    told = {}
    with open(os.path.join(root, page), encoding='utf-8') as f:
        for number, line in enumerate(f, 1):
            row = re.fullmatch(r'\|\s*(`\w+`(?:, `\w+`)*)\s*\|(.*)\|([^|]*)\|', line.strip())
            if row:
                deps = set(re.findall(r'\w+', row.group(3)))
                told.update({room: (deps, number) for room in re.findall(r'\w+', row.group(1))})
    for room, (deps, number) in told.items():
        if room not in rooms:
            yield Finding(page, number, f'{room} is not a room of cmake/rooms.cmake')
        elif deps != rooms[room]:
            listed = ', '.join(sorted(rooms[room])) or '–'
            yield Finding(page, number, f'{room} may name {listed} by cmake/rooms.cmake')
    for room in sorted(set(rooms) - set(told)):
        yield Finding(page, 1, f'the table has no row for the room {room}')


def check_tree(root):
    rooms = read_rooms(root)
    files = list(source_files(root))
    found = []
    for file in files:
        for check in (check_size, check_functions, check_spdx, check_leftovers, check_bans):
            found += check(file)
        found += check_includes(file, rooms)
    found += check_places(files, rooms)
    found += check_table(root, rooms)
    return len(files), sorted(set(found))


def main(arguments):
    root = arguments[0] if arguments else os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir)
    count, found = check_tree(root)
    for finding in found:
        print(f'{finding.path}:{finding.line}: {finding.what}')
    print(f'tidy: {count} files, {len(found)} findings')
    return 1 if found else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
