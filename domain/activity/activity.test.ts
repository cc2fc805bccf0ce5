import fc from 'fast-check';
import { test } from 'vitest';
import { expectRepeatable, specify } from '../../test/support/specification.ts';
import { TEXTS } from '../text/texts.ts';
import { ACTIVITY_ACTIONS, type ActivityAction } from './actions.ts';
import { type ActivityEntry, activity } from './activity.ts';
import type { ActivityEvent } from './events.ts';

const given = specify(activity);
const at = '2026-03-01T08:00:00.000Z';
const record = (...entries: readonly ActivityEntry[]) => ({ type: 'RecordActivity', data: { entries } }) as const;
const recorded = (action: ActivityAction, actionDetails: string | null, timestamp = at): ActivityEvent => ({
  type: 'ActivityRecorded',
  data: { action, timestamp },
  personal: { actionDetails },
});

test.each(ACTIVITY_ACTIONS)('%s is recorded, with its time in UTC', (action) => {
  given()
    .when(record({ action, actionDetails: 'Step 1', timestamp: '2026-03-01T16:00:00+08:00' }))
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

test('details are cut to their limit, also between the two units of a character', () => {
  given()
    .when(record({ action: 'VIEW_APPLICATION', actionDetails: `x${'🦊'.repeat(300)}`, timestamp: at }))
    .then(recorded('VIEW_APPLICATION', `x${'🦊'.repeat(249)}\ufffd`));
});

test('long details are cut, and a time that is none is refused', () => {
  given()
    .when(record({ action: 'VIEW_APPLICATION', actionDetails: 'x'.repeat(600), timestamp: at }))
    .then(recorded('VIEW_APPLICATION', 'x'.repeat(500)));
  given()
    .when(record({ action: 'VIEW_APPLICATION', actionDetails: null, timestamp: 'yesterday' }))
    .thenRefused('malformed');
});

test('a time before tracking began, or more than five minutes ahead of the server, is refused', () => {
  const timed = (timestamp: string) => record({ action: 'VIEW_APPLICATION', actionDetails: null, timestamp });
  const now = Date.parse('2026-03-01T09:00:00.000Z');
  const ahead = (ms: number) => new Date(now + ms).toISOString();
  given()
    .when(timed('2021-11-12T00:00:00.000Z'))
    .then(recorded('VIEW_APPLICATION', null, '2021-11-12T00:00:00.000Z'));
  given()
    .when(timed(ahead(300_000)))
    .then(recorded('VIEW_APPLICATION', null, ahead(300_000)));
  for (const outside of [
    '1970-01-01T00:00:00.000Z',
    '2021-11-11T23:59:59.999Z',
    ahead(300_001),
    '+275760-09-13T00:00:00.000Z',
  ]) {
    given().when(timed(outside)).thenRefused('refused', TEXTS.applications.activityTimeOutside);
  }
});

test('an application records 10,000 activities; a repeated one does not count', () => {
  const timed = (n: number) => new Date(Date.parse(at) - n * 1_000).toISOString();
  const full = Array.from({ length: 10_000 }, (_, n) => recorded('VIEW_APPLICATION', null, timed(10_000 - n)));
  given(...full)
    .when(record({ action: 'VIEW_APPLICATION', actionDetails: null, timestamp: at }))
    .thenRefused('refused', TEXTS.quotas.activity(10_000));
  given(...full)
    .when(record({ action: 'VIEW_APPLICATION', actionDetails: null, timestamp: timed(1) }))
    .then();
});

test('in every reachable state recording is valid and repeatable', () => {
  const entry = fc.record({
    action: fc.constantFrom(...ACTIVITY_ACTIONS),
    actionDetails: fc.option(fc.constantFrom('', 'Step 1', 'x'.repeat(501))),
    timestamp: fc.constantFrom(at, '2026-03-01T08:00:01Z', 'never'),
  });
  expectRepeatable(
    activity,
    fc.array(entry, { maxLength: 5 }).map((entries) => record(...entries)),
  );
});
