import { expect, test } from 'vitest';
import { given, type Happening } from '../test/support/recorded.ts';
import { bulks } from './bulks.ts';

const happened = (type: string, data: object): Happening => ['bulk-1', { type, data }, { kind: 'user', id: 'mia' }];
const started = happened('BulkChangeStarted', {
  organizationId: 'org',
  action: { kind: 'status', status: 'CONTRACT SENT' },
  applicationIds: ['a', 'b'],
});
const progressed = (...ids: string[]) =>
  happened('BulkChangeProgressed', {
    results: ids.map((applicationId) => ({ applicationId, outcome: 'changed', reason: null })),
  });
const undone = (...ids: string[]) =>
  happened('BulkUndoProgressed', {
    results: ids.map((applicationId) => ({ applicationId, outcome: 'restored', reason: null, mail: null })),
  });
const undoing = happened('BulkUndoStarted', {});

test('a bulk change is open until every application has a result, and again during undo', () => {
  const isOpen = (...happenings: Happening[]) => given(bulks, started, ...happenings).document('1')?.isOpen;
  expect(isOpen()).toBe(true);
  expect(isOpen(progressed('a'))).toBe(true);
  expect(isOpen(progressed('a'), progressed('b'))).toBe(false);
  expect(isOpen(progressed('a', 'b'), undoing)).toBe(true);
  expect(isOpen(progressed('a', 'b'), undoing, undone('a', 'b'))).toBe(false);
});

test('it has its author, time, request and results', () => {
  expect(given(bulks, started, progressed('b'), undoing).document('1')).toMatchObject({
    organizationId: 'org',
    startedBy: 'mia',
    startedAt: '2026-03-01T09:00:00.000Z',
    rows: [
      { applicationId: 'a', outcome: null, undo: null },
      { applicationId: 'b', outcome: 'changed', undo: null },
    ],
    undo: { startedBy: 'mia', startedAt: '2026-03-01T09:00:02.000Z', finishedAt: null },
  });
});
