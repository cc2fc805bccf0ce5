import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { APPLICATION_EVENTS, type ApplicationEvent } from '../../domain/application/events.ts';
import { EMAIL_EVENTS } from '../../domain/email/events.ts';
import { builtInTemplateId } from '../../domain/email-template/built-in-id.ts';
import { builtInDetails } from '../../domain/email-template/email-template.ts';
import type { AnyEvent } from '../../domain/event-sourcing/event.ts';
import { streamOf } from '../../domain/event-sourcing/streams.ts';
import type { ReportEvent } from '../../domain/saved-report/events.ts';
import { BLANK_REPORT } from '../../domain/saved-report/report.ts';
import { AUDITED_CATEGORIES } from '../../projections/audit.ts';
import type { Document } from '../../projections/document-store/port.ts';
import type { AnyProjection } from '../../projections/engine/projection.ts';
import { given } from '../../test/support/recorded.ts';
import { KINDS } from '../kinds/kinds.ts';
import type { ReadModels } from '../read-models/read-models.ts';
import { searchFilters } from './audit-search.ts';
import { AUDITED, type Audited } from './audited.ts';
import { changesBetween } from './changes.ts';
import { lastName, type PastStep, stepsIn } from './past-steps.ts';

const tracking = { source: null, medium: null, campaign: null, term: null, content: null };
const personal = { email: 'ada@example.org', values: { firstName: 'Ada' } };
const submission = { organizationId: 'org', batchId: 'june', trackingNumber: 10_001, tracking, userId: null };
const mail = { outboxId: 'o1', template: 'Hello' };
const request = { requestId: 'r1', templateId: 't1', templateVersion: 0, template: 'Hello', sendAt: null };

/** Everything that can happen to an application, in an order in which it can. */
const LIFE: readonly ApplicationEvent[] = [
  { type: 'ApplicationSubmitted', data: submission, personal },
  { type: 'DetailsSaved', data: { fields: ['city'] }, personal: { values: { city: 'Cebu' } } },
  { type: 'AnswersMarked', data: { fields: ['city'] }, personal: { notes: { city: 'Which one?' } } },
  { type: 'EmailCorrected', data: {}, personal: { email: 'ada.l@example.org' } },
  { type: 'StatusChanged', data: { from: 'NEW', to: 'CONTRACT SENT' } },
  { type: 'UserLinked', data: { userId: 'ada' } },
  { type: 'AdminAssigned', data: { userId: 'bob' } },
  { type: 'PaymentPlanChosen', data: { paymentModelId: 'monthly' } },
  { type: 'CommentAdded', data: { commentId: 'c1' }, personal: { message: 'Called' } },
  { type: 'CommentFollowUpSet', data: { commentId: 'c1', followUpOn: '2026-04-01' } },
  { type: 'CommentDeleted', data: { commentId: 'c1' } },
  { type: 'InterviewScheduled', data: { eventUri: 'https://x.example/1', startsAt: null, joinUrl: null } },
  {
    type: 'InterviewDetailsReceived',
    data: { eventUri: 'https://x.example/1', startsAt: '2026-04-01T09:00:00.000Z', joinUrl: null },
  },
  { type: 'EmailTextWritten', data: { requestId: 'r1' }, personal: { subject: 'Hello', body: 'Come in' } },
  { type: 'EmailRequested', data: request },
  { type: 'EmailCancelled', data: { requestId: 'r1', template: 'Hello' } },
  { type: 'EmailFailed', data: { ...mail, reason: 'SMTP 550' } },
  { type: 'EmailDelivered', data: mail },
  { type: 'EmailFailed', data: { ...mail, outboxId: 'o2', reason: 'SMTP 550' } },
  { type: 'EmailRetryRequested', data: { ...mail, outboxId: 'o2' } },
  {
    type: 'ApplicationTransferred',
    data: { from: 'CONTRACT SENT', toBatchId: 'july', copyId: 'copy', commentId: 'c2' },
    personal: { message: 'Student transferred to July' },
  },
  { type: 'PersonalDataErased', data: {} },
];
const BEGINNINGS: readonly ApplicationEvent[] = [
  { type: 'PlaceClaimed', data: { by: 'other' } },
  {
    type: 'ApplicationCopied',
    data: {
      ...submission,
      fromId: 'original',
      fromBatchId: 'may',
      status: 'NEW',
      adminAssigneeId: null,
      selectedPaymentModelId: null,
      calendlyEventUri: null,
      calendlyStartTime: null,
      calendlyJoinUrl: null,
      comments: [],
    },
    personal: { ...personal, messages: [] },
  },
];

const audited = AUDITED.get('application');
if (!audited) throw new Error('No audited category of applications');
const { aggregate, membersOf } = audited;

function changesOf(events: readonly ApplicationEvent[]) {
  let state = aggregate.initial;
  return events.map((event) => {
    const before = state;
    const happened = { ...event, at: '2026-03-01T08:00:00.000Z', actor: { kind: 'system' } };
    state = aggregate.evolve(state, happened as never);
    return [event.type, changesBetween(membersOf(before, new Map()), membersOf(state, new Map()))] as const;
  });
}

