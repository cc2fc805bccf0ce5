import { expect, test } from 'vitest';
import type { ProcessConfig, Step } from '../process/config.ts';
import { type BatchToCheck, missingFromBatch, missingFromOrganization, type SchoolToCheck } from './missing.ts';

const process = (...steps: Partial<Step>[]): ProcessConfig => ({
  label: 'Bootcamp',
  requestSignup: true,
  fields: [],
  applicationForm: { title: '', fields: [] },
  applicationDetailsSteps: steps.map((step, index) => ({ _id: `step-${index}`, title: `Step ${index}`, ...step })),
});
const calendly = {
  content: [{ markdown: '', integrations: [{ type: 'Calendly' as const, url: 'https://calendly.com/a' }] }],
};

const SCHOOL: SchoolToCheck = {
  organization: {
    description: 'We teach.',
    logoFile: { fileId: 'logo', fileName: 'logo.png' },
    contactText: 'Call us.',
    timeZone: 'Asia/Manila',
    fullDomain: null,
    fullDomainState: null,
    fullDomainKeptUntil: null,
    sendGridEmailAddress: 'hello@school.example',
    calendlyAccessToken: null,
  },
  batches: [{ status: 'Draft' }, { status: 'Open' }],
  processes: [process({ title: 'Read this' })],
};
const school = (organization: Partial<SchoolToCheck['organization']>, rest: Partial<SchoolToCheck> = {}) =>
  missingFromOrganization({ ...SCHOOL, ...rest, organization: { ...SCHOOL.organization, ...organization } });

const BATCH: BatchToCheck = {
  batch: { _id: 'june', description: 'Twelve weeks', capacity: 20, processId: 'p', assessmentIds: [], slug: 'june-26' },
  process: process({ assessmentIds: ['quiz'] }, { availablePaymentModels: ['monthly', 'gone'] }),
  assessments: [{ _id: 'quiz', name: 'Logic', type: 'quiz', questions: [{}], externalAssessmentUrl: null }],
  paymentModelIds: ['monthly'],
};
const batch = (changed: Partial<BatchToCheck['batch']>, rest: Partial<BatchToCheck> = {}) =>
  missingFromBatch({ ...BATCH, ...rest, batch: { ...BATCH.batch, ...changed } });
const places = (found: ReturnType<typeof school>) => found.map(({ place: { kind, field } }) => field ?? kind);

test('a complete school and a complete batch miss nothing', () => {
  expect(school({})).toEqual([]);
  expect(batch({})).toEqual([]);
});

test('a new school needs a program and a contact; what it can do without comes last', () => {
  const blank = {
    description: null,
    logoFile: null,
    contactText: null,
    timeZone: 'UTC',
    sendGridEmailAddress: null,
  };
  const found = school(blank, { batches: [], processes: [] });
  expect(places(found)).toEqual([
    'batches',
    'contactText',
    'processes',
    'description',
    'logoFile',
    'timeZone',
    'sendGridEmailAddress',
  ]);
  expect(found.filter(({ isNeeded }) => isNeeded)).toHaveLength(2);
});

test('a school whose programs are all closed takes no applications', () => {
  const found = school({}, { batches: [{ status: 'Draft' }, { status: 'Closed' }] });
  expect(found).toMatchObject([{ isNeeded: true, text: 'No program is open, so no one can apply.' }]);
});

test('a domain that is not proven, or about to be lost, is named', () => {
  const domain = { fullDomain: 'apply.school.example' } as const;
  expect(places(school({ ...domain, fullDomainState: 'pending' }))).toEqual(['fullDomain']);
  expect(places(school({ ...domain, fullDomainState: 'proven' }))).toEqual([]);
  const losing = school({ ...domain, fullDomainState: 'proven', fullDomainKeptUntil: '2026-03-19T00:00:00.000Z' });
  expect(losing).toMatchObject([{ place: { field: 'fullDomain' }, text: expect.stringContaining('stops working') }]);
});

test('interviews on Calendly need a token, which only Owners can see', () => {
  const processes = [process(calendly)];
  expect(places(school({}, { processes }))).toEqual(['calendlyAccessToken']);
  expect(school({ calendlyAccessToken: '••••1234' }, { processes })).toEqual([]);
  expect(school({ calendlyAccessToken: undefined }, { processes })).toEqual([]);
});

test('a batch without a process, or with one that is gone, is not ready', () => {
  expect(batch({ processId: null }, { process: undefined })).toMatchObject([
    { isNeeded: true, place: { kind: 'batches', id: 'june', field: 'processId' } },
  ]);
  expect(batch({}, { process: undefined })[0]?.text).toBe('The chosen process no longer exists.');
});

test('a batch names assessments that applicants cannot take, each with its place', () => {
  const assessments = [
    { _id: 'quiz', name: 'Logic', type: 'quiz', questions: [], externalAssessmentUrl: null },
    { _id: 'outside', name: 'Outside', type: 'external', questions: [], externalAssessmentUrl: null },
  ] as const;
  const found = batch({ assessmentIds: ['outside', 'deleted'] }, { assessments });
  expect(found.map(({ place }) => place)).toEqual([
    { kind: 'assessments', id: 'outside', field: 'externalAssessmentUrl' },
    { kind: 'batches', id: 'june', field: 'assessmentIds' },
    { kind: 'assessments', id: 'quiz', field: 'questions' },
  ]);
});

test('two deleted assessments of a batch are one item', () => {
  expect(batch({ assessmentIds: ['gone', 'deleted'] })).toHaveLength(1);
});

test('a step whose payment plans are all gone is named, unless the plans are hidden from the reader', () => {
  expect(batch({}, { paymentModelIds: [] })).toMatchObject([
    { place: { kind: 'processes', id: 'p' }, text: 'The step “Step 1” offers no payment plan.' },
  ]);
  expect(batch({}, { paymentModelIds: undefined })).toEqual([]);
});

test('a batch can open without description, slug and steps, and with no place left, but is asked', () => {
  const found = batch({ description: null, slug: null, capacity: 0 }, { process: process() });
  expect(places(found)).toEqual(['capacity', 'processes', 'description', 'slug']);
});
