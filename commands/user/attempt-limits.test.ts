import { describe, expect, test } from 'vitest';
import { TEXTS } from '../../domain/text/texts.ts';
import { openTemporaryStores } from '../../test/support/temporary-stores.ts';
import type { Vault } from '../vault/vault.ts';
import {
  type AskedEmail,
  ATTEMPTS_PER_ACCOUNT,
  ATTEMPTS_PER_ADDRESS,
  createAttemptLimits,
  EMAILS_PER_ACCOUNT,
  EMAILS_PER_MAILBOX_TODAY,
  EMAILS_PER_NETWORK,
  EMAILS_PER_NETWORK_TODAY,
  GUESSES_PER_ACCOUNT,
  network,
} from './attempt-limits.ts';

const MINUTE = 60_000;

async function open() {
  const stores = await openTemporaryStores();
  const clock = { now: Date.parse('2026-03-01T09:00:00Z') };
  const limits = createAttemptLimits({ vault: stores.vault, now: () => clock.now });
  const attempt = (account = 'ada', address = '192.0.2.1') => limits.admit({ account, address });
  const attempts = async (count: number, account = 'ada', address?: string) => {
    const answers = await Promise.all(Array.from({ length: count }, () => attempt(account, address)));
    return answers.filter(Boolean).length;
  };
  const emails = (count: number, changes: Partial<AskedEmail>) =>
    Promise.all(
      Array.from({ length: count }, () =>
        limits.admitEmail({ kind: 'login-link', emailId: 'ada', address: '192.0.2.1', ...changes }),
      ),
    );
  const ask = async (count: number, changes: Partial<AskedEmail>) =>
    (await emails(count, changes)).filter(({ ok }) => ok).length;
  return { ...stores, clock, limits, attempt, attempts, emails, ask };
}

test('the eleventh attempt on an account within 15 minutes is refused, wherever it comes from', async () => {
  await using limited = await open();
  expect(await limited.attempts(30)).toBe(ATTEMPTS_PER_ACCOUNT);
  expect(await limited.attempt('ada', '198.51.100.7')).toBe(false);
  expect(await limited.attempt('bob')).toBe(true);
});

test('the window slides: only attempts of the last 15 minutes count', async () => {
  await using limited = await open();
  await limited.attempts(9);
  limited.clock.now += 14 * MINUTE;
  expect(await limited.attempts(5)).toBe(1);
  limited.clock.now += 1 * MINUTE;
  expect(await limited.attempts(12)).toBe(9);
});

test('a clock that is set back by an hour locks nobody out for an hour', async () => {
  await using limited = await open();
  await limited.attempts(ATTEMPTS_PER_ACCOUNT);
  limited.clock.now -= MINUTE;
  expect(await limited.attempt()).toBe(false);
  limited.clock.now -= 59 * MINUTE;
  expect(await limited.attempts(30)).toBe(ATTEMPTS_PER_ACCOUNT);
});

test('emails that one network asks for do not keep those of another from an account, and many networks flood no mailbox', async () => {
  await using limited = await open();
  const ask = (count: number, address: string, emailId = 'ada') => limited.ask(count, { address, emailId });
  expect(await ask(30, '192.0.2.1')).toBe(EMAILS_PER_NETWORK);
  expect(await ask(1, '198.51.100.7'), 'the owner').toBe(1);
  expect(await ask(1, '192.0.2.1', 'bob')).toBe(1);
  let admitted = EMAILS_PER_NETWORK + 1;
  for (let host = 1; host <= 10; host += 1) admitted += await ask(30, `203.0.113.${host}`);
  expect(admitted).toBe(EMAILS_PER_ACCOUNT);
  let today = EMAILS_PER_NETWORK;
  for (let quarter = 0; quarter < 8; quarter += 1) {
    limited.clock.now += 15 * MINUTE;
    today += await ask(30, '192.0.2.1');
  }
  expect(today, 'in a day, and in two further hours one each').toBe(EMAILS_PER_NETWORK_TODAY + 2);
});

