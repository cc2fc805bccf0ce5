import { expect, test } from 'vitest';
import type { Application } from '../../../../../api/contract/applications.ts';
import { movesOfOthers, type Place, type Touch, whoIs } from './others-moves.ts';

const row = (status: Application['status'], version: number) => ({ _id: 'ada', status, version }) as Application;
const place = (status: Place['status'], version: number) => new Map([['ada', { status, version }]]);
const jun = { kind: 'user', id: 'jun', email: 'jun@bagwis.example' } as const;
const touch = (version: number) => new Map<string, Touch>([['ada', { by: jun, version }]]);

test('what somebody else moved is told with their name', () => {
  const moved = row('COMPLETE', 4);
  expect(movesOfOthers([moved], place('NEW', 3), touch(4))).toEqual([{ application: moved, who: jun.email }]);
});

test('a comment of somebody else is no move', () => {
  expect(movesOfOthers([row('NEW', 4)], place('NEW', 3), touch(4))).toEqual([]);
});

test('an own move after their comment is not theirs, neither before the answer nor after it', () => {
  expect(movesOfOthers([row('COMPLETE', 4)], place('NEW', 4), touch(4))).toEqual([]);
  expect(movesOfOthers([row('COMPLETE', 5)], place('COMPLETE', 4), touch(4))).toEqual([]);
});

test('an own move that is put back is nobody’s', () => {
  expect(movesOfOthers([row('NEW', 3)], place('COMPLETE', 3), touch(4))).toEqual([]);
});

test('what no person did is told of the system or the service outside', () => {
  expect(whoIs({ kind: 'system', id: null, email: null })).toBe('The system');
  expect(whoIs({ kind: 'provider', id: null, email: null })).toBe('An outside service');
  expect(whoIs({ kind: 'anonymous', id: null, email: null })).toBe('Somebody');
});
