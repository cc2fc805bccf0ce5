import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expectRepeatable, someone, specify } from '../../test/support/specification.ts';
import { TEXTS } from '../text/texts.ts';
import { BULK_LIMIT, type BulkAction, previewAction } from './action.ts';
import { type Bulk, type BulkCommand, bulk, nextOf, phaseOf } from './bulk.ts';
import type { BulkEvent, BulkResult, BulkUndoResult } from './events.ts';

const given = specify(bulk);

const organizationId = 'org';
const toSent: BulkAction = { kind: 'status', status: 'CONTRACT SENT' };
const start = (applicationIds: readonly string[], action = toSent): BulkCommand => ({
  type: 'StartBulkChange',
  data: { organizationId, action, applicationIds },
});
const started = (applicationIds: string[], action: BulkAction = toSent): BulkEvent => ({
  type: 'BulkChangeStarted',
  data: { organizationId, action, applicationIds },
});
const result = (applicationId: string, outcome: BulkResult['outcome'] = 'changed'): BulkResult => ({
  applicationId,
  outcome,
  reason: null,
});
const undoResult = (applicationId: string): BulkUndoResult => ({
  applicationId,
  outcome: 'restored',
  reason: null,
  mail: null,
});
const note = (...results: BulkResult[]): BulkCommand => ({ type: 'NoteProgress', data: { results } });
const noted = (...results: BulkResult[]): BulkEvent => ({ type: 'BulkChangeProgressed', data: { results } });
const undo: BulkCommand = { type: 'StartUndo', data: {} };
const undoStarted: BulkEvent = { type: 'BulkUndoStarted', data: {} };
const noteUndo = (...results: BulkUndoResult[]): BulkCommand => ({ type: 'NoteUndoProgress', data: { results } });
const undoNoted = (...results: BulkUndoResult[]): BulkEvent => ({ type: 'BulkUndoProgressed', data: { results } });

const stateAfter = (...events: BulkEvent[]) => given(...events).state as Bulk;

describe('an import', () => {
  const action: BulkAction = { kind: 'import', batchId: 'june', batch: 'June', sendsEmails: false };
  const ids = Array.from({ length: BULK_LIMIT - 1 }, (_, n) => `a${n}`);
  const full = given(started([], action), { type: 'BulkRowsAdded', data: { applicationIds: ids } });
  const add = (...applicationIds: string[]): BulkCommand => ({ type: 'AddRows', data: { applicationIds } });

  test('adds 5,000 applications and refuses a part with more, whole', () => {
    full.when(add('a0', 'last')).then({ type: 'BulkRowsAdded', data: { applicationIds: ['last'] } });
    full.when(add('last', 'one more')).thenRefused('refused', TEXTS.bulk.importTooLarge);
    full.when(add('a0')).then();
  });

  test('adds nothing after its undo', () => {
    given(started([], action), undoStarted).when(add('a')).thenRefused('refused', TEXTS.bulk.importUndone);
  });
});

describe('a bulk change', () => {
  test('lists each application once', () => {
    given()
      .whenBy(someone('mia'), start(['a', 'b', 'a']))
      .then(started(['a', 'b']));
  });

  test('does not transfer, because each application needs its own target', () => {
    given()
      .when(start(['a'], { kind: 'status', status: 'TRANSFERRED' }))
      .thenRefused('refused', TEXTS.bulk.transferOneByOne, 'action.status');
  });

  test('starts once', () =>
    given(started(['a']))
      .when(start(['b']))
      .then());

  test('runs until every application has a result', () => {
    expect(phaseOf(stateAfter(started(['a', 'b']), noted(result('a'))))).toBe('running');
    const finished = stateAfter(started(['a', 'b']), noted(result('a')), noted(result('b', 'refused')));
    expect(phaseOf(finished)).toBe('finished');
    expect(finished.finishedAt).toBe('2026-03-01T09:02:00.000Z');
    expect(nextOf(finished, 10)).toBeNull();
  });

  test('takes the next part of what is left', () => {
    const state = stateAfter(started(['a', 'b', 'c', 'd']), noted(result('b')));
    expect(nextOf(state, 2)).toEqual({ what: 'change', ids: ['a', 'c'] });
  });

  test('records each result once, and none of applications outside it', () => {
    given(started(['a', 'b']), noted(result('a', 'refused')))
      .when(note(result('a'), result('b'), result('x')))
      .then(noted(result('b')));
    given(started(['a']), noted(result('a')))
      .when(note(result('a', 'refused')))
      .then();
  });
});

