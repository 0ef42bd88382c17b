#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Each rule of tidy.py is shown to find its mistake, and to leave the right way alone."""
import os
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import cpp_text  # noqa: E402
import tidy  # noqa: E402

SPDX = '// ' + tidy.SPDX + '\n'
ROOMS = '''# room(ghost DEPS base)
room(base THIRD_PARTY fmt::fmt PUBLIC_THIRD_PARTY tl::expected)
room(net DEPS base GENERATED ${X})
room(engine
  DEPS net base)
room(app DEPS engine base)
room(config DEPS base THIRD_PARTY PkgConfig::FYAML)
'''


class Tree(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.write('cmake/rooms.cmake', ROOMS)

    def write(self, path, text):
        full = os.path.join(self.folder.name, path)
        os.makedirs(os.path.dirname(full), exist_ok=True)
        with open(full, 'w', encoding='utf-8') as f:
            f.write(text)

    def findings(self, path=None, text=None):
        if path:
            self.write(path, text)
        found = tidy.check_tree(self.folder.name)[1]
        if path:
            os.remove(os.path.join(self.folder.name, path))
        return found

    def expect(self, path, text, line, words):
        found = self.findings(path, text)
        self.assertEqual(len(found), 1, f'{text!r}: {found}')
        self.assertEqual((found[0].path, found[0].line), (path, line))
        self.assertIn(words, found[0].what)

    def expect_clean(self, path, text):
        self.assertEqual(self.findings(path, text), [])

    def expect_banned(self, statement, words, room='engine'):
        self.expect(f'src/{room}/a.cpp', SPDX + f'void f() {{ {statement} }}\n', 2, words)

    def expect_allowed(self, statement, room='engine', name='a.cpp'):
        self.expect_clean(f'src/{room}/{name}', SPDX + f'void f() {{ {statement} }}\n')


class Sizes(Tree):
    def test_a_file_may_have_600_lines_and_not_601(self):
        self.expect_clean('src/net/a.hpp', SPDX + 'int x;\n' * 599)
        self.expect('src/net/a.hpp', SPDX + 'int x;\n' * 600, 601, '601 lines')
        self.expect('tests/a.sh', '#!/bin/sh\n# ' + tidy.SPDX + '\n' + 'true\n' * 600, 601, '602 lines')

    def test_a_function_may_have_70_lines_and_not_71(self):
        self.expect_clean('src/net/a.cpp', SPDX + 'void f() {\n' + 'g();\n' * 68 + '}\n')
        self.expect('src/net/a.cpp', SPDX + '\nvoid f() {\n' + 'g();\n' * 69 + '}\n', 3, 'a function of 71 lines')

    def test_so_may_a_python_function(self):
        head = '# ' + tidy.SPDX + '\ndef f():\n'
        self.expect_clean('tools/a.py', head + '    g()\n' * 69)
        self.expect('tools/a.py', head + '    g()\n' * 70, 2, 'a function of 71 lines')


class Functions(unittest.TestCase):
    def spans(self, text):
        return cpp_text.functions(cpp_text.without_comments_and_literals(text))

    def test_are_found_wherever_they_stand(self):
        self.assertEqual(self.spans('namespace a {\nint f() {\n return {1}[0];\n}\n}\n'), [(2, 4)])
        self.assertEqual(self.spans('class A : public B {\n public:\n  int f() const override {\n }\n int x = 3;\n};\n'), [(3, 4)])
        self.assertEqual(self.spans('template <class T = int>\nstd::vector<T> f(int a = 3) {\n}\n'), [(1, 3)])
        self.assertEqual(self.spans('auto f(int a) -> std::vector<int> {\n}\n'), [(1, 2)])
        self.assertEqual(self.spans('A& A::operator=(const A& o) {\n}\nbool operator==(A, A) {\n}\n'), [(1, 2), (3, 4)])
        self.assertEqual(self.spans('TEST(A, B) {\n if (x) {\n }\n}\n'), [(1, 4)])

    def test_of_construction_begin_at_their_head(self):
        self.assertEqual(self.spans('A::A(int n)\n    : a_{n}, b_(2), c_{3} {\n  f();\n}\nint g() {\n}\n'), [(1, 4), (5, 6)])
        self.assertEqual(self.spans('A::A() noexcept : a_{} {\n}\n'), [(1, 2)])

    def test_are_not_tables_types_and_literals(self):
        self.assertEqual(self.spans('constexpr int k[] = {\n1,\n2};\n'), [])
        self.assertEqual(self.spans('constexpr auto k = make({\n1,\n[](int) { return 2; }});\nint x{3};\n'), [])
        self.assertEqual(self.spans('enum class E {\n a, b };\nstruct alignas(64) S {\n int x{f()};\n};\n'), [])
        self.assertEqual(self.spans('// void f() {\nconst char* s = "void g() {";\nauto r = R"(void h() {)";\n'), [])
        self.assertEqual(self.spans("#define F(x) void x() { \\\n }\nchar c = '{';\nint n = 1'000'000;\n"), [])

    def test_are_still_found_after_all_of_that(self):
        text = 'constexpr int k[] = {1};\nstruct S {\n int x = {2};\n};\n#define X {\nint n = 1\'000;\nvoid f() {\n}\n'
        self.assertEqual(self.spans(text), [(7, 8)])


class Beginnings(Tree):
    def test_a_file_begins_with_its_licence(self):
        self.expect('src/net/a.cpp', 'int x;\n', 1, 'SPDX')
        self.expect('src/net/a.cpp', '\n' + SPDX, 1, 'SPDX')
        self.expect('tools/a.py', '#!/usr/bin/env python3\n', 1, 'SPDX')
        self.expect('fuzz/a.cpp', '', 1, 'SPDX')
        self.expect_clean('tools/a.py', '#!/usr/bin/env python3\n# ' + tidy.SPDX + '\n')
        self.expect_clean('tools/a.py', '# ' + tidy.SPDX + '\n')


class Rooms(Tree):
    def test_are_read_from_cmake(self):
        self.assertEqual(tidy.read_rooms(self.folder.name),
                         {'base': set(), 'net': {'base'}, 'engine': {'net', 'base'}, 'app': {'engine', 'base'},
                          'config': {'base'}})

    def test_name_only_those_they_declare(self):
        self.expect_clean('src/engine/a.cpp', SPDX + '#include "engine/b.hpp"\n#include "net/c.hpp"\n#include "base/d.hpp"\n')
        self.expect('src/net/a.cpp', SPDX + '#include "engine/b.hpp"\n', 2, 'net may not name engine')
        self.expect('src/app/a_test.cpp', SPDX + '#include "net/b.hpp"\n', 2, 'app may not name net')
        self.expect('src/base/a.hpp', SPDX + '#include "net/b.hpp"\n', 2, 'base may not name net')
        self.expect_clean('src/base/a.hpp', SPDX + '// #include "net/b.hpp"\n')

    def test_are_named_in_every_include(self):
        self.expect('src/net/a.cpp', SPDX + '#include "b.hpp"\n', 2, 'names no room')
        self.expect('src/net/a.cpp', SPDX + '#include "other/b.hpp"\n', 2, 'names no room')
        self.expect('src/net/a.cpp', SPDX + '#include "net/../engine/b.hpp"\n', 2, 'climbs')
        self.expect('tests/a.cpp', SPDX + '#include "../src/b.hpp"\n', 2, 'climbs')

    def test_have_a_folder_that_cmake_knows(self):
        self.expect('src/attic/a.cpp', SPDX, 1, 'attic is not a room')
        self.expect('src/net/deeper/a.cpp', SPDX, 1, 'flat')

    def test_are_below_main_which_names_only_app(self):
        self.expect_clean('src/main.cpp', SPDX + '#include "app/a.hpp"\n')
        self.expect('src/main.cpp', SPDX + '#include "engine/a.hpp"\n', 2, 'main may not name engine')


class ThirdParties(Tree):
    def test_belong_to_the_room_that_declares_them(self):
        self.expect_clean('src/config/a.cpp', SPDX + '#include <libfyaml.h>\n#include <nlohmann/json.hpp>\n')
        self.expect('src/engine/a.cpp', SPDX + '#include <libfyaml.h>\n', 2, 'belongs to config')
        self.expect('src/engine/a.cpp', SPDX + '#include <nlohmann/json.hpp>\n', 2, 'belongs to config, mgmt, report')
        self.expect('src/config/a.cpp', SPDX + '#include <CLI/CLI.hpp>\n', 2, 'belongs to app')
        self.expect('src/app/a.cpp', SPDX + '#include <httplib.h>\n', 2, 'belongs to mgmt')
        self.expect('src/app/a.cpp', SPDX + '#include <openssl/ssl.h>\n', 2, 'belongs to net')
        self.expect('src/app/a.cpp', SPDX + '#include <boost/asio.hpp>\n', 2, 'no room has declared it')

    def test_for_text_stay_out_of_headers_and_for_tests_out_of_the_program(self):
        self.expect_clean('src/engine/a.cpp', SPDX + '#include <fmt/format.h>\n')
        self.expect('src/engine/a.hpp', SPDX + '#include <fmt/format.h>\n', 2, 'fmt is for .cpp')
        self.expect_clean('src/engine/a_test.cpp', SPDX + '#include <gtest/gtest.h>\n')
        self.expect('src/engine/a.cpp', SPDX + '#include <gtest/gtest.h>\n', 2, 'gtest is for _test.cpp')

    def test_are_not_the_system(self):
        self.expect_clean('src/engine/a.cpp', SPDX + '#include <vector>\n#include <sys/epoll.h>\n#include <unistd.h>\n')


class Bans(Tree):
    def test_printing(self):
        for call in ('printf("x");', 'std::fprintf(f, "x");', 'std::cout << 1;', 'std::cerr << 1;', 'puts("x");', 'fmt::print("x");'):
            self.expect_banned(call, 'only app prints')
            self.expect_allowed(call, 'app')
        self.expect_allowed('snprintf(b, 2, "x"); x.print(); fmt::format("printf(");')

    def test_throwing(self):
        self.expect_banned('throw 1;', 'Result<T>')
        self.expect_allowed('throw 1;', 'app')
        self.expect_allowed('throw 1;', name='a_test.cpp')
        self.expect_allowed('// throw 1;\n rethrow();')

    def test_sleeping(self):
        for room in ('engine', 'app', 'base'):
            for call in ('sleep(1);', '::sleep(1);', 'usleep(1);', 'nanosleep(&t, 0);', 'std::this_thread::sleep_for(1s);'):
                self.expect_banned(call, 'timer', room)
        self.expect_allowed('loop.sleep(1); deep_sleep(2); Loop::sleep(3);')

    def test_reading_the_clock(self):
        for call in ('clock_gettime(CLOCK_MONOTONIC, &t);', 'std::chrono::steady_clock::now();', 'system_clock::now();',
                     'time(nullptr);', 'std::time(0);', 'gettimeofday(&t, 0);'):
            self.expect_banned(call, 'take a Clock')
            self.expect_allowed(call, 'base')
        self.expect_allowed('clock.now(); run_time(0);')

    def test_reading_numbers_by_the_locale(self):
        for call in ('std::stoi(s);', 'strtol(s, 0, 10);', 'atoi(s);', 'std::strtod(s, 0);', 'stoull(s);'):
            self.expect_banned(call, 'base/units.hpp')
            self.expect_allowed(call, 'base')

    def test_expressions_and_locales(self):
        self.expect('src/app/a.cpp', SPDX + '#include <regex>\n', 2, 'comparisons')
        self.expect('src/app/a.cpp', SPDX + '#include <locale>\n', 2, 'locale')
        self.expect_banned('std::regex r;', 'comparisons')
        self.expect_banned('std::locale l;', 'locale')
        self.expect_banned('setlocale(LC_ALL, "");', 'locale', 'app')

    def test_say_the_line(self):
        self.expect('src/net/a.cpp', SPDX + '/* a\n b */\nvoid f() {\n  puts("x");\n}\n', 5, 'printing is not for net')

    def test_leftovers(self):
        word = 'TO' + 'DO'
        self.expect('src/net/a.cpp', SPDX + f'// {word}: later\n', 2, word)
        self.expect('tests/a.py', '# ' + tidy.SPDX + f'\n# {"FIX" + "ME"}\n', 2, 'issue')


class Table(Tree):
    HEAD = '| room | what | may name |\n|---|---|---|\n'
    GOOD = HEAD + ('| `base` | b | – |\n| `net` | n | base |\n| `engine` | e | net, base |\n'
                   '| `app` | a | engine, base |\n| `config` | c, d | base |\n')

    def test_says_what_cmake_says(self):
        self.write('ARCHITECTURE.md', self.GOOD)
        self.assertEqual(self.findings(), [])

    def test_names_a_room_too_many_or_too_few(self):
        self.write('ARCHITECTURE.md', self.GOOD + '| `attic` | x | base |\n')
        self.assertEqual([(f.line, f.what) for f in self.findings()], [(8, 'attic is not a room of cmake/rooms.cmake')])
        self.write('ARCHITECTURE.md', self.GOOD.replace('| `net` | n | base |\n', ''))
        self.assertEqual([f.what for f in self.findings()], ['the table has no row for the room net'])

    def test_names_other_directions(self):
        self.write('ARCHITECTURE.md', self.GOOD.replace('net, base', 'base'))
        self.assertEqual([(f.line, f.what) for f in self.findings()], [(5, 'engine may name base, net by cmake/rooms.cmake')])


if __name__ == '__main__':
    unittest.main()
