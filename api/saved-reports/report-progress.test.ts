import { expect, test } from 'vitest';
import { catalogueOf } from '../../domain/report-catalogue/catalogue.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { ProjectionStatus } from '../../projections/engine/status.ts';
import type { ReportDocument } from '../../projections/reports.ts';
import { progressBeside, progressOf } from './report-progress.ts';

const { savedReports: TEXT } = TEXTS;
const CATALOGUE = catalogueOf({ processes: [], batches: [], assessments: [], paymentModels: [] });
const question = { events: ['ApplicationSubmitted'], where: [], groupBy: [], measure: { kind: 'count' } };
const report = { _id: 'r', ...question } as unknown as ReportDocument;
const NO_BUILD = { share: null, secondsLeft: null, events: null };
const FAULT = { position: '7', eventType: 'StatusChanged', eventId: 'e', error: 'TypeError: no status' };

const progressWith = (status: Partial<ProjectionStatus>, { seesEvents = true, asked = report, refused = '' } = {}) =>
  progressOf(asked, CATALOGUE, {
    statuses: [
      { name: 'report-r', fault: null, quarantined: { count: 0, documents: [] }, ...status } as ProjectionStatus,
    ],
    refused: new Set([refused]),
    seesEvents,
  });

test('a build shows its share and the time left, and counts events only for those who may see the whole log', () => {
  const rebuild = { share: 0.4, done: 400, total: 1000, eventsPerSecond: 200, etaMs: 2100 };
  expect(progressWith({ state: 'building', rebuild })).toEqual({
    ...{ state: 'building', share: 0.4, secondsLeft: 3, problem: null },
    events: { done: 400, total: 1000, perSecond: 200 },
  });
  expect(progressWith({ state: 'building', rebuild }, { seesEvents: false }).events).toBeNull();
  expect(progressWith({ state: 'building', rebuild: null })).toEqual({ ...NO_BUILD, state: 'building', problem: null });
  expect(progressWith({ state: 'live' })).toEqual({ ...NO_BUILD, state: 'live', problem: null });
});

test('a report that has stopped names the event or the field, and what to do next', () => {
  const stopped = (message: string, event: string | null, next: string) => ({
    ...NO_BUILD,
    state: 'stopped',
    problem: { message, event, next },
  });
  const atEvent = stopped(FAULT.error, 'StatusChanged', TEXT.nextFault);
  expect(progressWith({ state: 'faulted', fault: FAULT })).toEqual(atEvent);
  const documents = [{ ...FAULT, id: 's1', missed: 0 }];
  expect(progressWith({ state: 'live', quarantined: { count: 1, documents } })).toEqual(atEvent);
  const asked = { ...report, groupBy: [{ kind: 'field', field: 'answer.city', when: 'today' }] } as ReportDocument;
  expect(progressWith({ state: 'live' }, { asked })).toEqual(
    stopped(TEXT.fieldUnavailable('city'), null, TEXT.nextChange),
  );
  expect(progressWith({ state: 'live' }, { refused: 'r' })).toEqual(stopped(TEXT.portalFull, null, TEXT.nextDelete));
});

test('a report whose figures were read before its build ended is still building, so that its page asks again', () => {
  const live = progressWith({ state: 'live' });
  expect(progressBeside(null, live)).toEqual({ ...NO_BUILD, state: 'building', problem: null });
  expect(progressBeside({}, live)).toEqual(live);
  const stopped = progressWith({ state: 'faulted', fault: FAULT });
  expect(progressBeside(null, stopped)).toEqual(stopped);
});
