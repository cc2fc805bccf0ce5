import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BULK_LIMIT } from '../../domain/bulk/action.ts';
import type { BulkEvent } from '../../domain/bulk/events.ts';
import { accept } from '../../domain/event-sourcing/decision.ts';
import type { Recorded } from '../../domain/event-sourcing/event.ts';
import { idOf } from '../../domain/event-sourcing/streams.ts';
import type { ProcessConfig } from '../../domain/process/config.ts';
import {
  allEvents,
  type CommandEnvironment,
  contextBy,
  must,
  openCommandEnvironment,
  person,
} from '../../test/support/command-environment.ts';
import { advanceBulk } from '../bulk/advance-bulk.ts';
import { YIELD_ONLY } from '../transfer/pace.ts';
import type { RoomToday } from '../user/attempt-limits.ts';
import { mayRenameAnswers, type ProcessChanged, renameAnswers } from './rename-answers.ts';
import { changeProcess, createProcess } from './save-process.ts';

const MIA = person('mia', 'Admin');
const configWith = (...options: string[]): string =>
  JSON.stringify({
    label: 'Full-stack',
    fields: [],
    applicationForm: {
      title: 'Apply',
      fields: [
        { name: 'email', label: 'Email', dataType: 'email', required: true },
        { name: 'track', label: 'Track', dataType: 'select', required: false, options },
      ],
    },
    applicationDetailsSteps: [],
  });
const RENAMES = [
  { name: 'track', from: 'Web', to: 'Web and apps' },
  { name: 'track', from: 'Data', to: 'Science' },
];
const holding = (count: number, track: string) =>
  Array.from({ length: count }, (_, n) => ({ _id: `${track} ${n}`, values: { track } }));

let environment: CommandEnvironment;
beforeAll(async () => {
  environment = await openCommandEnvironment();
});
afterAll(() => environment[Symbol.asyncDispose]());

const answering = (applications: ReturnType<typeof holding>) => ({
  ...environment,
  queries: { ...environment.queries, applicationsInProgress: async () => applications },
});
async function renamed(): Promise<{ processId: string; changed: ProcessChanged }> {
  const created = { organizationId: 'org', json: configWith('Web', 'Data') };
  const { id: processId } = await must(createProcess(environment, created, contextBy(MIA)));
  const change = { processId, json: configWith('Web and apps', 'Science'), renames: RENAMES };
  const { appended } = await must(changeProcess(environment, change, contextBy(MIA)));
  return { processId, changed: appended[0] as ProcessChanged };
}
async function startsBy({ id }: ProcessChanged) {
  const events = (await allEvents(environment.log)) as unknown as readonly Recorded<BulkEvent>[];
  return events.filter(({ type, metadata }) => type === 'BulkChangeStarted' && metadata.causationId === id);
}
const startedBy = async (changed: ProcessChanged) =>
  (await startsBy(changed)).map(({ actor, data }) => ({
    ...(data as { action: object; applicationIds: readonly string[] }),
    by: actor.id,
  }));
const bulksStartedBy = async (changed: ProcessChanged) => (await startsBy(changed)).map(({ stream }) => idOf(stream));

test('the answers of a saved process are renamed for its author, once, however often the work begins again', async () => {
  const { changed } = await renamed();
  const applications = [...holding(BULK_LIMIT + 1, 'Web'), ...holding(2, 'Data')];
  let appends = 0;
  const dying = {
    ...answering(applications),
    log: {
      ...environment.log,
      append: (...given: Parameters<typeof environment.log.append>) => {
        appends += 1;
        if (appends === 2) throw new Error('killed');
        return environment.log.append(...given);
      },
    },
  };
  await expect(renameAnswers(dying, changed)).rejects.toThrow('killed');
  expect(await startedBy(changed)).toHaveLength(1);
  const left = applications.slice(100);
  await Promise.all([renameAnswers(answering(left), changed), renameAnswers(answering(left), changed)]);
  await renameAnswers(answering(applications), changed);
  const started = await startedBy(changed);
  expect(started).toMatchObject([
    { by: 'mia', action: { kind: 'renameOption', label: 'Track', from: 'Web', to: 'Web and apps' } },
    { by: 'mia', applicationIds: [`Web ${BULK_LIMIT}`] },
    { by: 'mia', action: { from: 'Data', to: 'Science' }, applicationIds: ['Data 0', 'Data 1'] },
  ]);
  expect(started[0]?.applicationIds).toHaveLength(BULK_LIMIT);
});

test('an option that has its former words again is left alone', async () => {
  const { processId, changed } = await renamed();
  await must(changeProcess(environment, { processId, json: configWith('Web', 'Science') }, contextBy(MIA)));
  await renameAnswers(answering([...holding(1, 'Web'), ...holding(1, 'Data')]), changed);
  expect(await startedBy(changed)).toMatchObject([{ action: { from: 'Data' } }]);
});

describe('answers whose option gets new words twice', () => {
  const again = [{ name: 'track', from: 'Web and apps', to: 'Apps' }];
  async function renamedAgain() {
    const { processId, changed } = await renamed();
    const renameAgain = async () => {
      const change = { processId, json: configWith('Apps', 'Science'), renames: again };
      const { appended } = await must(changeProcess(environment, change, contextBy(MIA)));
      return appended[0] as ProcessChanged;
    };
    return { changed, renameAgain };
  }

  test('get the last ones at once if their first renaming has not begun', async () => {
    const { changed, renameAgain } = await renamedAgain();
    await renameAgain();
    await renameAnswers(answering(holding(1, 'Web')), changed);
    expect(await startedBy(changed)).toMatchObject([{ action: { from: 'Web', to: 'Apps' } }]);
  });

  test('get them after the first renaming has ended, which the read models may not show yet', async () => {
    const { changed, renameAgain } = await renamedAgain();
    await renameAnswers(answering(holding(2, 'Web')), changed);
    const last = await renameAgain();
    expect(await renameAnswers(answering(holding(2, 'Web')), last)).toBe(false);
    expect(await startedBy(last)).toEqual([]);
    const [id = ''] = await bulksStartedBy(changed);
    const advance = {
      environment,
      isUnavailable: () => false,
      onProblem: () => {},
      erase: async () => accept(null),
      pace: YIELD_ONLY,
    };
    while (await advanceBulk(advance, id));
    expect(await renameAnswers(answering(holding(2, 'Web')), last)).toBe(true);
    expect(await startedBy(last)).toMatchObject([
      { action: { from: 'Web and apps', to: 'Apps' }, applicationIds: ['Web 0', 'Web 1'] },
    ]);
  });
});

test('the limit of a day counts the bulk changes that a save begins: one for each 5,000 answers, none for none', async () => {
  const amounts: number[] = [];
  const attempts = {
    admitToday: async (_owner: string, { amount }: RoomToday) => {
      amounts.push(amount);
      return true;
    },
  };
  const [before, after] = [configWith('Web', 'Data'), configWith('Web and apps', 'Science')].map(
    (json) => JSON.parse(json) as ProcessConfig,
  ) as [ProcessConfig, ProcessConfig];
  const asked = (applications: ReturnType<typeof holding>, renames = RENAMES) =>
    mayRenameAnswers({ ...answering(applications), attempts }, 'p', { before, after, renames }, contextBy(MIA));
  for (const applications of [holding(BULK_LIMIT + 1, 'Web'), holding(3, 'Data'), []]) await must(asked(applications));
  expect(amounts).toEqual([2, 1]);
  const twice = await asked([], [...RENAMES, ...RENAMES.slice(0, 1)]);
  expect(twice).toMatchObject({ rejection: { errors: [{ field: 'renames' }] } });
});
