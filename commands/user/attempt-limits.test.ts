import { expect, test } from 'vitest';
import { openTemporaryStores } from '../../test/support/temporary-stores.ts';
import type { Vault } from '../vault/vault.ts';
import { ATTEMPTS_PER_ACCOUNT, ATTEMPTS_PER_ADDRESS, createAttemptLimits, network } from './attempt-limits.ts';

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
  return { ...stores, clock, limits, attempt, attempts };
}

test('the eleventh attempt on an account within 15 minutes is one too many, wherever it comes from', async () => {
  await using limited = await open();
  expect(await limited.attempts(30)).toBe(ATTEMPTS_PER_ACCOUNT);
  expect(await limited.attempt('ada', '198.51.100.7')).toBe(false);
  expect(await limited.attempt('bob')).toBe(true);
});

test('the window slides: what is 15 minutes old counts no more, what is younger does', async () => {
  await using limited = await open();
  await limited.attempts(9);
  limited.clock.now += 14 * MINUTE;
  expect(await limited.attempts(5)).toBe(1);
  limited.clock.now += 1 * MINUTE;
  expect(await limited.attempts(12)).toBe(9);
});

test('an address has its own, larger limit over all accounts', async () => {
  await using limited = await open();
  for (let account = 0; account < ATTEMPTS_PER_ADDRESS; account += 1) {
    expect(await limited.attempt(`account-${account}`)).toBe(true);
  }
  expect(await limited.attempt('one-more')).toBe(false);
  expect(await limited.attempt('one-more', '198.51.100.7')).toBe(true);
});

test('what succeeded is no guess: the account starts again, the address gets that one back', async () => {
  await using limited = await open();
  await limited.attempts(9);
  await limited.attempt();
  await limited.limits.forgive({ account: 'ada', address: '192.0.2.1' });
  expect(await limited.attempts(11)).toBe(10);
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

test('counts that have run out do not pile up', async () => {
  await using limited = await open();
  const counts = limited.vault.collection({ name: 'attemptCounts', indexes: ['runsOutAt'] });
  const standing = async () => (await counts.find({})).documents.map(({ _id }) => _id);
  for (let account = 0; account < 60; account += 1) await limited.attempt(`account-${account}`);
  expect(await standing()).toHaveLength(61);
  limited.clock.now += 15 * MINUTE;
  for (let attempt = 0; attempt < 40; attempt += 1) await limited.attempt('ada');
  expect((await standing()).sort()).toEqual(['account:ada', 'address:192.0.2.1']);
});

test('a count that somebody needs again while it is swept stays', async () => {
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
