import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KeyPair } from './eventstore-double.ts';
import { canRun } from './tools.ts';

/** For localhost, its own authority; undefined without `openssl`. */
export function makeCertificate(directory: string): KeyPair | undefined {
  const [key, cert] = [join(directory, 'key.pem'), join(directory, 'cert.pem')];
  const subject = ['-subj', '/CN=intake-test', '-addext', 'subjectAltName=DNS:localhost'];
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-keyout', key, '-out', cert];
  if (!canRun('openssl', ...request, ...subject)) return undefined;
  return { key: readFileSync(key), cert: readFileSync(cert) };
}

const AUTHORITY = `[ca]
default_ca=own
[own]
database=index.txt
serial=serial.txt
new_certs_dir=.
default_md=sha256
policy=any
x509_extensions=names
[any]
commonName=supplied
[names]
subjectAltName=DNS:localhost
`;

/** For localhost, its own authority, valid between two times such as 20200101000000Z; undefined without `openssl`. */
export function makeCertificateOf(directory: string, from: string, until: string): KeyPair | undefined {
  const at = (name: string) => join(directory, name);
  const request = ['req', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=intake-test'];
  if (!canRun('openssl', ...request, '-keyout', at('key.pem'), '-out', at('request.pem'))) return undefined;
  writeFileSync(at('index.txt'), '');
  writeFileSync(at('serial.txt'), '01\n');
  writeFileSync(
    at('ca.cnf'),
    AUTHORITY.replaceAll('=index', `=${at('index')}`)
      .replaceAll('=serial', `=${at('serial')}`)
      .replace('=.', `=${directory}`),
  );
  const sign = ['ca', '-batch', '-notext', '-selfsign', '-config', at('ca.cnf'), '-keyfile', at('key.pem')];
  const times = ['-startdate', from, '-enddate', until, '-in', at('request.pem'), '-out', at('cert.pem')];
  if (!canRun('openssl', ...sign, ...times)) return undefined;
  return { key: readFileSync(at('key.pem')), cert: readFileSync(at('cert.pem')) };
}
