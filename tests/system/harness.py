# SPDX-License-Identifier: Apache-2.0
"""What the cases are written with: running the program, reading what it left behind, and saying what is not as it must be.

A case is a function of one Context. It raises (through check, equal, …) when something is wrong; the runner prints the
command and everything the program said.
"""
import json
import os
import re
import shlex
import signal
import socket
import subprocess
import threading
import time
from pathlib import Path

from children import end_with_parent

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).resolve().parent


def check(condition, sentence):
    if not condition:
        raise AssertionError(sentence)


def equal(actual, expected, what):
    check(actual == expected, f'{what}: {actual!r}, expected {expected!r}')


def within(actual, low, high, what):
    check(low <= actual <= high, f'{what}: {actual!r}, expected {low!r} to {high!r}')


def contains(text, part, what='the output'):
    check(part in text, f'{what} does not say {part!r}')


def lacks(text, part, what='the output'):
    check(part not in text, f'{what} says {part!r}')


class Outcome:
    """One finished run of the program."""

    def __init__(self, command, code, out, err, seconds, folder):
        self.command, self.code, self.out, self.err, self.seconds = command, code, out, err, seconds
        self.folder = folder  # of its reports; may not exist

    def describe(self):
        def cut(text):
            lines = text.splitlines()
            return '\n'.join('    ' + line for line in lines[:60] + (['…'] if len(lines) > 60 else []))
        return (f'  $ {" ".join(shlex.quote(c) for c in self.command)}\n  exit code {self.code}, {self.seconds:.1f} s\n'
                f'  stdout:\n{cut(self.out)}\n  stderr:\n{cut(self.err)}')

    def evidence(self):
        """The lines that a person would quote."""
        telling = re.compile(r'^  (window|published|failed|consumed|queue at end|ledger|instrument|result:)|^  \S.* n=|^  \[|'
                             r'^      observed|^(PASSED|FAILED|INVALID|amqpace:)')
        lines = [line for line in (self.out + self.err).splitlines() if telling.match(line)]
        arguments = [Path(c).name if c.startswith('/') else c for c in self.command]
        return '\n'.join(f'    | {line}' for line in [f'$ {" ".join(arguments)}', *lines, f'exit {self.code}, {self.seconds:.1f} s'])

    def exits(self, code):
        equal(self.code, code, 'exit code')
        return self

    @property
    def reports(self):
        return sorted(self.folder.iterdir()) if self.folder.is_dir() else []

    @property
    def document(self):
        """The one JSON report of the run."""
        files = [path for path in self.reports if path.suffix == '.json']
        equal(len(files), 1, 'number of JSON reports')
        return json.loads(files[0].read_text())

    @property
    def record(self):
        entries = self.document.get('workloads', []) + self.document.get('scenarios', [])
        equal(len(entries), 1, 'number of runs in the report')
        return entries[0]

    def finding(self, rule):
        found = [f for f in self.record['findings'] if f['rule'] == rule]
        check(found, f'no finding {rule!r} among {[f["rule"] for f in self.record["findings"]]}')
        return found[0]

    @property
    def last_line(self):
        lines = self.out.rstrip().splitlines()
        return lines[-1] if lines else ''


class Context:
    """What a case gets: the program, a folder of its own, the broker if it is a RabbitMQ case."""

    def __init__(self, program, folder, rabbit=None, full=False):
        self.program, self.folder, self.rabbit, self.full = Path(program).resolve(), Path(folder), rabbit, full
        self.outcomes = []
        self.runs = 0

    @property
    def last(self):
        return self.outcomes[-1] if self.outcomes else None

    def lengths(self, run_for='5s', warmup='1s', full=('10s', '2s')):
        """--run-for and --warmup: short in `make test`, those of the acceptance in the long form."""
        run_for, warmup = full if self.full else (run_for, warmup)
        return ['--run-for', run_for, '--warmup', warmup]

    def start(self, *arguments, environment=None):
        """Starts the program, its reports going to a new folder (unless the case names one); see Running."""
        self.runs += 1
        folder = self.folder / f'reports-{self.runs}'
        command = [str(self.program), *map(str, arguments)]
        if arguments and arguments[0] == 'run' and '--report' not in arguments and '--dry-run' not in arguments:
            command += ['--report', str(folder)]
            if '--format' not in arguments:
                command += ['--format', 'json']
        return Running(self, command, folder, os.environ | {'NO_COLOR': '1'} | (environment or {}))

    def run(self, *arguments, environment=None, timeout=120):
        return self.start(*arguments, environment=environment).finish(timeout)


class Running:
    """A program on its way: wait for a line, send signals, then finish()."""

    def __init__(self, context, command, folder, environment):
        self.context, self.command, self.folder = context, command, folder
        self.began = time.monotonic()
        self.process = subprocess.Popen(command, cwd=ROOT, env=environment, stdin=subprocess.DEVNULL,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors='replace',
                                        preexec_fn=end_with_parent)
        self.out, self.err = [], []
        self.readers = [threading.Thread(target=self._collect, args=pair, daemon=True)
                        for pair in ((self.process.stdout, self.out), (self.process.stderr, self.err))]
        for reader in self.readers:
            reader.start()

    @staticmethod
    def _collect(stream, lines):
        for line in stream:
            lines.append(line)

    def until(self, pattern, patience=30):
        """Waits for a line on stderr, where the talk goes."""
        deadline = time.monotonic() + patience
        while not any(re.search(pattern, line) for line in list(self.err)):
            if time.monotonic() > deadline or self.process.poll() is not None:
                self.finish(0.1)
                raise AssertionError(f'no line on stderr matched {pattern!r}')
            time.sleep(0.05)
        return self

    def signal(self, number=signal.SIGINT):
        self.process.send_signal(number)
        return self

    def finish(self, timeout=120):
        late = False
        try:
            self.process.wait(timeout)
        except subprocess.TimeoutExpired:
            late = True
            self.process.kill()
            self.process.wait()
        for reader in self.readers:
            reader.join(5)
        outcome = Outcome(self.command, self.process.returncode, ''.join(self.out), ''.join(self.err),
                          time.monotonic() - self.began, self.folder)
        self.context.outcomes.append(outcome)
        check(not late, f'still running after {timeout} s')
        return outcome


class Listener:
    """A port that somebody listens on, to see that nobody calls."""

    def __enter__(self):
        self.socket = socket.socket()
        self.socket.bind(('127.0.0.1', 0))
        self.socket.listen()
        self.socket.setblocking(False)
        self.port = self.socket.getsockname()[1]
        return self

    def calls(self):
        try:
            self.socket.accept()[0].close()
        except BlockingIOError:
            return 0
        return 1 + self.calls()

    def __exit__(self, *_):
        self.socket.close()
