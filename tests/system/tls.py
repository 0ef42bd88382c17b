# SPDX-License-Identifier: Apache-2.0
"""TLS and the ways to log in, on a real RabbitMQ: what stands, and the sentence for each way it does not."""
from certificates import KEY_PASSWORD
from harness import HERE, check, contains, equal, lacks

HELLO = HERE / 'small' / '01-hello.yaml'
SHORT = ['--run-for', '1s', '--warmup', '200ms']


def run(ctx, uri, **tls):
    """The smallest file with these settings of its tls block."""
    words = [word for key, value in tls.items() for word in ('--set', f'tls.{key}={value}')]
    return ctx.run('run', HELLO, *SHORT, '--broker', uri, *words)


def refused(outcome, code, *sentences):
    """Its own plain sentence, and no secret."""
    outcome.exits(code)
    for sentence in sentences:
        contains(outcome.err, sentence, 'stderr')
    lacks(outcome.out + outcome.err, 'guest:guest')


def client_certificate(ctx, key='client.key'):
    c = ctx.rabbit.certificates
    return {'cert': c['client.pem'], 'key': c[key]}


# ---- what stands

def the_right_ca(ctx):
    o = run(ctx, ctx.rabbit.tls_uri(), ca=ctx.rabbit.certificates['ca.pem']).exits(0)
    check(o.record['endToEnd']['count'] > 0, 'nothing was measured')
    equal(o.record['ledger']['missing'], 0, 'missing')


def big_messages_and_both_versions(ctx):
    ca = ctx.rabbit.certificates['ca.pem']
    for version in ('1.2', '1.3'):
        o = ctx.run('run', HELLO, *SHORT, '--broker', ctx.rabbit.tls_uri(), '--set', f'tls.ca={ca}', '--set',
                    f'tls.minVersion={version}', '--set', 'publishers.messageSize=300KiB', '--set', 'publishers.rate=50')
        o.exits(0)
        equal(o.record['ledger']['missing'], 0, 'missing')


def nothing_verified(ctx):
    ctx.run('run', HELLO, *SHORT, '--broker', ctx.rabbit.tls_uri(host='127.0.0.1'), '--tls-verify', 'none').exits(0)


def the_name_may_be_said(ctx):
    run(ctx, ctx.rabbit.tls_uri(host='127.0.0.1'), ca=ctx.rabbit.certificates['ca.pem'], serverName='localhost').exits(0)


def a_client_certificate_and_external(ctx):
    ctx.rabbit.add_user('certified', 'not-used-here')
    ca = ctx.rabbit.certificates['ca.pem']
    c = client_certificate(ctx)
    ctx.run('run', HELLO, *SHORT, '--broker', ctx.rabbit.tls_uri('', '127.0.0.1', '?auth_mechanism=external'), '--tls-ca', ca,
            '--tls-cert', c['cert'], '--tls-key', c['key'], '--tls-server-name', 'localhost').exits(0)
    words = {'ca': ca, 'keyPassword': KEY_PASSWORD, **client_certificate(ctx, 'client-locked.key')}
    settings = [word for key, value in words.items() for word in ('--set', f'tls.{key}={value}')]
    o = ctx.run('run', HELLO, *SHORT, '--broker', ctx.rabbit.tls_uri(''), '--set', 'sasl=external', *settings,
                '--format', 'json,html,md').exits(0)
    contains(o.out, f'amqps://localhost:{ctx.rabbit.tls_port}')
    for text in [o.out, o.err] + [path.read_text() for path in o.reports]:
        lacks(text, KEY_PASSWORD)


def security_of_a_scenario_with_java_stores(ctx):
    ctx.rabbit.add_user('certified', 'not-used-here')
    folder = ctx.rabbit.certificates.stores(ctx.folder / 'stores', 'change-it:w/rd')
    file = ctx.folder / 'secured.yaml'
    file.write_text('name: secured\nqueues: [{name: ex.secured, consumers: {}}]\n'
                    'producers: [{name: p, routingKeys: ex.secured, rate: 100}]\n'
                    f'security: {{mode: verify, truststore: {folder}, truststorePassword: "${{STORE_PASSWORD}}"}}\n')
    uri = ctx.rabbit.tls_uri('', query='?auth_mechanism=external')
    o = ctx.run('run', file, *SHORT, '--broker', uri, environment={'STORE_PASSWORD': 'change-it:w/rd'}).exits(0)
    equal(o.record['ledger']['missing'], 0, 'missing')
    lacks(o.out + o.err + o.reports[0].read_text(), 'change-it')
    refused(ctx.run('run', file, *SHORT, '--broker', uri, environment={'STORE_PASSWORD': 'wrong-one'}), 3,
            'is not opened by its password')


def amqplain(ctx):
    ctx.run('run', HELLO, *SHORT, '--broker', ctx.rabbit.uri(), '--set', 'sasl=amqplain').exits(0)


