import { readFileSync } from 'node:fs';
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
