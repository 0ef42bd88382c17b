#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the system tests, one after the other, each with a folder of its own; a line for each, and one for all.

  run.py --program build/release/amqpace [--subset embedded|rabbitmq|sanitized] [--only PATTERN] [--list]
         [--full] [--times N] [--evidence]

`--full --times 3 --evidence` is the acceptance: whole lengths, three times, with the lines that a person would quote.
Needs nothing but Python and, for the rabbitmq cases, the distribution's rabbitmq-server, of which it starts one on spare
loopback ports and ends it, also when it is interrupted.
"""
import argparse
import fnmatch
import shutil
import signal
import sys
import tempfile
import time
import traceback
from pathlib import Path

import consuming
import embedded
import facts
import formats
import hlog
import messages
import rabbitmq
import recovery
import scenarios
import streams
import suites
import tls
import topologies
from harness import Context
from rabbit import Rabbit


def selected(options):
    """(name, function, needs RabbitMQ) of the cases asked for."""
    if options.subset == 'sanitized':
        cases = [('embedded', case) for case in embedded.SANITIZED]
    else:
        long = rabbitmq.LONG if options.full else []
        cases = [('embedded', case)
                 for case in embedded.CASES + hlog.CASES + scenarios.EMBEDDED + topologies.EMBEDDED + streams.EMBEDDED +
                 facts.EMBEDDED + suites.EMBEDDED + formats.CASES]
        cases += [('rabbitmq', case) for case in rabbitmq.CASES + recovery.CASES + messages.CASES + scenarios.RABBITMQ +
                  topologies.CASES + streams.RABBITMQ + facts.RABBITMQ + suites.RABBITMQ + long]
        cases += [('tls', case) for case in tls.CASES]
        cases += [('consuming', case) for case in consuming.CASES]
    chosen = []
    for room, case in cases:
        name = f'{room}.{case.__name__}'
        on_rabbit = room != 'embedded'
        in_subset = options.subset in (None, 'sanitized', 'rabbitmq' if on_rabbit else 'embedded')
        if in_subset and (not options.only or any(fnmatch.fnmatch(name, f'*{pattern}*') for pattern in options.only)):
            chosen.append((name, case, on_rabbit))
    return chosen


def run_case(name, case, context, evidence):
    """True if it held. Prints its line, and all there is to know when it did not."""
    began = time.monotonic()
    try:
        if context.rabbit:
            context.rabbit.clear()
        case(context)
    except Exception as problem:
        print(f'FAILED  {name}  ({time.monotonic() - began:.1f} s)\n  {problem}', flush=True)
        if not isinstance(problem, AssertionError):
            traceback.print_exc()
        if context.last:
            print(context.last.describe(), flush=True)
        if context.rabbit:
            print('  the end of RabbitMQ\'s log:\n' + context.rabbit.log_tail(20), flush=True)
        return False
    print(f'ok      {name}  ({time.monotonic() - began:.1f} s)', flush=True)
    if evidence:
        for outcome in context.outcomes:
            print(outcome.evidence(), flush=True)
    return True


def run_all(options, cases, folder):
    rabbit = None
    failed = []
    try:
        for turn in range(options.times):
            for name, case, needs_rabbit in cases:
                if needs_rabbit and rabbit is None:
                    rabbit = Rabbit()  # before start(), so that a start that fails is cleaned up too
                    rabbit.start()
                    print(f'        RabbitMQ is up, port {rabbit.port}', flush=True)
                own = folder / f'{name}-{turn}'
                own.mkdir()
                context = Context(options.program, own, rabbit if needs_rabbit else None, options.full)
                if not run_case(name, case, context, options.evidence):
                    failed.append(name)
    finally:
        if rabbit:
            rabbit.stop()
    return failed


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--program', default='build/release/amqpace')
    parser.add_argument('--subset', choices=['embedded', 'rabbitmq', 'sanitized'])
    parser.add_argument('--only', action='append', metavar='PATTERN')
    parser.add_argument('--list', action='store_true')
    parser.add_argument('--full', action='store_true', help='the lengths and repeats of the acceptance')
    parser.add_argument('--times', type=int, default=1)
    parser.add_argument('--evidence', action='store_true', help='print the telling lines of every run')
    parser.add_argument('--keep', action='store_true', help='leave the folders of the cases behind')
    options = parser.parse_args()
    cases = selected(options)
    if options.list:
        print('\n'.join(name for name, _, _ in cases))
        return 0
    if not Path(options.program).exists():
        print(f'{options.program} is not there; build it first', file=sys.stderr)
        return 2
    # The clean-up below runs then too. (A shell's background job would ignore SIGINT.)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    signal.signal(signal.SIGINT, lambda *_: sys.exit(130))
    folder = Path(tempfile.mkdtemp(prefix='amqpace-system-'))
    began = time.monotonic()
    try:
        failed = run_all(options, cases, folder)
    except RuntimeError as no_broker:
        print(no_broker)
        return 1
    finally:
        if options.keep:
            print(f'the folders of the cases are in {folder}')
        else:
            shutil.rmtree(folder, ignore_errors=True)
    for name in failed:
        print(f'failed: {name}')
    print(f'{time.monotonic() - began:.0f} s')
    print(f'{len(cases) * options.times - len(failed)} passed, {len(failed)} failed')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