test('a mailbox gets 40 such emails a day from all networks, then one of each kind an hour, and its known browsers still get theirs', async () => {
  await using limited = await open();
  const { clock, ask, emails } = limited;
  let sent = 0;
  for (let quarter = 0; quarter < 12; quarter += 1) {
    const kind = quarter % 2 === 0 ? 'login-link' : 'reset-link';
    for (let host = 0; host < 6; host += 1) sent += await ask(5, { kind, address: `203.0.113.${6 * quarter + host}` });
    clock.now += 15 * MINUTE;
  }
  expect(sent, 'in three hours one of each kind').toBe(EMAILS_PER_MAILBOX_TODAY + 6);
  clock.now += 50 * MINUTE;
  expect(await ask(3, { address: '198.51.100.7' })).toBe(1);
  expect(await ask(3, { kind: 'reset-link' }), 'whoever asks, the owner gets in by it in any browser').toBe(1);
  const [refused] = await emails(1, { address: '198.51.100.8' });
  expect(refused).toMatchObject({
    rejection: {
      code: 'too-many-requests',
      message: TEXTS.accounts.emailsThisHour['login-link'](10),
      retryAfterSeconds: 600,
    },
  });
  expect(await ask(9, { device: 'ada:password:laptop' })).toBe(EMAILS_PER_NETWORK);
  let known = EMAILS_PER_NETWORK;
  for (let n = 0; n < 30; n += 1) known += await ask(1, { device: `ada:password:${n}` });
  expect(known, 'of all known browsers').toBe(EMAILS_PER_ACCOUNT);
});

test('a reset by link gives the sessions and browsers of its person all emails again, and strangers none', async () => {
  await using limited = await open();
  const { clock, limits, ask } = limited;
  const asSession = (n: number) => ({ device: `session:${n}` });
  let sent = 0;
  for (let quarter = 0; quarter < 4; quarter += 1) {
    for (let n = 0; n < 5; n += 1) {
      sent += await ask(5, asSession(10 * quarter + n));
      await ask(5, { address: `203.0.113.${10 * quarter + n}` });
    }
    clock.now += (quarter < 3 ? 15 : 1) * MINUTE;
  }
  expect(sent).toBe(EMAILS_PER_MAILBOX_TODAY + 1);
  expect(await ask(1, asSession(99))).toBe(0);
  await limits.forgiveEmails('ada');
  expect(await ask(9, asSession(99))).toBe(EMAILS_PER_NETWORK);
  expect(await ask(1, { address: '198.51.100.7' })).toBe(0);
});

test('tries that others have left no room for use up nothing of the day of a network, which then gets one an hour', async () => {
  await using limited = await open();
  const { clock, ask, emails } = limited;
  for (let quarter = 0; quarter < 12; quarter += 1) {
    for (let host = 1; host <= 9; host += 1) await ask(5, { address: `203.0.113.${host}` });
    expect(await ask(2, {}), 'the owner').toBe(0);
    clock.now += 15 * MINUTE;
  }
  expect(await ask(2, {}), 'the one of the next hour').toBe(1);
  clock.now = Date.parse('2026-03-05T00:00:00Z');
  let own = 0;
  for (let quarter = 0; quarter < 5; quarter += 1) {
    own += await ask(5, {});
    clock.now += 15 * MINUTE;
  }
  expect(own).toBe(EMAILS_PER_NETWORK_TODAY + 1);
  const refused = await emails(2 * EMAILS_PER_NETWORK, {});
  expect(refused.at(-1), 'not the limit of 15 minutes').toMatchObject({
    rejection: { message: TEXTS.accounts.emailsThisHour['login-link'](45), retryAfterSeconds: 45 * 60 },
  });
});

test('attempts that use up the limit of an address do not keep its known browsers from an email', async () => {
  await using limited = await open();
  for (let n = 0; n < ATTEMPTS_PER_ADDRESS / 10; n += 1) await limited.attempts(10, `stranger-${n}`);
  expect(await limited.ask(1, {})).toBe(0);
  expect(await limited.ask(1, { device: 'laptop' })).toBe(1);
});

