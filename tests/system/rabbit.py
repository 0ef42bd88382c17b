# SPDX-License-Identifier: Apache-2.0
"""One RabbitMQ for the tests: a plain process on spare loopback ports, everything it writes in a folder of its own.

The distribution's package is used, its service and its configuration are not. Node and epmd are children of this process
and end with it, also when it is killed. The management plugin is on, and does what rabbitmqctl would (which boots an
Erlang machine for each call).
"""
import base64
import json
import os
import secrets
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

from certificates import Certificates
from children import end_with_parent

SERVER = Path('/usr/lib/rabbitmq/bin/rabbitmq-server')


def spare_ports(count):
    """Free loopback ports below the range that the kernel gives out to outgoing connections."""
    found, port = [], 20000 + secrets.randbelow(8000)
    while len(found) < count:
        port += 1
        with socket.socket() as probe:
            try:
                probe.bind(('127.0.0.1', port))
                found.append(port)
            except OSError:
                pass
    return found


class Rabbit:
    def __init__(self):
        self.folder = Path(tempfile.mkdtemp(prefix='amqpace-rabbit-'))
        (self.port, self.tls_port, self.management_port, self.management_tls_port, self.distribution_port,
         self.epmd_port) = spare_ports(6)
        self.node = self.epmd = None

    # ---- life
    def start(self, patience=180):
        if not SERVER.exists():
            raise RuntimeError(f'{SERVER} is missing: tools/setup.sh test installs rabbitmq-server')
        self.certificates = Certificates(self.folder / 'certificates', user='certified')
        self._write_files()
        environment = self._environment()
        null = subprocess.DEVNULL
        # epmd first, by us: one that the node starts would stay behind as a daemon.
        self.epmd = subprocess.Popen(['epmd', '-address', '127.0.0.1', '-port', str(self.epmd_port)], env=environment,
                                     stdin=null, stdout=null, stderr=null, preexec_fn=end_with_parent)
        deadline = time.monotonic() + patience
        self._until(lambda: self._open(self.epmd_port), deadline, 'epmd did not open its port')
        return self._start_node(deadline)

    def _start_node(self, deadline):
        environment = self._environment()
        with open(self.console, 'wb') as console:
            self.node = subprocess.Popen([str(SERVER)], env=environment, stdin=subprocess.DEVNULL, stdout=console,
                                         stderr=subprocess.STDOUT, start_new_session=True, preexec_fn=end_with_parent)
        # An open port is a bit too early; the banner's last line is not.
        self._until(lambda: b'completed with' in self.console.read_bytes(), deadline, 'RabbitMQ did not get ready')
        return self

    def kill(self):
        """As by a power cut; what is durable stays."""
        self.node.kill()
        self.node.wait()

    def start_again(self, patience=60):
        return self._start_node(time.monotonic() + patience)

    def stop(self):
        """At once: its data is thrown away, so there is nothing to wait for."""
        for process in (self.node, self.epmd):
            if process and process.poll() is None:
                process.kill()
                process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def log_tail(self, lines=40):
        """Its log goes to the console too."""
        text = self.console.read_text(errors='replace') if self.console.exists() else ''
        return '\n'.join(text.splitlines()[-lines:])

    # ---- addresses
    @property
    def console(self):
        return self.folder / 'console'

    def uri(self, user='guest', password='guest', vhost=None):
        tail = '' if vhost is None else '/' + urllib.parse.quote(vhost, safe='')
        return f'amqp://{user}:{password}@127.0.0.1:{self.port}{tail}'

    def tls_uri(self, login='guest:guest@', host='localhost', query=''):
        return f'amqps://{login}{host}:{self.tls_port}{query}'

    @property
    def management(self):
        return f'http://127.0.0.1:{self.management_port}'

    # ---- what tests do to it
    def api(self, method, path, body=None):
        request = urllib.request.Request(self.management + '/api' + path, method=method,
                                         data=None if body is None else json.dumps(body).encode())
        request.add_header('Authorization', 'Basic ' + base64.b64encode(b'guest:guest').decode())
        request.add_header('Content-Type', 'application/json')
        with urllib.request.urlopen(request, timeout=20) as answer:
            content = answer.read()
        return json.loads(content) if content else None

    def control(self, *words):
        """rabbitmqctl, for what the management API cannot do; it takes two seconds to start."""
        subprocess.run([str(SERVER.with_name('rabbitmqctl')), '-n', self._node_name(), *words], env=self._environment(),
                       check=True, capture_output=True, timeout=60)

    def close_connection(self, name):
        self.api('DELETE', '/connections/' + urllib.parse.quote(name, safe=''))

    def add_user(self, name, password, pattern='.*'):
        self.api('PUT', f'/users/{name}', {'password': password, 'tags': ''})
        self.api('PUT', f'/permissions/%2F/{name}', {'configure': pattern, 'write': pattern, 'read': pattern})

    def remove_user(self, name):
        if any(user['name'] == name for user in self.api('GET', '/users')):
            self.api('DELETE', f'/users/{name}')

    def declare_queue(self, name, durable=True, arguments=None):
        self.api('PUT', f'/queues/%2F/{urllib.parse.quote(name, safe="")}',
                 {'durable': durable, 'arguments': arguments or {}})

    def clear(self):
        """No queue and no exchange of ours left, so that a case starts on an empty broker."""
        for kind in ('queues', 'exchanges'):
            for thing in self.api('GET', f'/{kind}/%2F'):
                name = thing['name']
                if kind == 'queues' or (name and not name.startswith('amq.')):
                    try:
                        self.api('DELETE', f'/{kind}/%2F/{urllib.parse.quote(name, safe="")}')
                    except urllib.error.HTTPError as gone:
                        if gone.code != 404:
                            raise

    # ---- inside
    @staticmethod
    def _node_name():
        return f'amqpace-{os.getpid()}@localhost'

    def _environment(self):
        home = self.folder / 'home'
        own = {
            'HOME': home,
            'LC_ALL': 'C.UTF-8',
            'ERL_EPMD_PORT': self.epmd_port,
            'ERL_EPMD_ADDRESS': '127.0.0.1',
            'ERL_CRASH_DUMP': self.folder / 'erl_crash.dump',
            'RABBITMQ_NODENAME': self._node_name(),
            'RABBITMQ_DIST_PORT': self.distribution_port,
            'RABBITMQ_CONF_ENV_FILE': '/dev/null',  # nothing of /etc/rabbitmq
            'RABBITMQ_MNESIA_BASE': self.folder / 'mnesia',
            'RABBITMQ_LOG_BASE': self.folder / 'log',
            'RABBITMQ_CONFIG_FILE': self.folder / 'rabbitmq.conf',
            'RABBITMQ_ADVANCED_CONFIG_FILE': self.folder / 'advanced.config',
            'RABBITMQ_ENABLED_PLUGINS_FILE': self.folder / 'enabled_plugins',
            'RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS': '-kernel inet_dist_use_interface {127,0,0,1}',
            # Makes the start script exec the node, so that the child's pid is the node's.
            'RUNNING_UNDER_SYSTEMD': 'true',
        }
        inherited = {k: v for k, v in os.environ.items()
                     if not k.startswith(('RABBITMQ_', 'ERL_')) and k != 'NOTIFY_SOCKET'}
        return inherited | {k: str(v) for k, v in own.items()}

    def _write_files(self):
        for name in ('home', 'mnesia', 'log'):
            (self.folder / name).mkdir()
        cookie = self.folder / 'home' / '.erlang.cookie'
        cookie.write_text(secrets.token_hex(16))
        cookie.chmod(0o400)
        (self.folder / 'enabled_plugins').write_text('[rabbitmq_management,rabbitmq_auth_mechanism_ssl].\n')
        settings = {
            'listeners.tcp.1': f'127.0.0.1:{self.port}',
            'listeners.ssl.1': f'127.0.0.1:{self.tls_port}',
            'auth_mechanisms.1': 'PLAIN',
            'auth_mechanisms.2': 'AMQPLAIN',
            'auth_mechanisms.3': 'EXTERNAL',
            'ssl_cert_login_from': 'common_name',
            'management.tcp.ip': '127.0.0.1',
            'management.tcp.port': self.management_port,
            'management.ssl.ip': '127.0.0.1',
            'management.ssl.port': self.management_tls_port,
            'management.ssl.cacertfile': self.certificates['ca.pem'],
            'management.ssl.certfile': self.certificates['broker.pem'],
            'management.ssl.keyfile': self.certificates['broker.key'],
            'vm_memory_high_watermark.absolute': '2GB',
            'disk_free_limit.absolute': '100MB',
            'log.file.level': 'info',
        }
        (self.folder / 'rabbitmq.conf').write_text(''.join(f'{k} = {v}\n' for k, v in settings.items()))

        (self.folder / 'advanced.config').write_text(self._tls_options())

    def _tls_options(self):
        """One TLS listener; the name a client asks for (SNI) decides which broker it meets: one that likes to see a
        client certificate, one whose certificate expired, one that insists on a client certificate."""
        c = self.certificates

        def own(name):
            return f'{{certfile, "{c[name + ".pem"]}"}}, {{keyfile, "{c[name + ".key"]}"}}'

        def certified(required):
            return f'{{cacertfile, "{c["ca.pem"]}"}}, {{verify, verify_peer}}, {{fail_if_no_peer_cert, {required}}}'
        hosts = (f'{{"expired.test", [{own("expired")}]}}, '
                 f'{{"strict.test", [{own("strict")}, {certified("true")}]}}')
        return f'[{{rabbit, [{{ssl_options, [{own("broker")}, {certified("false")}, {{sni_hosts, [{hosts}]}}]}}]}}].\n'

    def _until(self, ready, deadline, complaint):
        while not ready():
            dead = self.node is not None and self.node.poll() is not None
            if dead or time.monotonic() > deadline:
                raise RuntimeError(f'{complaint}:\n{self.log_tail()}')
            time.sleep(0.1)

    @staticmethod
    def _open(port):
        with socket.socket() as probe:
            probe.settimeout(1)
            return probe.connect_ex(('127.0.0.1', port)) == 0
