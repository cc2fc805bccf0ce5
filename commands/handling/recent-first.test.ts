import { expect, test } from 'vitest';
import type { AnyEvent, Recorded } from '../../domain/event-sourcing/event.ts';
import { PROCESS_CONFIG } from '../../domain/process/config.ts';
import { contextBy, must, openCommandEnvironment, person } from '../../test/support/command-environment.ts';
import { changeApplication } from '../application/change-application.ts';
import { submitApplication } from '../application/submit-application.ts';
import { createStreamHeads } from '../event-store/stream-heads.ts';

const CONFIG = PROCESS_CONFIG.parse({
  label: 'Course',
  applicationForm: { fields: [{ name: 'email', label: 'Email', dataType: 'email', required: true }] },
});
const ADMIN = contextBy(person('admin', 'Admin'));

/** Two processes over one log. The first one learns of the other's events when they are delivered; its reads are counted. */
async function openProcesses() {
  const other = await openCommandEnvironment();
  let clock = Date.now();
  const heads = createStreamHeads(() => clock);
  const reads: string[] = [];
  const known = new Map<string, readonly Recorded<AnyEvent>[]>();
  const log: typeof other.log = {
    ...other.log,
    async readStream(stream, last, limits) {
      reads.push(stream.split('-')[0] as string);
      heads.watch(stream);
      const events = await other.log.readStream(stream, last, limits);
      heads.reached(stream, (last?.revision ?? -1) + events.length);
      if (!last) known.set(stream, events);
      return events;
    },
    async append(stream, ...given) {
      const appended = await other.log.append(stream, ...given);
      heads.reached(stream, appended.revision);
      known.set(stream, [...(known.get(stream) ?? []), ...appended.events]);
      return appended;
    },
    known: (stream) => known.get(stream),
    endedRecentlyAt: heads.isRecent,
  };
  const mine = { ...other, log };
  let seen = 0n;
  return {
    mine,
    other,
    reads,
    pass(ms: number) {
      clock += ms;
    },
    async deliver() {
      const { events, position } = await other.log.readAll({ after: seen, limit: 1000 });
      seen = position;
      heads.delivered(events as readonly Recorded<AnyEvent>[]);
    },
    [Symbol.asyncDispose]: () => other[Symbol.asyncDispose](),
  };
}

type Processes = Awaited<ReturnType<typeof openProcesses>>;

async function apply({ other }: Processes) {
  const batchId = await other.createBatch({ config: CONFIG });
  const payload = { batchId, email: 'ada@example.org' };
  const { id } = await must(submitApplication(other, { payload, account: null }, contextBy()));
  return { id, batchId };
}

const changeIn = (environment: Processes['mine'], applicationId: string, payload: object) =>
  changeApplication(
    environment,
    { applicationId, payload: { ...payload }, holdsClaim: false, account: null },
    { ...ADMIN, commandId: crypto.randomUUID() },
  );

test('a change of what is recent reads nothing, and after a second without news it reads again', async () => {
  await using processes = await openProcesses();
  const { mine, reads } = processes;
  const { id } = await apply(processes);
  await must(changeIn(mine, id, { status: 'INFORMATION SENT' }));
  expect(reads).toEqual(expect.arrayContaining(['application', 'batch', 'process']));
  await processes.deliver();
  reads.length = 0;
  await must(changeIn(mine, id, { status: 'DECISION PENDING' }));
  expect(reads).toEqual([]);

  processes.pass(1500);
  await must(changeIn(mine, id, { status: 'INFORMATION SENT' }));
  expect(reads).toContain('batch');
});

test('no change is refused for what was so only a moment ago', async () => {
  await using processes = await openProcesses();
  const { mine, other, reads } = processes;
  const { id } = await apply(processes);
  await must(changeIn(mine, id, { status: 'INFORMATION SENT' }));
  await processes.deliver();
  // Not delivered: a version that only the other process knows.
  const { revision } = await must(changeIn(other, id, { status: 'DECISION PENDING' }));
  reads.length = 0;
  await must(changeIn(mine, id, { version: revision, status: 'INFORMATION SENT' }));
  expect(reads).toContain('application');
});