describe('undo', () => {
  test('stops what is not done yet, and looks at every application', () => {
    given(started(['a', 'b']), noted(result('a')))
      .when(undo)
      .then(undoStarted);
    const state = stateAfter(started(['a', 'b']), noted(result('a')), undoStarted);
    expect(phaseOf(state)).toBe('undoing');
    expect(nextOf(state, 10)).toEqual({ what: 'undo', ids: ['a', 'b'] });
  });

  test('ends when every application has a result', () => {
    expect(phaseOf(stateAfter(started(['a', 'b']), undoStarted, undoNoted(undoResult('a'))))).toBe('undoing');
    const state = stateAfter(started(['a', 'b']), undoStarted, undoNoted(undoResult('a')), undoNoted(undoResult('b')));
    expect(phaseOf(state)).toBe('undone');
    expect(state.undo?.finishedAt).toBe('2026-03-01T09:03:00.000Z');
    expect(nextOf(state, 10)).toBeNull();
  });

  test('starts once', () =>
    given(started(['a']), undoStarted)
      .when(undo)
      .then());
  test('needs something to undo', () => given().when(undo).thenRefused('not-found'));
  test('is not recorded unless it was requested', () =>
    given(started(['a']))
      .when(noteUndo(undoResult('a')))
      .then());
});

describe('the preview of an application', () => {
  const standing = { status: 'NEW', adminAssigneeId: null, values: { track: 'Web' }, isErased: false } as const;
  const template: BulkAction = { kind: 'template', templateId: 't', templateVersion: 0, template: 'News' };

  test('shows no change where nothing would change', () => {
    expect(previewAction(toSent, { ...standing, status: 'CONTRACT SENT' }).outcome).toBe('unchanged');
    expect(previewAction({ kind: 'assign', userId: null }, standing).outcome).toBe('unchanged');
  });

  test('shows the change, whatever its other values are', () => {
    expect(previewAction(toSent, standing).outcome).toBe('changed');
    expect(previewAction({ kind: 'assign', userId: 'mia' }, standing).outcome).toBe('changed');
    expect(previewAction(template, standing).outcome).toBe('changed');
  });

  test('renames an option only in an answer that still is that option', () => {
    const rename: BulkAction = { kind: 'renameOption', name: 'track', label: 'Track', from: 'Web', to: 'Web and apps' };
    expect(previewAction(rename, standing).outcome).toBe('changed');
    expect(previewAction(rename, { ...standing, values: { track: 'Data' } }).outcome).toBe('unchanged');
    expect(previewAction({ ...rename, name: 'toString' }, standing).outcome).toBe('unchanged');
  });

  test('shows a refusal for a transferred one, and for an email to an erased person', () => {
    const transferred = previewAction(toSent, { ...standing, status: 'TRANSFERRED' });
    expect(transferred).toEqual({ outcome: 'refused', reason: TEXTS.bulk.isTransferred });
    const erased = previewAction(template, { ...standing, isErased: true });
    expect(erased).toEqual({ outcome: 'refused', reason: TEXTS.applications.erased });
  });
});

test('every command is valid and repeatable in every reachable state', () => {
  const ids = fc.subarray(['a', 'b', 'c'], { minLength: 1 });
  const commands = fc.oneof(
    ids.map((some) => start(some)),
    ids.map((some) => note(...some.map((id) => result(id)))),
    fc.constant(undo),
    ids.map((some) => noteUndo(...some.map(undoResult))),
  );
  expectRepeatable(bulk, commands);
});
