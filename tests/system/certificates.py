# SPDX-License-Identifier: Apache-2.0
"""Certificates for a test broker, made by the openssl command when the tests run: none lies in the repository."""
import subprocess
from pathlib import Path

KEY_PASSWORD = 'key-pass:w/rd'


class Certificates:
    """A folder of PEM files: a CA and another one, the broker's certificate (for localhost only), an expired one, a
    client's whose common name is a user."""

    def __init__(self, folder, user):
        self.folder = Path(folder)
        self.folder.mkdir()
        self._authority('ca', 'test CA')
        self._authority('other-ca', 'other CA')
        self._issue('broker', 'localhost', 'DNS:localhost')
        self._issue('expired', 'expired.test', 'DNS:expired.test', days=-1)
        self._issue('strict', 'strict.test', 'DNS:strict.test')
        self._issue('client', user, 'DNS:client.test')
        self._openssl('pkcs8', '-topk8', '-in', self['client.key'], '-out', self['client-locked.key'],
                      '-passout', f'pass:{KEY_PASSWORD}')

    def __getitem__(self, name):
        return str(self.folder / name)

    def _authority(self, name, subject):
        self._openssl('req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2',
                      '-subj', f'/CN={subject}', '-keyout', self[name + '.key'], '-out', self[name + '.pem'],
                      '-addext', 'keyUsage=critical,keyCertSign,cRLSign')

    def _issue(self, name, subject, names, days=2):
        request, extensions = self[name + '.csr'], self.folder / (name + '.ext')
        extensions.write_text(f'subjectAltName={names}\n')
        self._openssl('req', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-subj', f'/CN={subject}',
                      '-keyout', self[name + '.key'], '-out', request)
        self._openssl('x509', '-req', '-in', request, '-CA', self['ca.pem'], '-CAkey', self['ca.key'], '-CAcreateserial',
                      '-days', str(days), '-extfile', str(extensions), '-out', self[name + '.pem'])

    def stores(self, folder, password):
        """A folder as Java programs have it: whom to trust, and who one is."""
        folder = Path(folder)
        folder.mkdir()
        self._openssl('pkcs12', '-export', '-nokeys', '-in', self['ca.pem'], '-out', str(folder / 'truststore.p12'),
                      '-passout', f'pass:{password}')
        self._openssl('pkcs12', '-export', '-in', self['client.pem'], '-inkey', self['client.key'], '-out',
                      str(folder / 'keystore.p12'), '-passout', f'pass:{password}')
        return str(folder)

    @staticmethod
    def _openssl(*arguments):
        done = subprocess.run(['openssl', *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(f'openssl {" ".join(arguments)}:\n{done.stderr}')
