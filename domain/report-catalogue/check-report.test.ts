import { expect, test } from 'vitest';
import { BUILT_IN_CONFIG } from '../process/config.ts';
import type { ReportQuestion } from '../saved-report/details.ts';
import { TEXTS } from '../text/texts.ts';
import { catalogueOf } from './catalogue.ts';
import { formerAnswersIn, problemsOf, usesAdminOnly } from './check-report.ts';
import { rulesOf, sentenceOf } from './sentence.ts';

const none = { processes: [], batches: [{ value: 'b1', label: 'Spring' }], assessments: [], paymentModels: [] };
const catalogue = catalogueOf(none);
const asked = (more: Partial<ReportQuestion> = {}): ReportQuestion => ({
  events: ['StatusChanged'],
  where: [],
  groupBy: [],
  measure: { kind: 'count' },
  ...more,
});
const is = (field: string, ...values: string[]) => ({ field, when: 'event' as const, isNot: false, values });
const by = (field: string) => ({ kind: 'field' as const, field, when: 'today' as const });
const problem = (more: Partial<ReportQuestion>) => problemsOf(asked(more), catalogue)[0]?.message;

test('a report is refused for a field that is gone or personal, is not of its events, or does not fit the measure', () => {
  const { savedReports: text } = TEXTS;
  expect(problemsOf(asked({ where: [is('data.to', 'NEW')], groupBy: [by('application.batch')] }), catalogue)).toEqual(
    [],
  );
  expect(problem({ groupBy: [by('answer.firstName')] })).toBe(text.fieldUnavailable('firstName'));
  expect(problem({ where: [is('answer.motivation', 'x')] })).toBe(text.fieldUnavailable('motivation'));
  expect(problem({ groupBy: [by('data.assessmentId')] })).toBe(text.fieldOfOtherEvent('Assessment'));
  expect(problem({ measure: { kind: 'sum', field: 'application.batch' } })).toBe(text.notANumber('Program'));
  expect(problem({ events: ['SolutionSubmitted'], groupBy: [by('data.score')] })).toBe(text.numberOnlySummed('Score'));
  expect(problem({ events: ['BatchCreated'], measure: { kind: 'applications' } })).toBe(text.programsOnlyCounted);
  expect(problem({ events: ['FileUploaded'] })).toBe(text.eventUnknown);
  const since = (event: string) => problem({ measure: { kind: 'median', from: { event, status: 'NEW' } } });
  expect(since('ApplicationSubmitted')).toBe(text.measureInvalid);
  expect(since('StatusChanged')).toBeUndefined();
  const amount = { events: ['PaymentAccountOpened'], measure: { kind: 'sum', field: 'data.invoices.amount' } } as const;
  expect(problem({ ...amount, events: [...amount.events] })).toBe(text.currenciesMixed);
  expect(problem({ ...amount, events: [...amount.events], where: [is('data.currency', 'PHP')] })).toBeUndefined();
});

test('a report filters an answer by its present options only', () => {
  const heard = { name: 'heard', label: 'Heard', dataType: 'select', required: false, options: ['Radio'] } as const;
  const applicationForm = { title: '', fields: [{ ...heard, options: ['Radio'] }] };
  const asking = catalogueOf({ ...none, processes: [{ ...BUILT_IN_CONFIG, applicationForm }] });
  expect(formerAnswersIn(asked({ where: [is('answer.heard', 'Radio'), is('data.to', 'x')] }), asking)).toEqual([]);
  const message = TEXTS.savedReports.answerNotOffered('Heard');
  expect(formerAnswersIn(asked({ where: [is('answer.heard', 'Radio', 'My uncle')] }), asking)).toEqual([
    { field: 'where', message },
  ]);
});

test('a report that names anything admin-only, or anything unknown, is admin-only', () => {
  expect(usesAdminOnly(asked({ groupBy: [by('application.source')] }), catalogue)).toBe(false);
  expect(usesAdminOnly(asked({ events: ['StatusChanged', 'InvoicePaid'] }), catalogue)).toBe(true);
  const from = { event: 'CommentAdded', status: null };
  expect(usesAdminOnly(asked({ measure: { kind: 'median', from } }), catalogue)).toBe(true);
  expect(usesAdminOnly(asked({ where: [is('answer.gone', 'x')] }), catalogue)).toBe(true);
});

test('a report reads as one sentence', () => {
  const week = { kind: 'time', unit: 'week', clock: 'recorded' } as const;
  const say = (more: Partial<ReportQuestion>) => sentenceOf(asked(more), catalogue);
  expect(
    say({
      measure: { kind: 'applications' },
      where: [is('data.to', 'CONTRACT SENT')],
      groupBy: [week, by('application.source')],
    }),
  ).toBe('Counts distinct applications that reached CONTRACT SENT, by week and source.');
  expect(say({ events: ['ApplicationSubmitted'], where: [{ ...is('application.batch', 'b1'), isNot: true }] })).toBe(
    'Counts how often applications were submitted, where program is not Spring.',
  );
  const from = { event: 'ApplicationSubmitted', status: null };
  expect(say({ measure: { kind: 'median', from }, where: [is('data.to', 'CONTRACT SENT')] })).toBe(
    'Shows the median time between when applications were submitted and when they reached CONTRACT SENT.',
  );
  expect(say({ events: ['BatchCreated', 'BatchDetailsChanged'] })).toBe(
    'Counts how often programs were created or got new details.',
  );
});

test('its rules name the value that it uses where two answers exist', () => {
  const rules = rulesOf(
    asked({
      groupBy: [
        { kind: 'time', unit: 'week', clock: 'recorded' },
        { kind: 'field', field: 'application.status', when: 'event' },
      ],
      where: [{ field: 'application.batch', when: 'today', isNot: false, values: ['b1'] }],
      measure: { kind: 'applications' },
    }),
    catalogue,
    'Asia/Manila',
  );
  expect(rules).toEqual([
    'Weeks start on Monday. Days use the time zone Asia/Manila, by the time when events were recorded.',
    'Program: as of today, after transfers too.',
    'Status: as it was after the event.',
    'An application and its transferred copies count as one application.',
    'One application can be in several groups, so groups can add up to more than the total.',
    'Erased people are not counted.',
  ]);
});
