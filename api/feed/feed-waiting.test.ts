import { setImmediate as nextTurn } from 'node:timers/promises';
import { Subject } from 'rxjs';
import { expect, test } from 'vitest';
import { QUOTAS } from '../../domain/limits/quotas.ts';
import type { EventPage, RecordedEvent } from '../../projections/engine/event-source.ts';
import { MemoryLog } from '../../test/support/memory-log.ts';
import { type Crowded, createFeedWaiting, type Joined, type Waiting } from './feed-waiting.ts';

const LONG_MS = 60_000;
const never = new AbortController().signal;
const reading = (types: ReadonlySet<string> | null, reader: Waiting['reader'] = { kind: 'user', id: 'ada' }) => ({
  ...{ types, reader, onRightsChanged: () => {} },
});
const admitted = (joined: Joined | Crowded): Joined => {
  if (typeof joined === 'string') throw new Error(`Too many waiting calls: ${joined}`);
  return joined;
};

/** `publishers`: null while the read model does not know the application yet. */
function openWaiting(publishers: ReadonlySet<string> | null = new Set(['north'])) {
  const [events$, unseen$] = [new Subject<EventPage>(), new Subject<void>()];
  const log = new MemoryLog();
  const waiting = createFeedWaiting({ events$, unseen$ }, async () => publishers);
  const woken: string[] = [];
  return {
    waiting,
    unseen$,
    woken,
    follow(name: string, organizationId: string, types: readonly string[] | null = null) {
      const joined = admitted(waiting.join(organizationId, reading(types && new Set(types))));
      void joined.next(LONG_MS, never).then(() => woken.push(name));
      return joined;
    },
    async happens(organizationId: string, ...types: readonly string[]) {
      const events = types.map((type): RecordedEvent => {
        const event = log.append('application-a', { type, data: {} });
        return { ...event, metadata: { ...event.metadata, organizationId } };
      });
      events$.next({ events, position: events.at(-1)?.position ?? 0n });
      await nextTurn();
      return woken.splice(0).sort();
    },
  };
}

test('an event wakes those who wait for its type in its organization, and nothing else wakes them', async () => {
  const { follow, happens } = openWaiting();
  follow('all', 'north');
  follow('interviews', 'north', ['InterviewScheduled']);
  follow('elsewhere', 'south');
  expect(await happens('north', 'CommentAdded')).toEqual([]);
  expect(await happens('north', 'StatusChanged', 'StatusChanged')).toEqual(['all']);
  expect(await happens('north', 'InterviewScheduled')).toEqual(['interviews']);
  expect(await happens('south', 'StatusChanged')).toEqual(['elsewhere']);
});

test('an erasure wakes those who follow the person, whatever they wait for and wherever it is recorded', async () => {
  const { follow, happens } = openWaiting();
  follow('filtered', 'north', ['InterviewScheduled']);
  follow('unrelated', 'south');
  expect(await happens('south', 'PersonalDataErased')).toEqual(['filtered']);
  expect(await happens('south', 'StatusChanged')).toEqual(['unrelated']);
});

test('an erasure of an application that is not known yet wakes all, and so does a gap in what was heard', async () => {
  const { follow, happens, unseen$, woken } = openWaiting(null);
  follow('north', 'north', ['InterviewScheduled']);
  follow('south', 'south');
  expect(await happens('east', 'PersonalDataErased')).toEqual(['north', 'south']);
  follow('again', 'north');
  unseen$.next();
  await nextTurn();
  expect(woken).toEqual(['again']);
});

test('what happens between two waits is not missed', async () => {
  const { waiting, happens } = openWaiting();
  const joined = admitted(waiting.join('north', reading(null)));
  await happens('north', 'StatusChanged');
  await joined.next(LONG_MS, never);
  const leaving = new AbortController();
  const next = joined.next(LONG_MS, leaving.signal);
  leaving.abort();
  await next;
});

test('an organization has a limited number of waiting calls, and one that leaves makes room', () => {
  const { waiting } = openWaiting();
  let readers = 0;
  const join = () => {
    readers += 1;
    return waiting.join('north', reading(null, { kind: 'user', id: `reader ${readers}` }));
  };
  const crowd = Array.from({ length: QUOTAS.organization.waitingPulls }, () => admitted(join()));
  expect(join()).toBe('organization');
  admitted(waiting.join('south', reading(null)));
  crowd[0]?.leave();
  admitted(join());
});

test.each([
  ['token', 'token'],
  ['user', 'account'],
] as const)(
  'a reader of the kind %s has fewer of them, so that others of its organization have room',
  (kind, crowded) => {
    const { waiting } = openWaiting();
    const join = (id: string) => waiting.join('north', reading(null, { kind, id }));
    const crowd = Array.from({ length: QUOTAS[crowded].waitingPulls }, () => admitted(join('crm')));
    expect(join('crm')).toBe(crowded);
    admitted(join('warehouse'));
    admitted(waiting.join('south', reading(null, { kind, id: 'crm' })));
    crowd[0]?.leave();
    admitted(join('crm'));
  },
);