test('the many networks of one owner of IPv6 addresses are one where emails are counted', async () => {
  await using limited = await open();
  let sent = 0;
  for (let subnet = 1; subnet <= 9; subnet += 1) sent += await limited.ask(1, { address: `2001:db8:1:${subnet}::9` });
  expect(sent).toBe(EMAILS_PER_NETWORK);
});

test('an address has its own, larger limit over all accounts', async () => {
  await using limited = await open();
  for (let account = 0; account < ATTEMPTS_PER_ADDRESS; account += 1) {
    expect(await limited.attempt(`account-${account}`)).toBe(true);
  }
  expect(await limited.attempt('one-more')).toBe(false);
  expect(await limited.attempt('one-more', '198.51.100.7')).toBe(true);
});

test('wrong secrets of a provider slow the calls about one assessment from one address, and block no sign-in', async () => {
  await using limited = await open();
  const { limits } = limited;
  const report = (account: string, address: string) => ({ account, address });
  const wrong = async (count: number, account: string, address: string) => {
    for (let n = 0; n < count; n += 1) await limits.countWrongReport(report(account, address));
  };
  await wrong(ATTEMPTS_PER_ACCOUNT, 'java', '192.0.2.1');
  expect(await limits.slowsReport(report('java', '192.0.2.1'))).toBe(true);
  expect(await limits.slowsReport(report('java', '198.51.100.7'))).toBe(false);
  expect(await limits.slowsReport(report('web', '192.0.2.1'))).toBe(false);
  for (let n = 0; n < 9; n += 1) await wrong(ATTEMPTS_PER_ACCOUNT, `invented-${n}`, '192.0.2.1');
  expect(await limits.slowsReport(report('web', '192.0.2.1')), 'many assessments from one address').toBe(true);
  expect(await limits.slowsReport(report('web', '198.51.100.7'))).toBe(false);
  for (let host = 2; host < 12; host += 1) await wrong(ATTEMPTS_PER_ACCOUNT, 'java', `192.0.2.${host}`);
  expect(await limits.slowsReport(report('java', '198.51.100.7')), 'many addresses').toBe(true);
  expect(await limits.admitGuess({ account: 'ada', address: '192.0.2.1' })).toBe(true);
});

