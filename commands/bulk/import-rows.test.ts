import { afterEach, beforeEach, expect, test } from 'vitest';
import { application } from '../../domain/application/application.ts';
import { bulk, phaseOf } from '../../domain/bulk/bulk.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import {
  type CommandEnvironment,
  contextBy,
  must,
  openCommandEnvironment,
  person,
} from '../../test/support/command-environment.ts';
import type { EventLog } from '../event-store/event-log.ts';
import { load } from '../handling/handle.ts';
import { YIELD_ONLY } from '../transfer/pace.ts';
import { UNLIMITED } from '../user/attempt-limits.ts';
import { advanceBulk } from './advance-bulk.ts';
import { type ImportRow, importRows } from './import-rows.ts';
import type { EraseApplications } from './remove-row.ts';
import { startBulk, undoBulk } from './start-bulk.ts';

const MIA = person('mia', 'Admin');
const ROWS: readonly ImportRow[] = [2, 3, 4].map((row) => ({
  row,
  status: null,
  values: { email: `ada${row}@example.com`, firstName: 'Ada', lastName: 'L' },
}));

let environment: CommandEnvironment;
let bulkId: string;
let erased: string[];
const erase: EraseApplications = async (ids) => {
  erased.push(...ids);
  return { ok: true, value: null };
};
beforeEach(async () => {
  environment = await openCommandEnvironment();
  environment.roles.set('mia', MIA.roles);
  erased = [];
  const batchId = await environment.createBatch();
  const action = { kind: 'import', batchId, sendsEmails: false } as const;
  const wanted = { organizationId: 'org', action, applicationIds: [] };
  bulkId = (await must(startBulk({ ...environment, attempts: UNLIMITED }, wanted, contextBy(MIA)))).id;
});
afterEach(() => environment[Symbol.asyncDispose]());

const send = (log: EventLog = environment.log) =>
  importRows({ ...environment, log }, { bulkId, rows: ROWS, erase, pace: YIELD_ONLY }, contextBy(MIA));
const undo = async () => {
  await must(undoBulk(environment, bulkId, contextBy(MIA)));
  const advance = { environment, isUnavailable: () => false, onProblem: () => undefined, erase, pace: YIELD_ONLY };
  while (await advanceBulk(advance, bulkId));
};
const bulkNow = async () => {
  const { state } = await load(environment, bulk, bulkId);
  if (state.kind !== 'bulk') throw new Error('The import is gone');
  return state;
};
/** What became of each announced application. */
const kinds = async () =>
  Promise.all(
    (await bulkNow()).rows.map(async ({ applicationId }) => {
      const { state } = await load(environment, application, applicationId);
      return state.kind === 'application' && state.isErased ? 'removed' : state.kind;
    }),
  );

class Away extends Error {}
/** Append number `n` and all later ones fail. */
function goneAt(n: number): EventLog {
  let appends = 0;
  return {
    ...environment.log,
    async append(...given) {
      appends += 1;
      if (appends >= n) throw new Away();
      return environment.log.append(...given);
    },
  };
}

test.each([2, 3, 4, 5])('after a crash at append %i the same part again adds each row once', async (n) => {
  await expect(send(goneAt(n))).rejects.toThrow(Away);
  expect((await bulkNow()).rows).toHaveLength(3);
  const { rows } = await must(send());
  expect(rows.map(({ outcome }) => outcome)).toEqual(['imported', 'imported', 'imported']);
  expect((await bulkNow()).rows.map(({ outcome }) => outcome)).toEqual(['changed', 'changed', 'changed']);
  expect(await kinds()).toEqual(['application', 'application', 'application']);
});

test.each([2, 4])('after a crash at append %i undo removes what was added and passes over the rest', async (n) => {
  await expect(send(goneAt(n))).rejects.toThrow(Away);
  const added = (await kinds()).filter((kind) => kind === 'application').length;
  expect(added).toBe(n - 2);
  await undo();
  const { rows, ...state } = await bulkNow();
  expect(phaseOf(state)).toBe('undone');
  expect(rows.filter((row) => row.undo?.outcome === 'restored')).toHaveLength(added);
  expect(erased).toHaveLength(added);
  expect(await kinds()).not.toContain('application');
  expect(await send()).toMatchObject({ ok: false, rejection: { message: TEXTS.bulk.importUndone } });
});

test('an undo while a part is failing leaves no application of it', async () => {
  let appends = 0;
  const log: EventLog = {
    ...environment.log,
    async append(...given) {
      appends += 1;
      if (appends === 2) throw new Away();
      const appended = await environment.log.append(...given);
      if (appends === 1) await undo();
      return appended;
    },
  };
  await expect(send(log)).rejects.toThrow(Away);
  expect((await kinds()).toSorted()).toEqual(['nothing', 'removed', 'removed']);
});

test('an undo while a part is being added leaves no application of it', async () => {
  let hasAnnounced = false;
  const log: EventLog = {
    ...environment.log,
    async append(...given) {
      const appended = await environment.log.append(...given);
      if (!hasAnnounced) {
        hasAnnounced = true;
        await undo();
      }
      return appended;
    },
  };
  expect(await send(log)).toMatchObject({ ok: false, rejection: { message: TEXTS.bulk.importUndone } });
  expect(phaseOf(await bulkNow())).toBe('undone');
  expect(await kinds()).not.toContain('application');
  expect(erased).toHaveLength(3);
});

test('refuses a call in which two rows have the same number', async () => {
  const rows = ROWS.map((row) => ({ ...row, row: 2 }));
  const sent = await importRows(environment, { bulkId, rows, erase, pace: YIELD_ONLY }, contextBy(MIA));
  expect(sent).toMatchObject({ ok: false, rejection: { message: TEXTS.bulk.rowTwice } });
  expect((await bulkNow()).rows).toEqual([]);
});

test('refuses a transferred row, and adds an email that two rows name once', async () => {
  const [first, second, third] = ROWS as [ImportRow, ImportRow, ImportRow];
  const rows = [first, { ...second, values: first.values }, { ...third, status: 'TRANSFERRED' }];
  const sent = await must(importRows(environment, { bulkId, rows, erase, pace: YIELD_ONLY }, contextBy(MIA)));
  expect(sent.rows).toMatchObject([
    { row: 2, outcome: 'imported' },
    { row: 3, outcome: 'duplicate', reason: TEXTS.bulk.emailTwice },
    { row: 4, outcome: 'refused', errors: [{ field: 'status', message: TEXTS.bulk.transferOneByOne }] },
  ]);
  expect(await kinds()).toEqual(['application']);
});
