import { createSecretKey, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { QUOTAS } from '../../domain/limits/quotas.ts';
import { openTemporaryStores } from '../../test/support/temporary-stores.ts';
import { createSubjectKeys } from '../vault/subject-keys.ts';
import { createDrafts, removeDraftsAbout } from './drafts.ts';

const DAY_MS = 24 * 3_600_000;
const ABOUT = 'b7a3c1de-0000-4000-8000-000000000001';

async function open() {
  const { vault, ...stores } = await openTemporaryStores();
  const keys = createSubjectKeys({ vault, masterKey: createSecretKey(randomBytes(32)) });
  const clock = { now: Date.parse('2026-03-01T09:00:00Z') };
  const environment = { vault, now: () => clock.now };
  const drafts = createDrafts({ ...environment, keys });
  const draft = (n: number) => ({ [`${ABOUT}-form-${n}`]: 'x'.repeat(QUOTAS.account.draftBytes - 200) });
  const fill = async () => {
    let kept = 0;
    while ((await drafts.put('ada', draft(kept))).ok) kept += 1;
    return kept;
  };
  return { ...stores, environment, clock, drafts, draft, fill };
}

test('drafts about an application that moved to another account are removed at once', async () => {
  await using stored = await open();
  const kept = await stored.fill();
  await removeDraftsAbout(stored.environment, 'ada', ABOUT);
  expect(await stored.fill()).toBe(kept);
});

test('drafts unchanged for 180 days are removed at once', async () => {
  await using stored = await open();
  const kept = await stored.fill();
  stored.clock.now += 181 * DAY_MS;
  // A counter that has just changed is not recounted.
  await stored.drafts.put('ada', { late: 'x' });
  await stored.drafts.sweep();
  expect(await stored.drafts.list('ada')).toMatchObject([{ name: 'late' }]);
  expect(await stored.fill()).toBe(kept);
});
