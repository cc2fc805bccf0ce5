import { expect, test } from 'vitest';
import { idPrefix, openSecurityEntries, type SecurityEntry } from '../../commands/security-log/entries.ts';
import { openTemporaryStores } from '../../test/support/temporary-stores.ts';
import { listSecurityLog, type WantedEntries } from './list-security-log.ts';

const TEN = Date.parse('2026-03-01T10:00:00Z');
const minutes = (count: number) => new Date(TEN + count * 60_000).toISOString();

const entryAt = (period: number, { from, to, ...rest }: { from: number; to: number } & Partial<SecurityEntry>) => ({
  _id: `${idPrefix(TEN + period * 60_000)}.${String(from).padStart(32, '0')}`,
  organizationId: 'org',
  kind: 'refused' as const,
  actorKind: 'user' as const,
  actorId: 'mallory',
  network: null,
  device: null,
  at: minutes(period),
  firstAt: minutes(from),
  lastAt: minutes(to),
  count: 1,
  calls: [],
  isRest: false,
  share: null,
  ...rest,
});

test('the entry of an hour is found from each time until its last one, behind any number of older minutes', async () => {
  await using stores = await openTemporaryStores();
  const { vault } = stores;
  const entries = openSecurityEntries(vault);
  const read = entryAt(0, { from: 12, to: 50, kind: 'read' });
  await entries.insert(read);
  await entries.insert(entryAt(-60, { from: -50, to: -1, kind: 'read' }));
  for (let minute = 1; minute < 50; minute += 1) await entries.insert(entryAt(minute, { from: minute, to: minute }));
  const list = async (wanted: Partial<WantedEntries>) => {
    const found: SecurityEntry[] = [];
    for (let after: string | undefined | null; after !== null; ) {
      const page = await listSecurityLog({ vault, now: () => TEN + 3_600_000 }, { limit: 5, after, ...wanted });
      expect(page.entries.length).toBeLessThanOrEqual(5);
      found.push(...page.entries);
      after = page.next;
    }
    return found.map(({ kind, firstAt }) => `${kind} ${firstAt.slice(11, 16)}`);
  };
  expect(await list({ since: minutes(48) })).toEqual(['refused 10:49', 'refused 10:48', 'read 10:12']);
  expect(await list({ since: minutes(51) })).toEqual([]);
  expect(await list({ until: minutes(1) })).toEqual(['refused 10:01', 'read 09:10']);
  expect(await list({ since: minutes(12), until: minutes(12) })).toEqual(['refused 10:12', 'read 10:12']);
  expect(await list({})).toHaveLength(51);
});
