import { expect, test } from 'vitest';
import { organization } from '../../domain/organization/organization.ts';
import { createSenders } from './sender.ts';

const senderFor = createSenders({
  mailer: { host: null, send: () => Promise.reject(new Error('Nothing is sent')) },
  mailFrom: 'Intake <intake@portal.example>',
  sendGridUrl: 'smtps://relay.example',
  secrets: { get: async () => undefined },
});
const { initial } = organization;
const named = (name: string) => ({ ...initial, details: { ...initial.details, name } });

test('a long name leaves the portal in sight, and one that looks like an address becomes no link', async () => {
  const { from } = await senderFor(named('L'.repeat(200)), { isByPortal: true });
  expect(from).toEqual({ name: `${'L'.repeat(60)}… via Intake`, address: 'intake@portal.example' });
  for (const isByPortal of [true, false]) {
    const sender = await senderFor(named('Log in at https://evil.example/login'), { isByPortal });
    expect(sender.from.name).not.toMatch(/evil\.example|https:\/\//);
  }
});
