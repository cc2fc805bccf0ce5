import { expect, test } from 'vitest';
import type { ApplicationView } from '../../../../../api/contract/applications.ts';
import type { Batch } from '../../../../../api/contract/batches.ts';
import type { Section } from '../data/visible-applications.ts';
import { cardsByStatus } from './board-cards.ts';

const section = (name: string, applications: readonly ApplicationView[]): Section => ({
  batch: { _id: name, name } as Batch,
  applications,
  total: applications.length,
});
const application = (_id: string, status: ApplicationView['status'], day: number) =>
  ({ _id, status, createdAt: '2026-01-01', statusSince: `2026-03-0${day}T00:00:00.000Z` }) as ApplicationView;

const [ada, grace, alan] = [
  application('ada', 'NEW', 1),
  application('grace', 'NEW', 3),
  application('alan', 'COMPLETE', 2),
];
const idsIn = (cards: ReturnType<typeof cardsByStatus>) =>
  Object.fromEntries([...cards].map(([status, each]) => [status, each.map((card) => card.application._id)]));

test('applications of all batches are listed by status, the last moved first', () => {
  const cards = cardsByStatus([section('June', [ada, alan]), section('July', [grace])], new Map());
  expect(idsIn(cards)).toEqual({ NEW: ['grace', 'ada'], COMPLETE: ['alan'] });
  expect(cards.get('NEW')?.map(({ batchName }) => batchName)).toEqual(['July', 'June']);
});

test('the longest waiting or the newest application can be first instead', () => {
  const early = { ...grace, createdAt: '2025-12-31' } as ApplicationView;
  const sections = [section('June', [early, ada])];
  expect(idsIn(cardsByStatus(sections, new Map()))).toEqual({ NEW: ['grace', 'ada'] });
  expect(idsIn(cardsByStatus(sections, new Map(), 'longest'))).toEqual({ NEW: ['ada', 'grace'] });
  expect(idsIn(cardsByStatus(sections, new Map(), 'newest'))).toEqual({ NEW: ['ada', 'grace'] });
});

test('a move changes two columns and keeps the lists of all others', () => {
  const before = cardsByStatus([section('June', [ada, grace, alan])], new Map());
  const moved = { ...ada, status: 'INFORMATION SENT', statusSince: '2026-03-05T00:00:00.000Z' } as ApplicationView;
  const after = cardsByStatus([section('June', [moved, grace, alan])], before);
  expect(idsIn(after)).toEqual({ 'INFORMATION SENT': ['ada'], NEW: ['grace'], COMPLETE: ['alan'] });
  expect(after.get('COMPLETE')).toBe(before.get('COMPLETE'));
  expect(after.get('NEW')?.[0]).toBe(before.get('NEW')?.[0]);
});

test('renaming a batch renames it on its cards', () => {
  const before = cardsByStatus([section('June', [ada])], new Map());
  const after = cardsByStatus([section('Summer', [ada])], before);
  expect(after.get('NEW')?.[0]?.batchName).toBe('Summer');
});
