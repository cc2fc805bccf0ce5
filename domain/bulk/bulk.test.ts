import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expectRepeatable, someone, specify } from '../../test/support/specification.ts';
import { TEXTS } from '../text/texts.ts';
import { type BulkAction, foresee } from './action.ts';
import { type Bulk, type BulkCommand, bulk, nextOf, phaseOf } from './bulk.ts';
import type { BulkEvent, BulkResult, BulkUndoResult } from './events.ts';

const given = specify(bulk);

const organizationId = 'org';
const toSent: BulkAction = { kind: 'status', status: 'CONTRACT SENT' };
const start = (applicationIds: readonly string[], action = toSent): BulkCommand => ({
  type: 'StartBulkChange',
  data: { organizationId, action, applicationIds },
});
const started = (applicationIds: string[], action = toSent): BulkEvent => ({
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

describe('a change of many applications', () => {
  test('begins with each of them once', () => {
    given()
      .whenBy(someone('mia'), start(['a', 'b', 'a']))
      .then(started(['a', 'b']));
  });

  test('transfers nobody, since each of them needs a course of their own', () => {
    given()
      .when(start(['a'], { kind: 'status', status: 'TRANSFERRED' }))
      .thenRefused('refused', TEXTS.bulk.transferOneByOne, 'action.status');
  });

  test('is begun once', () =>
    given(started(['a']))
      .when(start(['b']))
      .then());

  test('runs until something is known of each', () => {
    expect(phaseOf(stateAfter(started(['a', 'b']), noted(result('a'))))).toBe('running');
    const finished = stateAfter(started(['a', 'b']), noted(result('a')), noted(result('b', 'refused')));
    expect(phaseOf(finished)).toBe('finished');
    expect(finished.finishedAt).toBe('2026-03-01T09:02:00.000Z');
    expect(nextOf(finished, 10)).toBeNull();
  });

  test('does the next part of what is left', () => {
    const state = stateAfter(started(['a', 'b', 'c', 'd']), noted(result('b')));
    expect(nextOf(state, 2)).toEqual({ what: 'change', ids: ['a', 'c'] });
  });

  test('notes what became of each once, and nothing of others', () => {
    given(started(['a', 'b']), noted(result('a', 'refused')))
      .when(note(result('a'), result('b'), result('x')))
      .then(noted(result('b')));
    given(started(['a']), noted(result('a')))
      .when(note(result('a', 'refused')))
      .then();
  });
});

describe('undo', () => {
  test('stops what has not been done, and looks at every application', () => {
    given(started(['a', 'b']), noted(result('a')))
      .when(undo)
      .then(undoStarted);
    const state = stateAfter(started(['a', 'b']), noted(result('a')), undoStarted);
    expect(phaseOf(state)).toBe('undoing');
    expect(nextOf(state, 10)).toEqual({ what: 'undo', ids: ['a', 'b'] });
  });

  test('is over when something is known of each', () => {
    const state = stateAfter(started(['a', 'b']), undoStarted, undoNoted(undoResult('a')), undoNoted(undoResult('b')));
    expect(phaseOf(state)).toBe('undone');
    expect(state.undo?.finishedAt).toBe('2026-03-01T09:03:00.000Z');
    expect(nextOf(state, 10)).toBeNull();
  });

  test('is begun once', () =>
    given(started(['a']), undoStarted)
      .when(undo)
      .then());
  test('needs something to undo', () => given().when(undo).thenRefused('not-found'));
  test('is not noted where nobody asked for it', () =>
    given(started(['a']))
      .when(noteUndo(undoResult('a')))
      .then());
});

describe('what would become of an application', () => {
  const standing = { status: 'NEW', adminAssigneeId: null, isErased: false } as const;
  const template: BulkAction = { kind: 'template', templateId: 't', templateVersion: 0, template: 'News' };

  test('is nothing where it is so already', () => {
    expect(foresee(toSent, { ...standing, status: 'CONTRACT SENT' }).outcome).toBe('unchanged');
    expect(foresee({ kind: 'assign', userId: null }, standing).outcome).toBe('unchanged');
  });

  test('is the change, whatever else stands in it', () => {
    expect(foresee(toSent, standing).outcome).toBe('changed');
    expect(foresee({ kind: 'assign', userId: 'mia' }, standing).outcome).toBe('changed');
    expect(foresee(template, standing).outcome).toBe('changed');
  });

  test('is a refusal for one that lives on in another batch, and for a mail to who was erased', () => {
    const transferred = foresee(toSent, { ...standing, status: 'TRANSFERRED' });
    expect(transferred).toEqual({ outcome: 'refused', reason: TEXTS.bulk.isTransferred });
    const erased = foresee(template, { ...standing, isErased: true });
    expect(erased).toEqual({ outcome: 'refused', reason: TEXTS.applications.erased });
  });
});

test('every command is valid in every state that can be reached, and repeating it adds nothing', () => {
  const ids = fc.subarray(['a', 'b', 'c'], { minLength: 1 });
  const commands = fc.oneof(
    ids.map((some) => start(some)),
    ids.map((some) => note(...some.map((id) => result(id)))),
    fc.constant(undo),
    ids.map((some) => noteUndo(...some.map(undoResult))),
  );
  expectRepeatable(bulk, commands);
});
