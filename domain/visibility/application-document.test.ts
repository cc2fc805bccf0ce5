import { describe, expect, test } from 'vitest';
import type { Actor, Role } from '../access/actor.ts';
import { application } from '../application/application.ts';
import { APPLICATION_EVENTS, type ApplicationEvent, NO_TRACKING } from '../application/events.ts';
import type { Application } from '../application/state.ts';
import type { Happened } from '../event-sourcing/event.ts';
import { PROCESS_CONFIG } from '../process/config.ts';
import { membersOf, viewerOf, viewOf } from './application-document.ts';

const happened = (event: ApplicationEvent): Happened<ApplicationEvent> => ({
  ...event,
  at: '2026-03-01T09:00:00.000Z',
  actor: { kind: 'user', id: 'mia' },
});
const fold = (...events: ApplicationEvent[]) =>
  events.map(happened).reduce(application.evolve, application.initial) as Application;
const submitted: ApplicationEvent = {
  type: 'ApplicationSubmitted',
  data: { organizationId: 'org', batchId: 'june', trackingNumber: 10_001, tracking: NO_TRACKING, userId: 'ada' },
  personal: {
    email: 'ada@example.com',
    values: { firstName: 'Ada', score: '9', later: 'x', lost: 'y', seenByStaff: 'z' },
  },
};
const commented: ApplicationEvent = { type: 'CommentAdded', data: { commentId: 'c' }, personal: { message: 'Strong' } };
const planned: ApplicationEvent = { type: 'PaymentPlanChosen', data: { paymentModelId: 'upfront' } };
const question = (name: string) => ({ name, label: name });
const process = PROCESS_CONFIG.parse({
  label: 'Full-stack',
  fields: [{ ...question('score'), isAdminOnly: true }, question('seenByStaff')],
  applicationForm: { fields: [question('firstName'), question('score'), { ...question('email'), required: true }] },
  applicationDetailsSteps: [
    {
      _id: 's',
      title: 'Later',
      visibilityCondition: { terms: [{ target: 'STATUS', operator: 'Greater than', comparisonValue: 'NEW' }] },
      configuration: { fields: [question('later')] },
    },
  ],
});
const document = { ...fold(submitted, commented, planned), outcomes: [] };
const seen = (viewer: 'admin' | 'applicant' | 'viewer') => Object.keys(viewOf(document, viewer, process));

describe('an application that is read', () => {
  test('by an admin is complete', () => {
    expect(viewOf(document, 'admin', process)).toMatchObject({
      status: 'NEW',
      email: 'ada@example.com',
      adminAssignee: null,
      adminComments: [{ _id: 'c', message: 'Strong', authorId: 'mia', postedDate: '2026-03-01T09:00:00.000Z' }],
      firstName: 'Ada',
      score: '9',
      lost: 'y',
    });
    expect(seen('admin')).not.toContain('values');
  });

  test('by its applicant lacks admin-only data, hidden steps’ answers, and answers of removed fields', () => {
    const shown = seen('applicant');
    expect(shown).toEqual(expect.arrayContaining(['firstName', 'seenByStaff', 'selectedPaymentModelId', 'tracking']));
    for (const absent of ['score', 'later', 'lost', 'adminComments', 'adminAssignee'])
      expect(shown).not.toContain(absent);
  });

  test('by a Viewer lacks admin-only fields, comments, plan and assignee', () => {
    const shown = seen('viewer');
    expect(shown).toEqual(expect.arrayContaining(['firstName', 'later', 'seenByStaff']));
    for (const absent of ['score', 'lost', 'adminComments', 'adminAssignee', 'selectedPaymentModelId']) {
      expect(shown).not.toContain(absent);
    }
  });

  test('shows cleared names as null; absent means hidden', () => {
    const cleared: ApplicationEvent = {
      type: 'DetailsSaved',
      data: { fields: ['firstName'] },
      personal: { values: { firstName: null } },
    };
    for (const viewer of ['admin', 'applicant', 'viewer'] as const) {
      const shown = viewOf({ ...fold(submitted, cleared), outcomes: [] }, viewer, process);
      expect(shown).toMatchObject({ firstName: null });
      expect(Object.hasOwn(shown, 'phoneNumber')).toBe(viewer === 'admin');
    }
  });

  test('after an erasure shows [erased] instead of words', () => {
    const erased = fold(submitted, commented, { type: 'PersonalDataErased', data: {} });
    expect(erased.values).toEqual({});
    const members = membersOf({ ...erased, outcomes: [] });
    expect(members).toMatchObject({ email: '[erased]', adminComments: [{ message: '[erased]' }] });
  });
});

test('members that an event restricts exist in the document under that name', () => {
  const restricted = APPLICATION_EVENTS.flatMap(({ audience }) =>
    audience && 'document' in audience ? (audience.restricted?.members ?? []) : [],
  );
  expect(Object.keys(membersOf(document))).toEqual(expect.arrayContaining([...restricted]));
});

describe('a viewer', () => {
  const person = (id: string, role?: Role): Actor => ({
    kind: 'user',
    id,
    isCreator: false,
    roles: role ? [{ orgId: 'org', role }] : [],
  });

  test.each([
    [person('mia', 'Owner'), 'admin'],
    [person('mia', 'Admin'), 'admin'],
    [person('ada', 'Admin'), 'admin'],
    [person('vic', 'Viewer'), 'viewer'],
    [person('ada', 'Viewer'), 'applicant'],
    [person('ada'), 'applicant'],
    [person('eve'), null],
    [{ ...person('eve'), isCreator: true }, null],
    [{ ...person('eve'), roles: [{ orgId: 'other', role: 'Owner' as const }] }, null],
  ])('%o is %s', (actor, expected) => {
    expect(viewerOf(actor, document)).toBe(expected);
  });
});
