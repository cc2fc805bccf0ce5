import fc from 'fast-check';
import { test } from 'vitest';
import { expectRepeatable, specify } from '../../test/support/specification.ts';
import { ACTIVITY_ACTIONS, type ActivityAction } from './actions.ts';
import { type ActivityEntry, activity } from './activity.ts';
import type { ActivityEvent } from './events.ts';

const given = specify(activity);
const at = '2026-03-01T10:00:00.000Z';
const record = (...entries: readonly ActivityEntry[]) => ({ type: 'RecordActivity', data: { entries } }) as const;
const recorded = (action: ActivityAction, actionDetails: string | null, timestamp = at): ActivityEvent => ({
  type: 'ActivityRecorded',
  data: { action, timestamp },
  personal: { actionDetails },
});

test.each(ACTIVITY_ACTIONS)('%s is recorded, with its time in UTC', (action) => {
  given()
    .when(record({ action, actionDetails: 'Step 1', timestamp: '2026-03-01T18:00:00+08:00' }))
    .then(recorded(action, 'Step 1'));
});

test('an entry that a browser sends again is recorded once', () => {
  const entry = { action: 'VIEW_APPLICATION', actionDetails: null, timestamp: at } as const;
  given().when(record(entry, entry)).then(recorded('VIEW_APPLICATION', null));
  given(recorded('VIEW_APPLICATION', null)).when(record(entry)).then();
  given(recorded('VIEW_APPLICATION', null))
    .when(record({ ...entry, actionDetails: 'again' }))
    .then(recorded('VIEW_APPLICATION', 'again'));
});

test('long details are cut, and a time that is none is refused', () => {
  given()
    .when(record({ action: 'VIEW_APPLICATION', actionDetails: 'x'.repeat(600), timestamp: at }))
    .then(recorded('VIEW_APPLICATION', 'x'.repeat(500)));
  given()
    .when(record({ action: 'VIEW_APPLICATION', actionDetails: null, timestamp: 'yesterday' }))
    .thenRefused('malformed');
});

test('in every reachable state recording is valid and repeatable', () => {
  const entry = fc.record({
    action: fc.constantFrom(...ACTIVITY_ACTIONS),
    actionDetails: fc.option(fc.constantFrom('', 'Step 1', 'x'.repeat(501))),
    timestamp: fc.constantFrom(at, '2026-03-01T10:00:01Z', 'never'),
  });
  expectRepeatable(
    activity,
    fc.array(entry, { maxLength: 5 }).map((entries) => record(...entries)),
  );
});
