import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ANONYMOUS } from '../../domain/access/actor.ts';
import { application } from '../../domain/application/application.ts';
import type { ApplicationStatus } from '../../domain/application/statuses.ts';
import { bulk, phaseOf } from '../../domain/bulk/bulk.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import {
  type CommandEnvironment,
  contextBy,
  must,
  openCommandEnvironment,
  person,
} from '../../test/support/command-environment.ts';
import { submitApplication } from '../application/submit-application.ts';
import type { EventLog } from '../event-store/event-log.ts';
import { handle, load } from '../handling/handle.ts';
import { YIELD_ONLY } from '../transfer/pace.ts';
import { UNLIMITED } from '../user/attempt-limits.ts';
import { type Advance, advanceBulk } from './advance-bulk.ts';
import { startBulk, undoBulk } from './start-bulk.ts';

const MIA = person('mia', 'Admin');

let environment: CommandEnvironment;
let batchId: string;
let problems: string[];
beforeEach(async () => {
  environment = await openCommandEnvironment();
  environment.roles.set('mia', MIA.roles);
  batchId = await environment.createBatch();
  problems = [];
});
afterEach(() => environment[Symbol.asyncDispose]());

class Away extends Error {}
const advancing = (log: EventLog = environment.log): Advance => ({
  environment: { ...environment, log },
  isUnavailable: (error) => error instanceof Away,
  onProblem: (message) => problems.push(message),
  erase: async () => ({ ok: true, value: null }),
  pace: YIELD_ONLY,
});
async function toTheEnd(bulkId: string, advance = advancing()): Promise<void> {
  while (await advanceBulk(advance, bulkId));
}

const submitMany = (count: number): Promise<string[]> =>
  Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const payload = { batchId, email: `ada${n}@example.com`, firstName: 'Ada', lastName: 'L' };
      const submitted = submitApplication(environment, { payload, account: null }, contextBy(ANONYMOUS));
      return (await must(submitted)).id;
    }),
  );
const setStatus = (id: string, to: ApplicationStatus) =>
  must(handle(environment, application, id, [{ type: 'ChangeStatus', data: { to } }], contextBy(MIA)));
const begin = async (applicationIds: readonly string[], status: ApplicationStatus = 'CONTRACT SENT') => {
  const started = { organizationId: 'org', action: { kind: 'status', status } as const, applicationIds };
  return (await must(startBulk({ ...environment, attempts: UNLIMITED }, started, contextBy(MIA)))).id;
};
const bulkOf = async (id: string) => {
  const { state } = await load(environment, bulk, id);
  if (state.kind !== 'bulk') throw new Error(`${id} is no bulk change`);
  return state;
};
const changesOf = async (ids: readonly string[]) =>
  Promise.all(
    ids.map(async (id) =>
      (await load(environment, application, id)).events.flatMap((event) =>
        event.type === 'StatusChanged' ? [event.data.to] : [],
      ),
    ),
  );

function goneAt(n: number, hasTaken: boolean): EventLog {
  let appends = 0;
  return {
    ...environment.log,
    async append(...given) {
      appends += 1;
      if (appends < n) return environment.log.append(...given);
      if (appends === n && hasTaken) await environment.log.append(...given);
      throw new Away();
    },
  };
}

