import { expect, test } from 'vitest';
import type { ApplicationView } from '../../../../../api/contract/applications.ts';
import { byEmail } from '../../../../../domain/user/display-name.ts';
import { movesOfOthers, type Place, type Touch, whoIs } from './others-moves.ts';

const row = (status: ApplicationView['status'], version: number) =>
  ({ _id: 'ada', status, version }) as ApplicationView;
const place = (status: Place['status'], version: number) => new Map([['ada', { status, version }]]);
const jun = { kind: 'user', id: 'jun', email: 'jun@bagwis.example' } as const;
const touch = (version: number) => new Map<string, Touch>([['ada', { by: jun, version }]]);

test("another person's move is reported with their name", () => {
  const moved = row('COMPLETE', 4);
  expect(movesOfOthers([moved], place('NEW', 3), touch(4), byEmail)).toEqual([{ application: moved, who: jun.email }]);
});

test("another person's comment is no move", () => {
  expect(movesOfOthers([row('NEW', 4)], place('NEW', 3), touch(4), byEmail)).toEqual([]);
});

test("an own move after another person's comment stays own, before and after the answer", () => {
  expect(movesOfOthers([row('COMPLETE', 4)], place('NEW', 4), touch(4), byEmail)).toEqual([]);
  expect(movesOfOthers([row('COMPLETE', 5)], place('COMPLETE', 4), touch(4), byEmail)).toEqual([]);
});

test('an own refused move is not reported as another person’s', () => {
  expect(movesOfOthers([row('NEW', 3)], place('COMPLETE', 3), touch(4), byEmail)).toEqual([]);
});

test('moves by the system or a provider are reported as such', () => {
  expect(whoIs({ kind: 'system', id: null, email: null }, byEmail)).toBe('The system');
  expect(whoIs({ kind: 'provider', id: null, email: null }, byEmail)).toBe('An outside service');
  expect(whoIs({ kind: 'anonymous', id: null, email: null }, byEmail)).toBe('Someone');
});
