import express from 'express';
import { describe, expect, test } from 'vitest';
import { ConfigRefused, readConfig, siteOf } from './config.ts';

const KEY = Buffer.alloc(32, 7).toString('base64');

describe('the configuration', () => {
  test('needs nothing at all', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      dataDir: './data',
      role: 'all',
      isDemo: true,
      hasRateLimits: true,
      isLocal: true,
      isTrial: true,
      trustedProxies: [],
    });
  });

  test('makes no demo in production, nor where others reach the portal, unless asked to', () => {
    expect(readConfig({ NODE_ENV: 'production' }).isDemo).toBe(false);
    expect(readConfig({ NODE_ENV: 'production', DEMO: '1' }).isDemo).toBe(true);
    expect(readConfig({ DEMO: '0' }).isDemo).toBe(false);
    expect(readConfig({ PUBLIC_URL: 'https://school.example' }).isDemo).toBe(false);
    expect(readConfig({ HOST: '0.0.0.0' }).isDemo).toBe(false);
    expect(readConfig({ HOST: '0.0.0.0', DEMO: '1' }).isDemo).toBe(true);
  });

  test('is local where HOST and PUBLIC_URL are both loopback, and a trial unless it is production', () => {
    const kind = (environment: Record<string, string>) => {
      const { isLocal, isTrial } = readConfig(environment);
      return [isLocal, isTrial];
    };
    for (const HOST of ['127.0.0.1', '127.8.0.1', 'localhost', 'LOCALHOST', '::1'])
      expect(kind({ HOST })).toEqual([true, true]);
    for (const HOST of ['0.0.0.0', '::', '10.0.0.7', 'school.example', '::ffff:0.0.0.0', '127.0.0.1.evil.example'])
      expect(kind({ HOST }), HOST).toEqual([false, false]);
    for (const PUBLIC_URL of [
      'http://localhost:3000/',
      'http://127.0.0.1',
      'http://[::1]:3000',
      'http://school.localhost',
    ])
      expect(kind({ PUBLIC_URL })).toEqual([true, true]);
    for (const PUBLIC_URL of [
      'https://school.example',
      'http://10.0.0.7',
      'http://localhost.example',
      'http://0.0.0.0',
    ])
      expect(kind({ PUBLIC_URL }), PUBLIC_URL).toEqual([false, false]);
    expect(kind({ PUBLIC_URL: 'http://localhost', HOST: '0.0.0.0' })).toEqual([false, false]);
    expect(kind({ NODE_ENV: 'production' })).toEqual([true, false]);
  });

  test('names every variable that is wrong, and takes an empty one as absent', () => {
    expect(() => readConfig({ PORT: 'eighty', MASTER_KEY: 'short', RATE_LIMITS: 'maybe' })).toThrow(ConfigRefused);
    expect(() => readConfig({ PORT: 'eighty', MASTER_KEY: 'short' })).toThrow(/PORT: .*\nMASTER_KEY: must be 32 bytes/);
    expect(readConfig({ PORT: '', PUBLIC_URL: '' }).port).toBe(3000);
  });

  test('says in plain words what is allowed', () => {
    const refused: readonly (readonly [variable: string, rule: string, ...values: string[]])[] = [
      ['NODE_ENV', 'must be production, development or test', 'prod', 'Production', 'staging'],
      ['PORT', 'must be a whole number from 0 to 65535', '-1', '65536', '0x10', ' ', '3000 '],
      [
        'HOST',
        'must be an address or a host name of this machine, without a port, like',
        'foo bar',
        'http://localhost',
        '[::1]',
        'localhost:3000',
        '300.1.1.1',
        '..',
        '0.0.0.0 ',
        'a'.repeat(64),
      ],
      [
        'PUBLIC_URL',
        'must be the address of the portal without a path, like https://portal.example.org',
        'portal.example.org',
        'https://portal.example.org/intake',
        'https://portal.example.org/?a=1',
        'https://me:secret@portal.example.org',
        'https://',
        'ftp://portal.example.org',
      ],
      [
        'BASE_DOMAIN',
        'must be a host name, like schools.example.org',
        'a..b',
        '.',
        '-a.example',
        'a_b.example',
        '10.0.0.7',
        `${'a.'.repeat(130)}a`,
      ],
      [
        'EVENTSTORE_URL',
        'must be like esdb://',
        ...[
          'esdb://',
          'http://localhost:2113',
          'localhost',
          'esdb://a b',
          'esdb://a:2113,',
          'esdb://a:99999',
          'esdb://a:b',
        ],
      ],
      [
        'MONGODB_URL',
        'must be like mongodb://',
        ...['mongodb://', 'mongo://localhost', 'mongodb:///intake', 'mongodb://a b/intake', 'mongodb://a:0/intake'],
      ],
      [
        'MASTER_KEY',
        'must be 32 bytes as base64',
        ...['short', `!!${KEY}`, Buffer.alloc(33).toString('base64'), Buffer.alloc(32).toString('hex')],
      ],
      ['SMTP_URL', 'must be like smtp://', 'smtp://', 'smtp:', 'mail.example.org', 'smtp://a:0', 'smtp://a/outbox'],
      ['SENDGRID_SMTP_URL', 'must be like smtp://', 'smtps://'],
      [
        'MAIL_FROM',
        'must be an email address',
        'foo',
        'Intake',
        'Intake <foo>',
        'a@b.example, c@d.example',
        '<>',
        'A <a@b.example',
      ],
      ['CALENDLY_API_URL', 'must be like https://', 'calendly.com', 'http://', 'https://a:b@c', 'https://a/?b'],
      ['ROLE', 'must be all, api or worker', 'leader'],
      ['DEMO', 'must be 0 or 1', 'true'],
      [
        'WEBHOOK_ALLOW_PRIVATE',
        'must be 0, 1 for loopback and private networks, or ranges such as 10.0.0.0/8',
        ...['yes', '10.0.0.0', '10.0.0.0/8,', '10.0.0.0/33'],
      ],
      ['RATE_LIMITS', 'must be on or off', '1'],
      ['METRICS_TOKEN', 'must have 16 to 1,000 characters', 'short', 'ä'.repeat(16), 'a'.repeat(1001)],
      ['BACKUP_EVERY', 'must be a time from 1m to 30d', '0h', '24', 'daily', '1.5h', '31d', '99999h', '-1h'],
      ['BACKUP_KEEP', 'must be a whole number from 1 to 999', '0', '1000', 'all'],
      ['BACKUP_PASSPHRASE', 'must have at least 12 characters', 'too short', ' '.repeat(12)],
      ['LOG_LEVEL', 'must be fatal, error, warn, info, debug, trace or silent', 'verbose'],
    ];
    for (const [variable, rule, ...values] of refused) {
      for (const value of values) {
        expect(() => readConfig({ [variable]: value }), `${variable}=${value}`).toThrow(`\n${variable}: ${rule}`);
      }
    }
  });

  test('takes no space around a value, nor a line break in one, where each would be part of a name', () => {
    const rule = 'must not begin or end with a space, nor hold a line break or a tab';
    for (const [variable, value] of [
      ['DATA_DIR', ' '],
      ['DATA_DIR', 'data '],
      ['DATA_DIR', 'da\nta'],
      ['BACKUP_DIR', '\tbackups'],
      ['PUBLIC_URL', 'https://portal.example.org '],
      ['SMTP_URL', ' smtp://mail.example.org'],
      ['MAIL_FROM', 'Intake <intake@example.org>\n'],
      ['METRICS_TOKEN', 'a-token-of-the-operators '],
    ] as const) {
      expect(() => readConfig({ [variable]: value }), `${variable}=${value}`).toThrow(/^The configuration is invalid/);
      if (variable !== 'MAIL_FROM') {
        expect(() => readConfig({ [variable]: value }), `${variable}=${value}`).toThrow(`\n${variable}: ${rule}`);
      }
    }
    for (const MASTER_KEY of [`${KEY}\n`, `"${KEY}"`, `${KEY.slice(0, 20)}\n${KEY.slice(20)}`])
      expect(readConfig({ MASTER_KEY }).masterKey).toBe(KEY);
    expect(readConfig({ TRUST_PROXY: 'loopback,\n10.0.0.0/8\n' }).trustedProxies).toEqual(['loopback', '10.0.0.0/8']);
    expect(readConfig({ BACKUP_PASSPHRASE: ' a lantern in the dark ' }).backupPassphrase).toBe(
      ' a lantern in the dark ',
    );
    expect(() => readConfig({ HOME: ' elsewhere ' })).not.toThrow();
  });

  test('takes what is allowed, lists of servers too', () => {
    for (const NODE_ENV of ['production', 'development', 'test']) readConfig({ NODE_ENV });
    for (const MAIL_FROM of ['a@b.example', 'A School <a@b.example>', '"A, B" <a@b.example>', 'intake@localhost'])
      expect(readConfig({ MAIL_FROM }).mailFrom).toBe(MAIL_FROM);
    for (const HOST of ['localhost', 'portal.example.org', 'my_host', 'localhost.', '10.0.0.7', '::', 'fe80::1%eth0'])
      expect(readConfig({ HOST }).host).toBe(HOST);
    expect(readConfig({ PUBLIC_URL: 'https://Portal.example:443/' }).publicUrl).toBe('https://portal.example');
    expect(readConfig({ SMTP_URL: 'smtp://u:p@mail.example:587' }).smtpUrl).toBe('smtp://u:p@mail.example:587');
    const servers = {
      EVENTSTORE_URL: 'esdb://u:p@one:2113,two:2113?tls=false',
      MONGODB_URL: 'mongodb://u:p@one:27017,two:27017/intake?replicaSet=rs0',
    };
    const config = readConfig({ ...servers, MASTER_KEY: Buffer.alloc(32).toString('base64') });
    expect([config.eventStoreUrl, config.mongodbUrl]).toEqual(Object.values(servers));
    for (const MONGODB_URL of [
      'mongodb+srv://u:p%40ss@documents.example',
      'mongodb://[::1]:27017/intake',
      'mongodb://my_db',
      'mongodb://%2Ftmp%2Fmongodb-27017.sock/intake',
    ])
      expect(readConfig({ MONGODB_URL, MASTER_KEY: KEY }).mongodbUrl).toBe(MONGODB_URL);
  });

  test('makes backups only where there is a folder for them, once a day unless another time is given', () => {
    expect(readConfig({})).toMatchObject({ backupDir: undefined, backupEveryMs: 86_400_000, backupKeep: 7 });
    const everyMs = (BACKUP_EVERY: string) => readConfig({ BACKUP_EVERY }).backupEveryMs;
    expect(['1m', '90m', '24h', '30d'].map(everyMs)).toEqual([60_000, 5_400_000, 86_400_000, 2_592_000_000]);
  });

  test('trusts proxies by address, range or the name of one', () => {
    const trusting = (value: string) => readConfig({ TRUST_PROXY: value }).trustedProxies;
    const known = ['loopback', '10.0.0.7', '10.0.0.0/8', '::1', 'fd00::/8'];
    expect(trusting(known.join(', '))).toEqual(known);
    // Express judges them the same way.
    expect(() => express().set('trust proxy', known)).not.toThrow();
    for (const bad of ['evil', '1', '10.0.0.0/33', '10.0.0.0/0', '10.0.0.0/8/8', 'fe80::1%eth0', 'loopback,', ' ']) {
      expect(() => trusting(bad), bad).toThrow(/TRUST_PROXY: must be addresses/);
    }
  });

  test('splits roles only where servers hold the data, and never without a key of its own', () => {
    expect(() => readConfig({ ROLE: 'worker' })).toThrow(/ROLE=worker needs EVENTSTORE_URL and MONGODB_URL/);
    expect(() => readConfig({ MONGODB_URL: 'mongodb://localhost' })).toThrow(/MASTER_KEY is required/);
  });

  test('knows the public address of the portal', () => {
    const local = siteOf(readConfig({}), 4000);
    expect([local.publicUrl.href, local.baseDomain]).toEqual(['http://localhost:4000/', 'localhost']);
    const remote = siteOf(readConfig({ PUBLIC_URL: 'https://school.example/' }), 4000);
    expect([remote.publicUrl.href, remote.baseDomain]).toEqual(['https://school.example/', null]);
    const below = siteOf(readConfig({ PUBLIC_URL: 'https://school.example', BASE_DOMAIN: 'Schools.example' }), 4000);
    expect(below.baseDomain).toBe('schools.example');
  });
});
