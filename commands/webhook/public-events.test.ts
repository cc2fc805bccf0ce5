import { expect, test } from 'vitest';
import { NO_TRACKING } from '../../domain/application/events.ts';
import type { AnyEvent } from '../../domain/event-sourcing/event.ts';
import { MemoryLog } from '../../test/support/memory-log.ts';
import { createPublicEvents } from './public-events.ts';

const SUBMITTED: AnyEvent = {
  type: 'ApplicationSubmitted',
  data: { organizationId: 'org', batchId: 'june', trackingNumber: 10_001, tracking: NO_TRACKING, userId: null },
  personal: { email: 'ada@example.com', values: { firstName: 'Ada' } },
};
const changed = (n: number): AnyEvent => ({
  type: 'DetailsSaved',
  data: { fields: ['firstName'] },
  personal: { values: { firstName: `Ada ${n}` } },
});
const ERASED: AnyEvent = { type: 'PersonalDataErased', data: {} };

test('webhooks hear of an erasure that a restore repeats, but of no other event of an import', async () => {
  const log = new MemoryLog();
  for (const event of [SUBMITTED, ERASED]) {
    const recorded = log.append('application-a', event);
    log.events[log.events.indexOf(recorded)] = { ...recorded, metadata: { ...recorded.metadata, isSilent: true } };
  }
  const references = log.events.map(({ position }) => ({ applicationId: 'a', position }));
  const events = await createPublicEvents({ log }).read(references);
  expect(events.map((event) => [JSON.parse(event?.body ?? '').type, event?.isSilent])).toEqual([
    ['ApplicationSubmitted', true],
    ['applicant.erased', false],
  ]);
});

test('a second consumer of an event, and one that reads on, read nothing again of a long history', async () => {
  const log = new MemoryLog();
  const first = log.append('application-a', SUBMITTED);
  for (let n = 0; n < 50; n += 1) log.append('application-a', changed(n));
  const fiftieth = log.append('application-a', changed(50));
  let read = 0;
  const counting: Pick<MemoryLog, 'readStream' | 'head'> = {
    head: () => log.head(),
    async readStream(...asked) {
      const events = await log.readStream(...asked);
      read += events.length;
      return events;
    },
  };
  const events = createPublicEvents({ log: counting });
  const ask = async (...positions: readonly bigint[]) => {
    read = 0;
    const found = await events.read(positions.map((position) => ({ applicationId: 'a', position })));
    return [found.map((event) => event?.body), read] as const;
  };
  const fresh = async (...positions: readonly bigint[]) => {
    const found = createPublicEvents({ log }).read(positions.map((position) => ({ applicationId: 'a', position })));
    return (await found).map((event) => event?.body);
  };
  expect(await ask(fiftieth.position)).toEqual([await fresh(fiftieth.position), 52]);
  expect(await ask(fiftieth.position)).toEqual([await fresh(fiftieth.position), 0]);
  const next = log.append('application-a', changed(51));
  expect(await ask(fiftieth.position, next.position)).toEqual([await fresh(fiftieth.position, next.position), 1]);
  const newest = log.append('application-a', changed(52));
  expect(await ask(newest.position)).toEqual([await fresh(newest.position), 1]);
  expect(await ask(next.position), 'one behind').toEqual([await fresh(next.position), 0]);
  expect(await ask(first.position, next.position)).toEqual([await fresh(first.position, next.position), 53]);
});
