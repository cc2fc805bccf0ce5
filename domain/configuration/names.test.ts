import { expect, test } from 'vitest';
import { OPERATOR } from '../../test/support/specification.ts';
import { apiToken } from '../api-token/api-token.ts';
import { ASSESSMENT_RULES } from '../assessment/details.ts';
import { BATCH_RULES } from '../batch/details.ts';
import { EMAIL_TEMPLATE_RULES } from '../email-template/details.ts';
import { decideAll } from '../event-sourcing/aggregate.ts';
import { ORGANIZATION_RULES } from '../organization/details.ts';
import { PAYMENT_MODEL_RULES } from '../payment-model/payment-model.ts';
import { checkConfig } from '../process/check-config.ts';
import { BUILT_IN_CONFIG } from '../process/config.ts';
import { REPORT_RULES } from '../saved-report/report.ts';
import { WEBHOOK_RULES } from '../webhook/webhook.ts';

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

test('a name from before this rule can be sent back unchanged', () => {
  expect(BATCH_RULES.name(TYPED, TYPED)).toEqual({ value: TYPED });
  expect(BATCH_RULES.name('', '')).toHaveProperty('message');
  const before = { ...BUILT_IN_CONFIG, label: TYPED };
  expect(checkConfig(before, before)).toMatchObject({ value: { label: TYPED } });
});