describe('a process that takes a bulk change over', () => {
  test.each([
    [1, false],
    [20, true],
    [51, false],
    [51, true],
    [60, true],
  ])('after another one died at its append %i does the rest, and nothing twice', async (n, hasTaken) => {
    const ids = await submitMany(60);
    const id = await begin(ids);
    await expect(toTheEnd(id, advancing(goneAt(n, hasTaken)))).rejects.toThrow(Away);
    await toTheEnd(id);
    expect(await changesOf(ids)).toEqual(ids.map(() => ['CONTRACT SENT']));
    expect((await bulkOf(id)).rows.map(({ outcome }) => outcome)).toEqual(ids.map(() => 'changed'));

    await must(undoBulk(environment, id, contextBy(MIA)));
    await expect(toTheEnd(id, advancing(goneAt(n, hasTaken)))).rejects.toThrow(Away);
    await toTheEnd(id);
    expect(await changesOf(ids)).toEqual(ids.map(() => ['CONTRACT SENT', 'NEW']));
    const { rows } = await bulkOf(id);
    expect(rows.map(({ undo }) => undo?.outcome)).toEqual(ids.map(() => 'restored'));
    expect(problems).toEqual([]);
  });

  test('while another one still works changes each application once', async () => {
    const ids = await submitMany(60);
    const id = await begin(ids);
    await Promise.all([toTheEnd(id), toTheEnd(id, advancing({ ...environment.log }))]);
    expect(await changesOf(ids)).toEqual(ids.map(() => ['CONTRACT SENT']));
  });
});

test('undo in the middle restores what was done and skips the rest', async () => {
  const ids = await submitMany(70);
  const id = await begin(ids);
  await advanceBulk(advancing(), id);
  await must(undoBulk(environment, id, contextBy(MIA)));
  await toTheEnd(id);
  const changes = await changesOf(ids);
  expect(changes.filter((one) => one.length === 2)).toHaveLength(50);
  expect(changes.filter((one) => one.length === 0)).toHaveLength(20);
  const state = await bulkOf(id);
  expect(phaseOf(state)).toBe('undone');
  expect(state.rows.filter(({ undo }) => undo?.outcome === 'restored')).toHaveLength(50);
});

test('undo also restores changes whose results were not recorded yet', async () => {
  const ids = await submitMany(10);
  const id = await begin(ids);
  await expect(toTheEnd(id, advancing(goneAt(6, true)))).rejects.toThrow(Away);
  await must(undoBulk(environment, id, contextBy(MIA)));
  await toTheEnd(id);
  for (const changes of await changesOf(ids)) expect([[], ['CONTRACT SENT', 'NEW']]).toContainEqual(changes);
});

test('a lost role ends the rest of the change', async () => {
  const ids = await submitMany(60);
  const id = await begin(ids);
  await advanceBulk(advancing(), id);
  environment.roles.set('mia', [{ orgId: 'org', role: 'Viewer' }]);
  await toTheEnd(id);
  const { rows } = await bulkOf(id);
  expect(rows.filter(({ outcome }) => outcome === 'changed')).toHaveLength(50);
  expect(rows.filter(({ reason }) => reason === TEXTS.access.notAllowed)).toHaveLength(10);
});

test('an unreadable application does not block the others', async () => {
  const ids = await submitMany(3);
  const id = await begin(ids);
  const log: EventLog = {
    ...environment.log,
    async readStream(stream) {
      if (stream === `application-${ids[1]}`) throw new Error('Damaged');
      return environment.log.readStream(stream);
    },
  };
  await toTheEnd(id, advancing(log));
  const { rows } = await bulkOf(id);
  expect(rows.map(({ outcome }) => outcome)).toEqual(['changed', 'refused', 'changed']);
  expect(rows[1]?.reason).toBe(TEXTS.bulk.failed);
  expect(problems).toHaveLength(1);
});

test('an application that changed since is left alone, even if it looks the same again', async () => {
  const ids = await submitMany(2);
  const [one = '', two = ''] = ids;
  const id = await begin(ids);
  await toTheEnd(id);
  await setStatus(one, 'DRILLS PENDING');
  await setStatus(two, 'DRILLS PENDING');
  await setStatus(two, 'CONTRACT SENT');
  await must(undoBulk(environment, id, contextBy(MIA)));
  await toTheEnd(id);
  expect((await bulkOf(id)).rows.map(({ undo }) => undo?.reason)).toEqual(ids.map(() => TEXTS.bulk.changedSince));
  expect((await changesOf(ids)).map((changes) => changes.at(-1))).toEqual(['DRILLS PENDING', 'CONTRACT SENT']);
});
