import { afterAll, beforeAll, expect, test } from 'vitest';
import { SUBMISSIONS_PER_ADDRESS, UPLOADS_PER_ADDRESS } from '../../commands/user/attempt-limits.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { answers, createSchool, freshEmail, type School } from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let school: School;
beforeAll(async () => {
  server = await startTestServer({ environment: { TRUST_PROXY: 'loopback' } });
  school = await createSchool(server, 'limits-school');
});
afterAll(() => server.close());

const submit = (client = server.client(), changes: object = {}, headers = {}) =>
  client.call('submitApplication', {
    body: { batchId: school.batches.Open, ...answers(freshEmail()), ...changes },
    headers,
  });

test('a whole classroom submits from one address, each once in vain, and 200 within 15 minutes is the limit', async () => {
  const refused = 60;
  for (let sent = 0; sent < refused; sent += 1) expect((await submit(undefined, { firstName: '' })).status).toBe(422);
  const answered: Awaited<ReturnType<typeof submit>>[] = [];
  while (answered.length < SUBMISSIONS_PER_ADDRESS - refused + 5) {
    answered.push(...(await Promise.all(Array.from({ length: 29 }, () => submit()))));
  }
  expect(answered.filter(({ status }) => status === 200)).toHaveLength(SUBMISSIONS_PER_ADDRESS - refused);
  const late = answered.filter(({ status }) => status !== 200);
  for (const { status, problem } of late) {
    expect([status, problem.message]).toEqual([429, TEXTS.accounts.tooManyAttempts]);
  }
  expect((await submit(school.staff.Admin)).status).toBe(200);
  expect((await submit(undefined, {}, { 'X-Forwarded-For': '203.0.113.9' })).status).toBe(200);
});

test('what is no paragraph is one line', async () => {
  const from = { 'X-Forwarded-For': '203.0.113.10' };
  const { body } = await submit(undefined, { firstName: 'Ada\r\n\r\nYour password expires\u2028today\u0007' }, from);
  expect(body).toMatchObject({ firstName: 'Ada Your password expires today ' });
  const unseen = await submit(undefined, { firstName: '\u200b\u2060 \u3164' }, from);
  expect([unseen.status, unseen.problem.message]).toEqual([422, TEXTS.forms.requiredMissing]);
  for (const email of ['ada..l@example.org', 'ada\u202e@example.org', `${'a'.repeat(250)}@example.org`]) {
    expect((await submit(undefined, { email }, from)).status).toBe(422);
  }
});

test('one address uploads files for forms as often as many people would, and no more; staff as they like', async () => {
  const from = { 'X-Forwarded-For': '203.0.113.20' };
  const upload = (client = server.client({ organizationId: school.organizationId })) =>
    client.call('dynamicUpload', { body: { uploadType: 'CV', file: new File(['x'], 'cv.txt') }, headers: from });
  for (let sent = 0; sent < UPLOADS_PER_ADDRESS; sent += 20) {
    const answered = await Promise.all(Array.from({ length: 20 }, () => upload()));
    expect(answered.map(({ status }) => status)).toEqual(Array(20).fill(200));
  }
  const late = await upload();
  expect([late.status, late.problem.message]).toEqual([429, TEXTS.accounts.tooManyAttempts]);
  expect((await upload(school.staff.Viewer)).status).toBe(200);
});
