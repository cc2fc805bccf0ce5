import { EventEmitter } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Response } from 'express';
import { Subject } from 'rxjs';
import { expect, test } from 'vitest';
import { QUOTAS } from '../../domain/limits/quotas.ts';
import type { EventPage, RecordedEvent } from '../../projections/engine/event-source.ts';
import { MemoryLog } from '../../test/support/memory-log.ts';
import type { RequestContext } from '../http/request-context.ts';
import { createRequestsUnderWay } from '../runtime/requests-under-way.ts';
import { createFeed } from './feed.ts';

const PER_SCHOOL = QUOTAS.organization.waitingPulls;
const SCHOOLS = 1000 / PER_SCHOOL;
/** The count, and a range. */
const READS_OF_PAGE = 2;

function openFeed() {
  const [events$, unseen$] = [new Subject<EventPage>(), new Subject<void>()];
  const counts = new Map<string, number>();
  const log = new MemoryLog();
  let reads = 0;
  let readers = 0;
  const feed = createFeed({
    engine: { events$, unseen$ },
    events: {
      read: async (references) =>
        references.map(({ position }) => ({
          id: `event ${position}`,
          at: '2026-03-02T09:00:00.000Z',
          body: '{"type":"a"}',
          isSilent: false,
        })),
    },
    numbers: {
      async count(organizationId) {
        reads += 1;
        return counts.get(organizationId) ?? 0;
      },
      async range(organizationId, first, last) {
        reads += 1;
        const newest = Math.min(last, counts.get(organizationId) ?? 0);
        const numbers = Array.from({ length: Math.max(0, newest - first + 1) }, (_, n) => first + n);
        return numbers.map((number) => ({
          ...{ number, position: BigInt(number), applicationId: 'a', type: 'StatusChanged', tag: '00000000' },
        }));
      },
      numberAt: async () => 0,
      publishersOf: async () => new Set(),
    },
    sessions: { list: async () => [] },
    requests: createRequestsUnderWay(),
    stopping: new AbortController().signal,
    key: Buffer.alloc(32),
  });
  return {
    readsSince: () => reads,
    waitFrom(organizationId: string, after?: string) {
      const requests = { hold: () => true, release: () => {} };
      const response = Object.assign(new EventEmitter(), {
        ...{ closed: false, setHeader: () => {}, locals: { visit: { body: {}, limits: { requests } } } },
      });
      readers += 1;
      const actor = { kind: 'user', id: `reader ${readers}` };
      const context = { actor, organization: { _id: organizationId }, at: new Date().toISOString() };
      const query = { wait: '30', types: 'StatusChanged', ...(after !== undefined && { after }) };
      const end = feed.wait(context as RequestContext, query, response as unknown as Response);
      const pull = () => feed.pull(organizationId, query, response as unknown as Response);
      return { end, pull, leave: () => response.emit('close') };
    },
    async happens(organizationId: string, type: string) {
      if (type === 'StatusChanged') counts.set(organizationId, 1);
      const event = log.append('application-a', { type, data: {} });
      const events: RecordedEvent[] = [{ ...event, metadata: { ...event.metadata, organizationId } }];
      events$.next({ events, position: event.position });
      await nextTurn();
      await nextTurn();
    },
  };
}

test('a thousand waiting calls read nothing until an event that they want, and then only those of its school', async () => {
  const { readsSince, waitFrom, happens } = openFeed();
  const schools = Array.from({ length: SCHOOLS }, (_, n) => `school ${n}`);
  const ended = new Map<string, number>();
  const waits = schools.flatMap((school) =>
    Array.from({ length: PER_SCHOOL }, () => {
      const { end, leave } = waitFrom(school);
      void end.then(() => ended.set(school, (ended.get(school) ?? 0) + 1));
      return { end, leave };
    }),
  );
  expect(waits).toHaveLength(1000);
  while (readsSince() < READS_OF_PAGE * waits.length) await nextTurn();
  await nextTurn();
  const before = readsSince();
  for (const school of schools) {
    await happens(school, 'CommentAdded');
    await happens(school, 'DetailsSaved');
  }
  await happens('elsewhere', 'StatusChanged');
  expect(readsSince()).toBe(before);
  await happens('school 7', 'StatusChanged');
  await expect.poll(() => [...ended], { timeout: 20_000 }).toEqual([['school 7', PER_SCHOOL]]);
  expect(readsSince() - before).toBe(READS_OF_PAGE * PER_SCHOOL);
  for (const { leave } of waits) leave();
  for (const { end } of waits) expect(await end).toBe(true);
});

test('a call that waits from the newest event on answers the next one', async () => {
  const { readsSince, waitFrom, happens } = openFeed();
  const { end, pull } = waitFrom('school', 'latest');
  while (readsSince() < 1 + READS_OF_PAGE) await nextTurn();
  await nextTurn();
  await happens('school', 'StatusChanged');
  expect(await end).toBe(true);
  const answer = await pull();
  expect(answer.ok && JSON.parse(answer.value.text)).toMatchObject({ events: [{ id: 'event 1' }], hasMore: false });
});
