import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ApplicationStatus } from '../../domain/application/statuses.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { CALENDLY_TOKEN, type CalendlyServer, startCalendlyServer, zoomAt } from '../support/calendly-server.ts';
import { emailsTo } from '../support/emails.ts';
import { type Applied, applied, createSchool, type School } from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let calendly: CalendlyServer;
let server: TestServer;
let school: School;
beforeAll(async () => {
  calendly = await startCalendlyServer();
  server = await startTestServer({ environment: { RATE_LIMITS: 'off', CALENDLY_API_URL: calendly.url } });
  school = await createSchool(server, 'scheduling-school');
  await saveToken(CALENDLY_TOKEN);
});
beforeEach(() => calendly.behave('well'));
afterAll(async () => {
  await server.close();
  await calendly.close();
});

const saveToken = (calendlyAccessToken: string | null) =>
  school.staff.Owner.call('changeOrganization', {
    params: { id: school.organizationId },
    body: { calendlyAccessToken },
  });
const book = ({ client, applicationId }: Pick<Applied, 'client' | 'applicationId'>, eventUri: string) =>
  client.call('eventScheduled', {
    body: { applicationId, eventUri, intiteeUri: `${eventUri}/invitees/I1` },
  });
const read = (applicationId: string) => school.staff.Admin.call('getApplication', { params: { id: applicationId } });
const setStatus = (id: string, status: ApplicationStatus) =>
  school.staff.Admin.call('changeApplication', { params: { id }, body: { status } });
const told = (applicationId: string) =>
  vi.waitUntil(
    async () => {
      const { body } = await read(applicationId);
      return body.calendlyStartTime ? body : undefined;
    },
    { timeout: 30_000, interval: 50 },
  );

