import { describe, expect, test } from 'vitest';
import type { Bulk } from '../../../../../api/contract/bulk.ts';
import { byEmail } from '../../../../../domain/user/display-name.ts';
import { actionWords, hasApplication, outcomeWords, previewWords, rowWords, undoQuestion } from './bulk-words.ts';

const ASSIGNED = { kind: 'assign', userId: 'mia', userEmail: 'mia@school.example' } as const;
const SENT = { kind: 'template', templateId: 't', template: 'Invitation' } as const;
const finished: Omit<Bulk, 'rows'> = {
  _id: 'b',
  organizationId: 'o',
  action: { kind: 'status', status: 'CONTRACT SENT' },
  phase: 'finished',
  startedAt: '2026-01-01T00:00:00.000Z',
  finishedAt: '2026-01-01T00:00:01.000Z',
  startedBy: null,
  total: 1204,
  done: 1204,
  changed: 1200,
  unchanged: 3,
  refused: 1,
  mailsLeaveAt: null,
  undo: null,
};
const undo: NonNullable<Bulk['undo']> = {
  startedAt: '2026-01-01T00:01:00.000Z',
  finishedAt: null,
  startedBy: null,
  done: 12,
  restored: 8,
  unchanged: 3,
  left: 1,
  mailsCancelled: 0,
  mailsSent: 0,
  message: null,
};

const IMPORT: Bulk['action'] = { kind: 'import', batchId: 'june', batch: 'June', sendsEmails: false };

test('an import adds applications, and its undo removes them', () => {
  const imported = { ...finished, action: IMPORT, unchanged: 0, refused: 0 };
  expect(outcomeWords(imported)).toBe('1,200 imported');
  expect(outcomeWords({ ...imported, phase: 'undone', undo: { ...undo, unchanged: 0 } })).toBe(
    'Undone: 8 removed · 1 left',
  );
  expect(undoQuestion(imported, false)).toContain('erase the personal data');
});

test('only an import and its undo leave rows without an application to open', () => {
  const row = { applicationId: 'a', outcome: 'changed', reason: null, undo: null } as const;
  const undone = { ...row, undo: { outcome: 'restored', reason: null, mail: null } } as const;
  const left = { ...row, undo: { ...undone.undo, outcome: 'left' } } as const;
  expect([row, undone, left].map((one) => hasApplication(IMPORT, one))).toEqual([true, false, true]);
  expect(hasApplication(IMPORT, { ...row, outcome: 'refused' })).toBe(false);
  expect(hasApplication(ASSIGNED, undone)).toBe(true);
});

test('an action is described', () => {
  expect(actionWords(finished.action, byEmail)).toBe('Set status to CONTRACT SENT');
  expect(actionWords(ASSIGNED, byEmail)).toBe('Assign to mia@school.example');
  expect(actionWords({ ...ASSIGNED, userEmail: null }, byEmail)).toBe('Assign to a former member');
  expect(actionWords({ kind: 'assign', userId: null, userEmail: null }, byEmail)).toBe('Unassign');
  expect(actionWords(SENT, byEmail)).toBe('Send “Invitation”');
  expect(actionWords(IMPORT, byEmail)).toBe('Import into June');
});

describe('an outcome', () => {
  test('lists the counts of each outcome that occurred', () => {
    expect(outcomeWords(finished)).toBe('1,200 changed · 3 already had it · 1 refused');
    expect(outcomeWords({ ...finished, action: ASSIGNED, unchanged: 0, refused: 0 })).toBe('1,200 assigned');
  });

  test('is the progress while it is running', () => {
    expect(outcomeWords({ ...finished, phase: 'running', done: 50 })).toBe('50 of 1,204 done');
    expect(outcomeWords({ ...finished, phase: 'undoing', undo })).toBe('Undoing: 12 of 1,204 done');
  });

  test('of an undo counts statuses and emails separately', () => {
    expect(outcomeWords({ ...finished, phase: 'undone', undo })).toBe(
      'Undone: 8 restored · 3 unchanged · 1 not restored',
    );
    const mails = { ...finished, action: SENT, phase: 'undone' as const };
    expect(outcomeWords({ ...mails, undo: { ...undo, restored: 3, mailsCancelled: 1, left: 2 } })).toBe(
      'Undone: 3 restored · 1 email cancelled · 3 unchanged · 2 not restored',
    );
  });
});

test('a preview counts how many of the selected ones change', () => {
  const preview = {
    action: { kind: 'status', status: 'CONTRACT SENT' } as const,
    total: 9,
    changed: 9,
    unchanged: 0,
    refused: 0,
    groups: [],
    mailsWaitMs: null,
  };
  expect(previewWords(preview)).toBe('9 will be changed');
  expect(previewWords({ ...preview, changed: 7, unchanged: 1, refused: 1 })).toBe(
    '7 of 9 will be changed · 1 already has it · 1 refused',
  );
});

test('the question before an undo says what can still be restored', () => {
  expect(undoQuestion(finished, false)).toContain('Restore the previous status');
  expect(undoQuestion({ ...finished, action: SENT }, true)).toContain('Cancel the emails');
  expect(undoQuestion({ ...finished, action: SENT }, false)).toContain('cannot be cancelled');
  expect(undoQuestion({ ...finished, done: 50 }, false)).toContain('The remaining applications will not be changed.');
});

test('an undone row shows the outcome of its status and its email', () => {
  const row = { applicationId: 'a', outcome: 'changed', reason: null } as const;
  expect(rowWords(finished.action, { ...row, undo: null })).toBe('changed');
  expect(rowWords(SENT, { ...row, undo: { outcome: 'restored', reason: null, mail: 'cancelled' } })).toBe(
    'restored, email cancelled',
  );
  expect(rowWords(SENT, { ...row, undo: { outcome: 'left', reason: 'x', mail: 'sent' } })).toBe(
    'not restored, email already sent',
  );
});
