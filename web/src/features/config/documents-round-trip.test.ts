import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BATCH_STATUSES } from '../../../../domain/batch/status.ts';
import { STATUSES_WITH_EMAIL } from '../../../../domain/email-template/details.ts';
import { type Field, formValues, storedChanges, type Values } from '../../shared/forms/field-errors.ts';
import { fieldsOf as assessmentFields, valuesOf as assessmentValues } from './assessments/fields.ts';
import { fieldsOf as batchFields } from './batches/fields.tsx';
import { ALL_FIELDS as TEMPLATE_FIELDS } from './email-templates/fields.ts';
import { organizationFields } from './organization/fields.tsx';
import { FIELDS as PAYMENT_FIELDS } from './payment-models/fields.ts';
import { fieldsOf as webhookFields } from './webhooks/fields.ts';

const words = fc.string({ unit: 'grapheme', minLength: 1 });
const text = fc.option(words);
const id = fc.uuid();
const ids = fc.array(id, { maxLength: 4 });
const file = fc.record({ fileId: id, fileName: words });
const picture = fc.option(file);
const cost = fc.nat(10_000_000).map((cents) => cents / 100);
const question = fc.record({
  _id: id,
  prompt: words,
  imageUrl: text,
  details: text,
  options: fc.array(fc.record({ _id: id, value: words, isCorrect: fc.boolean() }), { maxLength: 3 }),
});
const common = { name: words, description: text };
const place = { organizationId: 'o', targetId: 't' };
const organization = {} as Parameters<typeof batchFields>[0];
const choices = { processes: [], assessments: [] } as unknown as Parameters<typeof batchFields>[2];

interface Kind {
  readonly fields: readonly Field[];
  readonly document: fc.Arbitrary<object>;
  readonly read?: (document: never) => Values;
}
const assessment = (type: 'quiz' | 'project' | 'external', members: Record<string, fc.Arbitrary<unknown>>): Kind => {
  const fields = assessmentFields(type, place);
  return {
    fields,
    document: fc.record({ ...common, ...members }),
    read: (document) => assessmentValues(fields, document),
  };
};

const KINDS: Readonly<Record<string, Kind>> = {
  organization: {
    fields: organizationFields({ _id: 'o', timeZone: 'UTC' }, true),
    document: fc.record({
      ...{ ...common, slug: words, subdomain: text, fullDomain: text, logoFile: picture, iconFile: picture },
      ...{ accentColor: text, timeZone: words, contactText: text, contractText: text, paymentText: text },
      statusLimits: fc.array(fc.record({ status: fc.constant('NEW'), days: fc.integer({ min: 1, max: 365 }) }), {
        maxLength: 1,
      }),
      ...{ sendGridEmailAddress: text, sendGridApiKey: text, calendlyAccessToken: text },
      ...{ googleAnalyticsId: text, facebookPixelId: text },
    }),
  },
  batch: {
    fields: batchFields(organization, 'b', choices),
    document: fc.record({
      ...{ ...common, privateDetails: text, status: fc.constantFrom(...BATCH_STATUSES), slug: text },
      ...{ capacity: fc.nat(1_000_000), processId: fc.option(id), assessmentIds: ids },
      ...{ iconFile: picture, bannerFile: picture, enableEmbedding: fc.boolean() },
    }),
  },
  'payment model': {
    fields: PAYMENT_FIELDS,
    document: fc.record({
      ...{ name: words, details: text, currency: fc.constantFrom('PHP', 'USD'), upfrontCost: cost, monthlyCost: cost },
      ...{ numberOfMonths: fc.nat(600), monthlyPaymentDay: fc.integer({ min: 1, max: 31 }) },
      monthlyPaymentDelay: fc.nat(600),
    }),
  },
  'email template': {
    fields: TEMPLATE_FIELDS,
    document: fc.record({
      ...{ name: words, subject: words, body: words, attachments: fc.array(file, { maxLength: 3 }) },
      statuses: fc.subarray([...STATUSES_WITH_EMAIL]),
    }),
  },
  webhook: {
    fields: webhookFields([]),
    document: fc.record({
      ...{ name: words, targetUrl: fc.webUrl(), format: fc.constantFrom('full', 'chat') },
      eventTypes: fc.array(words, { maxLength: 4 }),
      ...{ batchIds: ids, chatForm: fc.constantFrom('content', 'text'), chatText: text },
    }),
  },
  quiz: assessment('quiz', {
    timeLimitMinutes: fc.integer({ min: 1, max: 10_000 }),
    questions: fc.array(question, { maxLength: 3 }),
  }),
  project: assessment('project', {
    ...{ timeLimitMinutes: fc.integer({ min: 1, max: 10_000 }), instructions: text, attachment: picture },
  }),
  external: assessment('external', { externalAssessmentUrl: fc.option(fc.webUrl()) }),
};

test.each(Object.entries(KINDS))(
  '%s → form → body of a save is the same for any document',
  (_, { fields, document, read }) => {
    fc.assert(
      fc.property(document, (saved) => {
        expect(Object.keys(saved).sort(), 'every field of the editor').toEqual(fields.map(({ name }) => name).sort());
        const values = read ? read(saved as never) : formValues(fields, saved);
        // Nothing is the empty text in a form, and its editor sends null for it.
        const emptied = Object.entries(values).map(([name, value]) => [name, value === '' ? null : value]);
        expect(storedChanges(fields, Object.fromEntries(emptied))).toEqual(saved);
        // Drafts are kept as JSON.
        expect(JSON.parse(JSON.stringify(values))).toEqual(values);
      }),
    );
  },
);
