import { expect, test } from 'vitest';
import type { ApplicationStep } from '../../../../../api/contract/applications.ts';
import type { EmailMessage } from '../../../../../api/contract/messages.ts';
import { type Activity, timelineOf } from './timeline.ts';
import { kindOf, readKinds, toggledKind } from './timeline-kinds.ts';

const at = (minute: number): string => `2026-03-12T14:${String(minute).padStart(2, '0')}:00.000Z`;
const step = (number: number, type: string, minute: number, after: unknown = null): ApplicationStep => ({
  number,
  type,
  at: at(minute),
  position: `p${number}`,
  actor: { kind: 'user', id: 'mia', email: null },
  changes: [{ field: 'adminComments', before: null, after }],
});
const email = (minute: number): EmailMessage => ({
  _id: `m${minute}`,
  template: 'News',
  status: 'delivered',
  requestedAt: at(minute),
  requestedBy: null,
  settledAt: null,
  nextTryAt: null,
  tries: 1,
  reason: null,
  canSendAgain: false,
});
const act = (minute: number, actionDetails: string | null = null): Activity => ({
  action: 'VIEW_APPLICATION_STEP',
  actionDetails,
  timestamp: at(minute),
});
const STEPS = [step(0, 'ApplicationSubmitted', 1), step(1, 'EmailRequested', 4), step(2, 'CommentAdded', 6)];
const keysOf = (items: ReturnType<typeof timelineOf>) => items.map(({ key }) => key);

test('changes, emails and activity are one list, newest first, and each email is in it once', () => {
  const parts = { steps: STEPS, messages: [email(4)], activity: [act(2), act(5)], hasEarlier: false };
  expect(keysOf(timelineOf(parts))).toEqual(['step 2', 'activity 1', 'email m4', 'activity 0', 'step 0']);
});

test('without the list of emails, the changes tell of them', () => {
  const items = timelineOf({ steps: STEPS, messages: undefined, activity: [], hasEarlier: false });
  expect(items.map(({ kind }) => kind)).toEqual(['comments', 'emails', 'status']);
});

test('what came before the oldest loaded change waits for it', () => {
  const parts = { steps: STEPS.slice(2), messages: [email(4), email(9)], activity: [act(5)], hasEarlier: true };
  expect(keysOf(timelineOf(parts))).toEqual(['email m9', 'step 2']);
});

test('an act that repeats is one entry, until something else happens', () => {
  const activity = [act(2, 'Tests'), act(3, 'Tests'), act(7, 'Tests'), act(8, 'Plan')];
  const items = timelineOf({ steps: STEPS.slice(2), messages: [], activity, hasEarlier: false });
  expect(items.map((item) => [item.at, 'times' in item ? item.times : 0])).toEqual([
    [at(8), 1],
    [at(7), 1],
    [at(6), 0],
    [at(3), 2],
  ]);
});

test('a logged call is found among the calls, also once it is deleted', () => {
  expect(kindOf(step(3, 'CommentAdded', 1, { message: 'Rang', kind: 'call' }))).toBe('calls');
  expect(kindOf(step(3, 'CommentAdded', 1, { message: 'Strong' }))).toBe('comments');
  const changes = [{ field: 'adminComments', before: { kind: 'meeting' }, after: null }];
  expect(kindOf({ type: 'CommentDeleted', changes })).toBe('calls');
});

test('a type of change that has no kind of its own is among the others', () => {
  expect(kindOf(step(0, 'PlaceClaimed', 1))).toBe('other');
});

test('the address keeps the chosen kinds in one order, and ignores unknown ones', () => {
  expect(toggledKind('calls', 'status')).toBe('status,calls');
  expect(toggledKind('status', 'status')).toBeNull();
  expect([...readKinds('calls,nonsense')]).toEqual(['calls']);
});