describe('guesses at a password', () => {
  const guess = ({ limits }: Awaited<ReturnType<typeof open>>, address: string, device: string | null = null) =>
    limits.admitGuess({ account: 'ada', address, device });
  const guesses = async (limited: Awaited<ReturnType<typeof open>>, count: number, address: string) => {
    const answers = await Promise.all(Array.from({ length: count }, () => guess(limited, address)));
    return answers.filter(Boolean).length;
  };

  test('from one address do not lock the account for another', async () => {
    await using limited = await open();
    expect(await guesses(limited, 30, '192.0.2.1')).toBe(ATTEMPTS_PER_ACCOUNT);
    expect(await guess(limited, '192.0.2.1')).toBe(false);
    expect(await guesses(limited, 12, '198.51.100.7')).toBe(ATTEMPTS_PER_ACCOUNT);
    expect(await limited.limits.admitGuess({ account: 'bob', address: '192.0.2.1' })).toBe(true);
  });

  test('from many addresses have a common limit, which does not apply to a known device', async () => {
    await using limited = await open();
    let admitted = 0;
    for (let host = 1; host <= 12; host += 1) admitted += await guesses(limited, 10, `203.0.113.${host}`);
    expect(admitted).toBe(GUESSES_PER_ACCOUNT);
    expect(await guess(limited, '198.51.100.7')).toBe(false);
    const known = await Promise.all(Array.from({ length: 12 }, () => guess(limited, '203.0.113.1', 'laptop')));
    expect(known.filter(Boolean)).toHaveLength(ATTEMPTS_PER_ACCOUNT);
    expect(await guess(limited, '203.0.113.1', 'phone')).toBe(true);
  });

  test('from many known devices have a common limit, and a successful one does not count', async () => {
    await using limited = await open();
    let admitted = 0;
    for (let device = 1; device <= 12; device += 1) {
      for (let n = 0; n < 10; n += 1) admitted += (await guess(limited, '192.0.2.1', `device-${device}`)) ? 1 : 0;
    }
    expect(admitted).toBe(GUESSES_PER_ACCOUNT);
    expect(await guess(limited, '192.0.2.1'), 'an unknown device').toBe(true);
    await limited.limits.forgiveGuess({ account: 'ada', address: '192.0.2.1', device: 'device-1' });
    expect([await guess(limited, '192.0.2.1', 'new-1'), await guess(limited, '192.0.2.1', 'new-2')]).toEqual([
      true,
      false,
    ]);
    await limited.limits.forgiveAccount('ada');
    expect(await guess(limited, '192.0.2.1', 'new-3')).toBe(true);
  });

  test('are counted anew once the owner has reset the password', async () => {
    await using limited = await open();
    for (let host = 1; host <= 12; host += 1) await guesses(limited, 10, `203.0.113.${host}`);
    await limited.limits.forgiveAccount('ada');
    expect(await guess(limited, '203.0.113.1')).toBe(true);
    expect(await guess(limited, '198.51.100.7')).toBe(true);
  });

  test('that succeed do not count: the address starts again, and others keep their counts', async () => {
    await using limited = await open();
    await guesses(limited, 10, '203.0.113.1');
    await guesses(limited, 10, '192.0.2.1');
    await limited.limits.forgiveGuess({ account: 'ada', address: '192.0.2.1' });
    expect(await guesses(limited, 11, '192.0.2.1')).toBe(10);
    expect(await guess(limited, '203.0.113.1')).toBe(false);
  });

  test('leave no counter behind once expired', async () => {
    await using limited = await open();
    const counts = limited.vault.collection({ name: 'attemptCounts', indexes: ['runsOutAt'] });
    await guesses(limited, 3, '192.0.2.1');
    await limited.limits.forgiveAccount('ada');
    await guess(limited, '192.0.2.1', 'laptop');
    limited.clock.now += 15 * MINUTE;
    await limited.limits.sweep();
    expect((await counts.find({})).documents).toEqual([]);
  });
});

test('other processes on the same vault share the counts', async () => {
  await using limited = await open();
  const other = createAttemptLimits({ vault: limited.vault, now: () => limited.clock.now });
  await limited.attempts(6);
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => other.admit({ account: 'ada', address: '198.51.100.7' })),
  );
  expect(answers.filter(Boolean)).toHaveLength(4);
});

test('expired counters do not accumulate', async () => {
  await using limited = await open();
  const counts = limited.vault.collection({ name: 'attemptCounts', indexes: ['runsOutAt'] });
  const standing = async () => (await counts.find({})).documents.map(({ _id }) => _id);
  for (let account = 0; account < 60; account += 1) await limited.attempt(`account-${account}`);
  expect(await standing()).toHaveLength(61);
  limited.clock.now += 15 * MINUTE;
  for (let attempt = 0; attempt < 40; attempt += 1) await limited.attempt('ada');
  expect((await standing()).sort()).toEqual(['account:ada', 'address:192.0.2.1']);
});

test('a counter that is used again while it is swept stays', async () => {
  await using limited = await open();
  await limited.attempts(10);
  limited.clock.now += 15 * MINUTE;
  let isFirst = true;
  const vault: Vault = {
    collection<Doc extends { readonly _id: string }>(spec: { name: string; indexes: readonly string[] }) {
      const entries = limited.vault.collection<Doc>(spec);
      return {
        ...entries,
        async find(...question: Parameters<typeof entries.find>) {
          const page = await entries.find(...question);
          if (isFirst) expect(await limited.attempts(10)).toBe(10);
          isFirst = false;
          return page;
        },
      };
    },
  };
  await createAttemptLimits({ vault, now: () => limited.clock.now }).sweep();
  expect(isFirst).toBe(false);
  expect(await limited.attempt()).toBe(false);
});

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::9', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('%s counts as %s', (address, counted) => {
  expect(network(address)).toBe(counted);
});
