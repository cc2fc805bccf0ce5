import { expect, test } from 'vitest';
import { OPERATOR } from '../../test/support/specification.ts';
import { apiToken } from '../api-token/api-token.ts';
import { assessment } from '../assessment/assessment.ts';
import { ASSESSMENT_RULES } from '../assessment/details.ts';
import { batch } from '../batch/batch.ts';
import { BATCH_RULES } from '../batch/details.ts';
import { EMAIL_TEMPLATE_RULES } from '../email-template/details.ts';
import { emailTemplate } from '../email-template/email-template.ts';
import { decideAll } from '../event-sourcing/aggregate.ts';
import { ORGANIZATION_RULES } from '../organization/details.ts';
import { organization } from '../organization/organization.ts';
import { PAYMENT_MODEL_RULES, paymentModel } from '../payment-model/payment-model.ts';
import { checkConfig } from '../process/check-config.ts';
import { BUILT_IN_CONFIG } from '../process/config.ts';
import { processConfig } from '../process/process.ts';
import { REPORT_RULES, report } from '../saved-report/report.ts';
import { WEBHOOK_RULES, webhook } from '../webhook/webhook.ts';

const TYPED = ' June\r\n\u202Eenuj\u2066\u200B\t2027 ';
const CLEAN = 'June enuj 2027';
const RULES = {
  assessment: ASSESSMENT_RULES,
  batch: BATCH_RULES,
  'email template': EMAIL_TEMPLATE_RULES,
  organization: ORGANIZATION_RULES,
  'payment model': PAYMENT_MODEL_RULES,
  report: REPORT_RULES,
  webhook: WEBHOOK_RULES,
};

test.each(Object.entries(RULES))('the name of the %s is one line that hides and reverses nothing', (_, { name }) => {
  expect(name(TYPED)).toEqual({ value: CLEAN });
  for (const blank of [null, '', ' \r\n', '\u202E\u200B']) expect(name(blank)).toHaveProperty('message');
  for (const kept of ['برنامج ۲۰۲۷', 'می\u200Cخواهم', '👩🏽\u200D💻 Coding'])
    expect(name(kept)).toEqual({ value: kept });
});

test('so are the name of an API token and the label of a process', () => {
  const context = { at: '2026-03-01T09:00:00.000Z', actor: OPERATOR, newId: (text: string) => text };
  const data = { organizationId: 'org', name: TYPED, scopes: ['read'], days: 90, hash: 'hash' } as const;
  const decided = decideAll(apiToken, [{ type: 'CreateApiToken', data }], apiToken.initial, context);
  expect(decided).toMatchObject({ value: { events: [{ data: { name: CLEAN } }] } });
  expect(checkConfig({ ...BUILT_IN_CONFIG, label: TYPED })).toMatchObject({ value: { label: CLEAN } });
});

const STORED = { name: TYPED };
const organizationId = 'org';
const READ: readonly (readonly [
  string,
  { initial: object; evolve: unknown },
  readonly (readonly [string, object])[],
])[] = [
  ['assessment', assessment, [['AssessmentCreated', { organizationId, details: STORED }]]],
  ['batch', batch, [['BatchCreated', { organizationId, status: 'Draft', ...STORED }]]],
  ['email template', emailTemplate, [['EmailTemplateCreated', { organizationId, details: STORED }]]],
  ['organization', organization, [['OrganizationCreated', { ...STORED, slug: 'school', timeZone: 'UTC' }]]],
  ['payment model', paymentModel, [['PaymentModelCreated', { organizationId, details: STORED }]]],
  ['report', report, [['ReportCreated', { organizationId, details: STORED }]]],
  ['webhook', webhook, [['WebhookCreated', { organizationId, details: STORED }]]],
  ['API token', apiToken, [['ApiTokenCreated', { organizationId, ...STORED }]]],
  ['process', processConfig, [['ProcessCreated', { organizationId, config: { label: TYPED } }]]],
  [
    'changed batch',
    batch,
    [
      ['BatchCreated', { organizationId }],
      ['BatchDetailsChanged', { changes: STORED }],
    ],
  ],
  ['renamed organization', organization, [['OrganizationDetailsChanged', { changes: STORED }]]],
  ['changed webhook', webhook, [['WebhookChanged', { changes: STORED }]]],
  [
    'changed process',
    processConfig,
    [
      ['ProcessCreated', { organizationId, config: { label: '' } }],
      ['ProcessChanged', { config: { label: TYPED } }],
    ],
  ],
];

test.each(READ)(
  'the name of the %s that was stored before this rule is read as one line',
  (_, { initial, evolve }, events) => {
    const fold = evolve as (state: object, event: object) => object;
    const at = '2026-03-01T09:00:00.000Z';
    const state = events.reduce((before, [type, data]) => fold(before, { type, data, at, actor: OPERATOR }), initial);
    expect(JSON.stringify(state)).toContain(`"${CLEAN}"`);
    expect(JSON.stringify(state)).not.toContain('\u202E');
  },
);

test('a name from before this rule can be sent back unchanged', () => {
  expect(BATCH_RULES.name(TYPED, TYPED)).toEqual({ value: TYPED });
  expect(BATCH_RULES.name('', '')).toHaveProperty('message');
  const before = { ...BUILT_IN_CONFIG, label: TYPED };
  expect(checkConfig(before, before)).toMatchObject({ value: { label: TYPED } });
});