def the_management_api_over_https(ctx):
    url = f'https://localhost:{ctx.rabbit.management_tls_port}'

    def state(**tls):
        words = [word for key, value in tls.items() for word in ('--set', f'tls.{key}={value}')]
        o = ctx.run('run', HELLO, *SHORT, '--broker', ctx.rabbit.uri(), '--management', url, *words).exits(0)
        return {rule['rule']: rule['state'] for rule in o.record['rules']}['declared-equals-asked'], o
    equal(state(ca=ctx.rabbit.certificates['ca.pem'])[0], 'passed', 'with the right CA')
    equal(state(verify='none')[0], 'passed', 'with nothing verified')
    _, wrong = state(ca=ctx.rabbit.certificates['other-ca.pem'])
    contains(str(wrong.finding('management-was-read')), 'certificate is not accepted', 'the finding')


# ---- what does not

def a_wrong_ca(ctx):
    other = ctx.rabbit.certificates['other-ca.pem']
    refused(run(ctx, ctx.rabbit.tls_uri(), ca=other), 4, 'signed by an unknown CA: "CN=test CA"', other)
    refused(run(ctx, ctx.rabbit.tls_uri()), 4, 'signed by an unknown CA: "CN=test CA"', "only the system's CAs are trusted")


def a_wrong_name(ctx):
    ca = ctx.rabbit.certificates['ca.pem']
    refused(run(ctx, ctx.rabbit.tls_uri(host='127.0.0.1'), ca=ca), 4, 'not for "127.0.0.1" but for localhost',
            'tls.serverName')


def an_expired_certificate(ctx):
    ca = ctx.rabbit.certificates['ca.pem']
    o = run(ctx, ctx.rabbit.tls_uri(), ca=ca, serverName='expired.test')
    refused(o, 4, 'the certificate "CN=expired.test" expired on 20', 'renew it')


def a_plain_port(ctx):
    ca = ctx.rabbit.certificates['ca.pem']
    uri = ctx.rabbit.uri().replace('amqp://', 'amqps://').replace('127.0.0.1', 'localhost')
    refused(run(ctx, uri, ca=ca), 4, 'this port answers without TLS', 'use amqp://')


def a_tls_port_spoken_to_without(ctx):
    o = run(ctx, ctx.rabbit.tls_uri().replace('amqps://', 'amqp://'))
    refused(o, 4, 'TLS port', 'use amqps://')


def a_client_certificate_that_is_missing(ctx):
    ca = ctx.rabbit.certificates['ca.pem']
    for version in ('1.2', '1.3'):
        o = run(ctx, ctx.rabbit.tls_uri(), ca=ca, serverName='strict.test', minVersion=version)
        refused(o, 4, 'client certificate', 'tls.cert and tls.key')
    run(ctx, ctx.rabbit.tls_uri(), ca=ca, serverName='strict.test', **client_certificate(ctx)).exits(0)


def a_user_that_the_certificate_does_not_name(ctx):
    ctx.rabbit.remove_user('certified')
    o = run(ctx, ctx.rabbit.tls_uri('', query='?auth_mechanism=external'), ca=ctx.rabbit.certificates['ca.pem'],
            **client_certificate(ctx))
    refused(o, 3, 'ACCESS_REFUSED', 'named as the client certificate is')


def a_wrong_password_over_amqplain(ctx):
    o = ctx.run('run', HELLO, '--broker', ctx.rabbit.uri(password='wrong-one'), '--set', 'sasl=amqplain')
    refused(o, 3, 'ACCESS_REFUSED', 'AMQPLAIN')
    lacks(o.out + o.err, 'wrong-one')


def files_that_cannot_be_used(ctx):
    """Before any connection, in a dry run and by check too."""
    c = ctx.rabbit.certificates
    locked = {'cert': c['client.pem'], 'key': c['client-locked.key']}
    for tls, sentence in (({'ca': '/nowhere/ca.pem'}, "tls.ca: '/nowhere/ca.pem' cannot be read"),
                          ({'ca': c['ca.key']}, 'holds no certificate'),
                          ({'cert': c['client.pem'], 'key': c['broker.key']}, 'is not the key of the certificate'),
                          (locked, 'is protected by a password'),
                          ({**locked, 'keyPassword': 'open-barley'}, 'is not opened by tls.keyPassword')):
        settings = ['--broker', 'amqps://localhost:1']
        for key, value in tls.items():
            settings += ['--set', f'tls.{key}={value}']
        for command in (['run', HELLO], ['run', HELLO, '--dry-run'], ['check', HELLO]):
            o = ctx.run(*command, *settings)
            refused(o, 3, sentence)
            lacks(o.out + o.err, 'open-barley')


CASES = [the_right_ca, big_messages_and_both_versions, nothing_verified, the_name_may_be_said,
         the_management_api_over_https,
         a_client_certificate_and_external, security_of_a_scenario_with_java_stores, amqplain, a_wrong_ca, a_wrong_name, an_expired_certificate, a_plain_port,
         a_tls_port_spoken_to_without, a_client_certificate_that_is_missing,
         a_user_that_the_certificate_does_not_name, a_wrong_password_over_amqplain, files_that_cannot_be_used]
