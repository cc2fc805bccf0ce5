import { expect, test } from 'vitest';
import { readConfig, siteOf } from './config.ts';
import { unfitSettings } from './unfit-settings.ts';

const about = (environment: Record<string, string>, isMasterKeyNew = false): readonly string[] => {
  const config = readConfig(environment);
  return unfitSettings(config, siteOf(config, 3000), isMasterKeyNew).map(
    (sentence) => sentence.split(/ (?:is|was) /)[0] ?? '',
  );
};
const SERVERS = {
  EVENTSTORE_URL: 'esdb://localhost',
  MONGODB_URL: 'mongodb://localhost',
  MASTER_KEY: Buffer.alloc(32).toString('base64'),
};
const WHOLE = { PUBLIC_URL: 'https://portal.example', SMTP_URL: 'smtp://mail.example', TRUST_PROXY: 'loopback' };

test('a trial on the own machine gives no warning', () => {
  expect(about({}, true)).toEqual([]);
});

test('a portal that others reach, or will, is warned of all that does not fit, and of nothing else', () => {
  expect(about({ NODE_ENV: 'production', HOST: '0.0.0.0' }, true)).toEqual([
    'A new master key',
    'SMTP_URL',
    'PUBLIC_URL',
    'HOST',
  ]);
  expect(about({ HOST: '0.0.0.0' })).toEqual(['SMTP_URL', 'PUBLIC_URL', 'HOST']);
  expect(about({ PUBLIC_URL: 'https://portal.example' })).toEqual(['SMTP_URL', 'HOST']);
  expect(about({ ...WHOLE, PUBLIC_URL: 'http://school.localhost', HOST: '0.0.0.0' })).toEqual(['PUBLIC_URL']);
  expect(about({ ...WHOLE, NODE_ENV: 'production', HOST: '0.0.0.0' })).toEqual([]);
});

test('a worker has no visitors', () => {
  const { TRUST_PROXY: _, ...withoutProxy } = WHOLE;
  expect(about({ ...SERVERS, ...withoutProxy, ROLE: 'worker', HOST: '0.0.0.0' })).toEqual([]);
  expect(about({ ...SERVERS, ...withoutProxy, ROLE: 'api', HOST: '0.0.0.0' })).toEqual(['HOST']);
});
