import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { shownSettings } from './settings-line.ts';

test('settings are shown without what opens something', () => {
  const config = readConfig({
    EVENTSTORE_URL: 'esdb://admin:pass%23word@events.example:2113?tlsCAFile=/ca.crt',
    MONGODB_URL:
      'mongodb://intake:p@ssword@documents.example:27017/intake?authMechanismProperties=AWS_SESSION_TOKEN:token',
    SMTP_URL: 'smtp://mailer@mail.example:587',
    MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    METRICS_TOKEN: 'a-token-of-the-operators',
  });
  const shown = shownSettings(config);
  expect(shown).toMatchObject({
    eventStoreUrl: 'esdb://events.example:2113',
    mongodbUrl: 'mongodb://documents.example:27017/intake',
    smtpUrl: 'smtp://mail.example:587',
    masterKey: 'set',
    metricsToken: 'set',
  });
  expect(JSON.stringify(shown)).not.toMatch(/admin|word|token-of|AWS|mailer|BwcH/);
});