describe('an interview that the widget has booked', () => {
  test('is noted at once and marks the application; its time and link follow', async () => {
    const applicant = await applied(server, school);
    const startsAt = '2026-05-04T01:00:00.000Z';
    const eventUri = calendly.schedule(
      'FIRST',
      zoomAt('2026-05-04T09:00:00+08:00', 'https://zoom.example/j/1', '2026-05-04T09:45:00+08:00'),
    );
    const booked = await book(applicant, eventUri);
    expect([booked.status, booked.body.status]).toEqual([200, 'INTERVIEW SCHEDULED']);
    const shown = await told(applicant.applicationId);
    expect(shown).toMatchObject({
      calendlyEventUri: eventUri,
      calendlyStartTime: startsAt,
      calendlyEndTime: '2026-05-04T01:45:00.000Z',
      calendlyJoinUrl: 'https://zoom.example/j/1',
    });
    expect(calendly.asked).toContainEqual({ path: '/scheduled_events/FIRST', token: CALENDLY_TOKEN });

    const mail = await vi.waitUntil(
      async () => (await emailsTo(server.dataDir, applicant.email)).find((one) => /^Subject: .*interview/m.test(one)),
      { timeout: 60_000, interval: 100 },
    );
    expect(mail).toMatch(/When: Monday, 4 May 2026 at 09:00 \(Asia\/Manila\)\s+Where: https:\/\/zoom\.example\/j\/1\s/);
    expect(mail).toContain('<a href="https://zoom.example/j/1" rel="noopener">');
    const [, calendar = ''] = /filename=interview\.ics[\s\S]*?\n\r?\n([\w+/=\r\n]+)/.exec(mail) ?? [];
    expect(Buffer.from(calendar, 'base64').toString()).toMatch(
      /^SEQUENCE:0\r\nDTSTART:20260504T010000Z\r\nDTEND:20260504T014500Z\r$/m,
    );

    const again = await book(applicant, eventUri);
    expect(again.body).toMatchObject({ calendlyEventUri: eventUri, calendlyStartTime: startsAt });

    const movedTo = calendly.schedule('SECOND', zoomAt('2026-05-05T01:00:00Z', 'https://z.example'));
    const moved = await book(applicant, movedTo);
    expect(moved.body).toMatchObject({ calendlyEventUri: movedTo });
    expect(moved.body.calendlyStartTime).not.toBe(startsAt);
    await vi.waitUntil(
      async () => (await told(applicant.applicationId)).calendlyStartTime === '2026-05-05T01:00:00.000Z',
      20_000,
    );
    const history = await school.staff.Admin.call('getApplicationHistory', {
      params: { id: applicant.applicationId },
    });
    const types = history.body.map(({ type }) => type).filter((type) => /Interview|Status/.test(type));
    expect(types).toEqual([
      ...['InterviewScheduled', 'StatusChanged', 'InterviewDetailsReceived'],
      ...['InterviewScheduled', 'InterviewDetailsReceived'],
    ]);
  });

  test('is asked for again when Calendly is busy', async () => {
    const applicant = await applied(server, school);
    const eventUri = calendly.schedule('BUSY', zoomAt('2026-05-06T01:00:00Z', 'https://zoom.example/j/2'));
    calendly.behave({ status: 429, headers: { 'Retry-After': '1' } });
    const isAsked = () => calendly.asked.some(({ path }) => path.endsWith('/BUSY'));
    expect((await book(applicant, eventUri)).status).toBe(200);
    await vi.waitUntil(isAsked, { timeout: 20_000 });
    calendly.behave('well');
    expect(await told(applicant.applicationId)).toMatchObject({ calendlyJoinUrl: 'https://zoom.example/j/2' });
  });

  test('moves the status forward only, and never out of CONTRACT DECLINED', async () => {
    const statuses = [
      ['INCORRECT INFORMATION', 'INTERVIEW SCHEDULED'],
      ['INTERVIEW PENDING', 'INTERVIEW SCHEDULED'],
      ['INTERVIEW COMPLETED', 'INTERVIEW COMPLETED'],
      ['CONTRACT DECLINED', 'CONTRACT DECLINED'],
      ['COMPLETE', 'COMPLETE'],
    ] as const;
    const applicant = await applied(server, school);
    for (const [index, [before, after]] of statuses.entries()) {
      await setStatus(applicant.applicationId, before);
      const eventUri = calendly.schedule(`N${index}`, zoomAt('2026-05-07T01:00:00Z', 'https://zoom.example/j/3'));
      expect([before, (await book(applicant, eventUri)).body.status]).toEqual([before, after]);
    }
  });

  test.each(['CANCELLED', 'WITHDRAWN'] as const)('is refused on a %s application, to staff as well', async (status) => {
    const applicant = await applied(server, school);
    await setStatus(applicant.applicationId, status);
    const eventUri = calendly.schedule('LATE', zoomAt('2026-05-08T01:00:00Z', 'https://zoom.example/j/4'));
    for (const client of [applicant.client, school.staff.Admin]) {
      const { status: refused, problem } = await book({ ...applicant, client }, eventUri);
      expect([refused, problem.message]).toEqual([422, TEXTS.applications.locked]);
    }
    expect((await read(applicant.applicationId)).body).toMatchObject({ status, calendlyEventUri: null });
  });

  test('that is none of Calendly is refused, and no other host is called', async () => {
    const applicant = await applied(server, school);
    const count = calendly.asked.length;
    for (const eventUri of [`${calendly.url}/users/me`, 'https://evil.example/scheduled_events/A', 'nonsense']) {
      const { status, problem } = await book(applicant, eventUri);
      expect([status, problem.errors?.[0]?.field]).toEqual([422, 'eventUri']);
    }
    expect(calendly.asked).toHaveLength(count);
    expect((await book(applicant, undefined as never)).status).toBe(400);
  });

  test('goes with a transfer, though its time is not known yet', async () => {
    const applicant = await applied(server, school);
    calendly.behave({ status: 500 });
    const eventUri = calendly.schedule('MOVING', zoomAt('2026-05-09T01:00:00Z', 'https://zoom.example/j/5'));
    await book(applicant, eventUri);
    const batch = await school.staff.Admin.call('createBatch', {
      body: { name: 'Another batch', status: 'Open', organizationId: school.organizationId },
    });
    const transferred = await school.staff.Admin.call('changeApplication', {
      params: { id: applicant.applicationId },
      body: { status: 'TRANSFERRED', transferBatchId: batch.body._id },
    });
    calendly.behave('well');
    const copy = await told(transferred.body.transferredTo as string);
    expect(copy).toMatchObject({ status: 'INTERVIEW SCHEDULED', calendlyStartTime: '2026-05-09T01:00:00.000Z' });
  });
});

describe('the token of an organization', () => {
  const ask = (client = school.staff.Admin) => client.call('testCalendly', { params: { id: school.organizationId } });

  test('is tried on demand, in words', async () => {
    expect((await ask()).body).toEqual({ message: TEXTS.scheduling.testDone('Grace Hopper') });
    calendly.behave({ status: 503 });
    expect((await ask()).problem.message).toBe(TEXTS.scheduling.unavailable);
    calendly.behave('well');
    await saveToken('another-token');
    const refused = await ask();
    expect([refused.status, refused.problem.message]).toEqual([422, TEXTS.scheduling.tokenRefused]);
    await saveToken(null);
    expect((await ask()).problem.message).toBe(TEXTS.scheduling.tokenMissing);
    expect((await ask(school.staff.Viewer)).status).toBe(403);
    await saveToken(CALENDLY_TOKEN);
  });
});
