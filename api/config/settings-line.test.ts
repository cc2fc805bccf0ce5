import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig, siteOf, VARIABLES } from './config.ts';
import { shownSettings } from './settings-line.ts';

function shown(environment: Parameters<typeof readConfig>[0]) {
  const config = readConfig(environment);
  return shownSettings(config, siteOf(config, config.port));
}

test('settings are shown without what opens something', () => {
  const settings = shown({
    EVENTSTORE_URL: 'esdb://admin:pass%23word@events.example:2113?tlsCAFile=/ca.crt',
    MONGODB_URL:
      'mongodb://intake:p@ssword@documents.example:27017/intake?authMechanismProperties=AWS_SESSION_TOKEN:token',
    SMTP_URL: 'smtp://mailer@mail.example:587',
    MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    METRICS_TOKEN: 'a-token-of-the-operators',
    BACKUP_PASSPHRASE: 'a passphrase of words',
  });
  expect(settings).toMatchObject({
    EVENTSTORE_URL: 'esdb://events.example:2113',
    MONGODB_URL: 'mongodb://documents.example:27017/intake',
    SMTP_URL: 'smtp://mail.example:587',
    MASTER_KEY: 'environment',
    METRICS_TOKEN: 'set',
    BACKUP_PASSPHRASE: 'set',
  });
  expect(JSON.stringify(settings)).not.toMatch(/admin|word|token-of|AWS|mailer|BwcH|phrase of/);
});

test('settings are shown as they are in use, each under the name of its variable', () => {
  expect(shown({ PORT: '4000', DATA_DIR: 'there' })).toMatchObject({
    PUBLIC_URL: 'http://localhost:4000',
    BASE_DOMAIN: 'localhost',
    DATA_DIR: resolve('there'),
    MASTER_KEY: 'DATA_DIR/master.key',
    DEMO: '1',
    WEBHOOK_ALLOW_PRIVATE: null,
    RATE_LIMITS: 'on',
    SMTP_URL: null,
    TRUST_PROXY: null,
    BACKUP_DIR: null,
    BACKUP_EVERY: '24h',
    BACKUP_PASSPHRASE: 'not set',
  });
  const settings = shown({
    PUBLIC_URL: 'https://Portal.example.org',
    TRUST_PROXY: '10.0.0.0/8, loopback',
    BACKUP_DIR: 'backups',
    BACKUP_EVERY: '90m',
  });
  expect(settings).toMatchObject({
    PUBLIC_URL: 'https://portal.example.org',
    BASE_DOMAIN: null,
    DEMO: '0',
    TRUST_PROXY: '10.0.0.0/8,loopback',
    BACKUP_DIR: resolve('backups'),
    BACKUP_EVERY: '90m',
  });
  expect(Object.keys(settings).sort()).toEqual([...VARIABLES].sort());
});
