import { expect, test } from 'vitest';
import type { EventMetadata } from '../domain/event-sourcing/event.ts';
import { given, type Happening } from '../test/support/recorded.ts';
import { notices, noticesId } from './notices.ts';

/** Noah assigns the application `n` to Mia, in the second `n` after nine. */
const assigned = (n: number, metadata: Partial<EventMetadata> = {}): Happening => [
  `application-${n}`,
  { type: 'AdminAssigned', data: { userId: 'mia' } },
  { kind: 'user', id: 'noah' },
  { organizationId: 'org', ...metadata },
];
const noticesAfter = (...story: readonly Happening[]) =>
  given(notices, ...story).document(noticesId('org', 'mia'))?.notices ?? [];

test('demo data and an import notify no one', () => {
  const silent = assigned(1, { isSilent: true });
  expect(noticesAfter(assigned(0), silent)).toMatchObject([{ applicationId: '0', count: 1 }]);
});

test('assignments of one bulk change are one notice, at the time of the last one', () => {
  const bulk = '39f1acb6-1a72-58df-aae8-672c3fb88c7a';
  const story = [0, 1, 2].map((n) => assigned(n, { correlationId: bulk }));
  expect(noticesAfter(...story)).toMatchObject([{ bulk, count: 3, at: '2026-03-01T09:00:02.000Z' }]);
});

test('the newest 50 are kept', () => {
  const kept = noticesAfter(...Array.from({ length: 51 }, (_, n) => assigned(n)));
  expect(kept.map(({ applicationId }) => applicationId)).toEqual(Array.from({ length: 50 }, (_, n) => `${50 - n}`));
});
