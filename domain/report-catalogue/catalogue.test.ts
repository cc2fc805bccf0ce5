import { describe, expect, test } from 'vitest';
import { EVENT_DEFINITIONS } from '../events.ts';
import { BUILT_IN_CONFIG, type FormField, type ProcessConfig } from '../process/config.ts';
import { REPORT_EVENT_TYPES } from '../saved-report/event-catalogue.ts';
import { catalogueOf, openPart } from './catalogue.ts';
import { fieldOfLeaf, leavesOf } from './event-fields.ts';

const field = (name: string, more: Partial<FormField> = {}): FormField => ({
  name,
  label: `Label of ${name}`,
  dataType: 'select',
  required: false,
  options: ['Yes', 'No'],
  ...more,
});
const asking = (fields: readonly FormField[], adminOnly: readonly string[] = []): ProcessConfig => ({
  ...BUILT_IN_CONFIG,
  applicationForm: { title: '', fields: [...fields] },
  fields: adminOnly.map((name) => ({ name, label: name, dataType: 'text', isAdminOnly: true })),
});
const catalogue = (...processes: ProcessConfig[]) =>
  catalogueOf({ processes, batches: [{ value: 'b1', label: 'Spring' }], assessments: [], paymentModels: [] });
const idsOf = ({ fields }: { fields: readonly { id: string }[] }) => fields.map(({ id }) => id);

/** Ids, words of persons and of staff, times, addresses, and fields that a fact of the application repeats. */
const NOT_OFFERED = new Set(
  `adminAssigneeId applicationRevision assessmentIds assessmentVersion bannerFile.cdnUrl bannerFile.fileId
  bannerFile.fileName batchId calendlyEndTime calendlyEventUri calendlyJoinUrl calendlyStartTime changes.assessmentIds
  changes.bannerFile.cdnUrl changes.bannerFile.fileId changes.bannerFile.fileName changes.capacity changes.description
  changes.enableEmbedding changes.iconFile.cdnUrl changes.iconFile.fileId changes.iconFile.fileName changes.name
  changes.privateDetails changes.processId changes.slug commentId comments.authorId comments.commentId
  comments.followUpOn comments.kind comments.postedDate copyId correctedAnswers description enableEmbedding endsAt eventUri fields
  followUpOn from fromId iconFile.cdnUrl iconFile.fileId
  iconFile.fileName invoices.dueDate invoices.n joinUrl lastCorrectionFor mentions n name organizationId outboxId privateDetails processId reason
  requestId selectedPaymentModelId sendAt since slug solutionId startsAt status templateId templateVersion timestamp
  tracking.campaign tracking.content tracking.medium tracking.source tracking.term trackingNumber userId`.split(/\s+/),
);

describe('what reports can ask', () => {
  test('derives from the event schemas: each field is offered or explicitly omitted', () => {
    const forgotten = EVENT_DEFINITIONS.filter(({ type }) => REPORT_EVENT_TYPES.includes(type)).flatMap((definition) =>
      leavesOf(definition)
        .filter((leaf) => !fieldOfLeaf(definition.type, leaf) && !NOT_OFFERED.has(leaf.path))
        .map(({ path }) => `${definition.type}.${path}`),
    );
    expect(forgotten).toEqual([]);
    const { fields } = catalogue();
    expect(fields.find(({ id }) => id === 'data.to')?.options).toContainEqual({
      value: 'CONTRACT SENT',
      label: 'CONTRACT SENT',
    });
    expect(fields.find(({ id }) => id === 'data.score')).toMatchObject({ kind: 'number', options: null });
    expect(fields.find(({ id }) => id === 'application.batch')?.options).toEqual([{ value: 'b1', label: 'Spring' }]);
  });

  test('of answers, only choices that no process marks as personal or asks for as text', () => {
    const one = asking([field('heard'), field('shift'), field('story', { dataType: 'paragraph' }), field('firstName')]);
    const other = asking([field('shift', { isPersonal: true }), field('heard', { options: ['Radio'] })]);
    const answers = catalogue(one, other).fields.filter(({ id }) => id.startsWith('answer.'));
    expect(answers).toMatchObject([{ id: 'answer.heard', label: 'Label of heard' }]);
    expect(answers[0]?.options?.map(({ value }) => value)).toEqual(['Yes', 'No', 'Radio']);
    expect(idsOf(catalogue(asking([field('heard')]), asking([field('heard', { dataType: 'text' })])))).not.toContain(
      'answer.heard',
    );
  });

  test('Viewers are offered nothing that only Owners and Admins see', () => {
    const open = openPart(catalogue(asking([field('heard'), field('rating')], ['rating'])));
    expect(idsOf(open)).toContain('answer.heard');
    expect(idsOf(open)).not.toContain('answer.rating');
    expect(idsOf(open)).not.toContain('data.paymentModelId');
    const types = open.events.map(({ type }) => type);
    expect(types).toEqual(expect.arrayContaining(['ApplicationSubmitted', 'StatusChanged', 'SolutionSubmitted']));
    for (const type of ['CommentAdded', 'AdminAssigned', 'PaymentPlanChosen', 'InvoicePaid', 'EmailDelivered']) {
      expect(types).not.toContain(type);
    }
  });
});