test('the history of an application says of every kind of event what it changed, before and after', () => {
  const told = [...changesOf(LIFE), ...BEGINNINGS.flatMap((event) => changesOf([event]))];
  for (const [type, changes] of told) expect(changes, type).not.toEqual([]);
  // A removed application has no history to show.
  const types = [...APPLICATION_EVENTS, ...EMAIL_EVENTS]
    .map(({ type }) => type)
    .filter((type) => type !== 'ApplicationRemoved');
  expect(new Set(told.map(([type]) => type))).toEqual(new Set([...types, 'PersonalDataErased']));
  expect(new Map(told).get('StatusChanged')).toEqual([{ field: 'status', before: 'NEW', after: 'CONTRACT SENT' }]);
  expect(new Map(told).get('EmailDelivered')).toEqual([
    {
      field: 'mails',
      before: { _id: 'o1', outcome: 'SMTP 550', template: 'Hello' },
      after: { _id: 'o1', outcome: 'delivered', template: 'Hello' },
    },
  ]);
});

function reportSteps(...events: readonly ReportEvent[]): readonly PastStep[] {
  const ofReports = AUDITED.get('report');
  if (!ofReports) throw new Error('Saved reports are not audited');
  const recorded = events.map((event) => ({ ...event, at: '2026-03-01T08:00:00.000Z', stream: 'report-r' }));
  return stepsIn({ events: recorded as never, audited: ofReports, isErased: false });
}
const CREATED: ReportEvent = {
  type: 'ReportCreated',
  data: { organizationId: 'org', details: { ...BLANK_REPORT, name: 'Who applied' } },
};

test('a pin and its end are changes of a saved report', () => {
  const pinned = (isPinned: boolean): ReportEvent => ({ type: 'ReportChanged', data: { changes: { isPinned } } });
  const told = reportSteps(CREATED, pinned(true), pinned(false)).map(({ audited: { membersOf }, before, after }) =>
    changesBetween(membersOf(before, new Map()), membersOf(after, new Map())),
  );
  expect(told[0]).toContainEqual({ field: 'isPinned', before: null, after: false });
  expect(told.slice(1)).toEqual([
    [{ field: 'isPinned', before: false, after: true }],
    [{ field: 'isPinned', before: true, after: false }],
  ]);
});

test('a deleted document keeps its last name, a file of a person does not', () => {
  const renamed: ReportEvent = { type: 'ReportChanged', data: { changes: { name: 'Who came' } } };
  const steps = reportSteps(CREATED, renamed, { type: 'ReportDeleted', data: {} });
  expect(lastName(steps)).toBe('Who came');
  const named = { after: { kind: 'stored', fileName: 'ada.pdf' }, audited: AUDITED.get('file') };
  const gone = { after: { kind: 'deleted' }, audited: AUDITED.get('file'), event: { stream: 'file-f' } };
  expect(lastName([named, gone] as never)).toBeNull();
});

test('every category of streams with decisions of people is audited', () => {
  const kinds = Object.values(KINDS).map(({ aggregate }) => aggregate.category);
  const others = ['apiToken', 'application', 'bulk', 'calendarFeed', 'export', 'file', 'paymentAccount', 'solution'];
  expect([...AUDITED.keys()].toSorted()).toEqual([...kinds, ...others].toSorted());
  expect(AUDITED_CATEGORIES).toEqual([...AUDITED.keys()].toSorted());
});

describe('the search of the audit log', () => {
  const DOMAIN = join(import.meta.dirname, '../../domain');
  const NONE: readonly Document[] = [];

  function creationOf({ on }: { readonly on: object }): AnyEvent {
    const type = Object.keys(on).find((one) => one.endsWith('Created')) ?? '';
    const [sample = ''] = globSync(`*/samples/${type}.v1.json`, { cwd: DOMAIN });
    return { type, ...JSON.parse(readFileSync(join(DOMAIN, sample), 'utf8')) };
  }

  /** The streams that it finds by this text if these read models have documents, and no other. */
  async function streamsFound(text: string, stored: Readonly<Record<string, readonly Document[]>> = {}) {
    const names = ['applicants', 'users', ...Object.keys(KINDS)];
    const readModels = names.map((name) => [
      name,
      {
        find: async () => ({ documents: stored[name] ?? NONE }),
        get: async () => undefined,
        getMany: async () => NONE,
      },
    ]);
    const filters = await searchFilters(text, 'org', Object.fromEntries(readModels) as ReadModels);
    return filters.flatMap(({ stream = [] }) => stream);
  }

  const NAMED = Object.entries(KINDS).filter(([name]) => name !== 'organizations');
  test.each(NAMED)('finds one of the %s by the name that the log shows', async (readModel, kind) => {
    const { category } = kind.aggregate;
    const { aggregate, nameOf } = AUDITED.get(category) as Audited<unknown>;
    const stream = streamOf(category, 'one');
    const creation = creationOf(kind.projection);
    const document = given(kind.projection as AnyProjection, [stream, creation]).document('one') as Document;
    const happened = { ...creation, at: '2026-03-01T08:00:00.000Z', actor: { kind: 'system' } };
    const name = nameOf?.(aggregate.evolve(aggregate.initial, happened as never));
    expect(name).toEqual(expect.any(String));
    expect(await streamsFound(name ?? '', { [readModel]: [document] })).toEqual([stream]);
  });

  test('finds a built-in template that the school has not changed', async () => {
    const id = builtInTemplateId('org', 'applicationReceived');
    const { name } = builtInDetails('applicationReceived');
    expect(await streamsFound(name)).toEqual([streamOf('emailTemplate', id)]);
  });
});
