import { randomUUID } from 'node:crypto';
import ICAL from 'ical.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLogger } from '../../api/logging/logging.ts';
import { handle } from '../../commands/handling/handle.ts';
import { type ApplicationCommand, application } from '../../domain/application/application.ts';
import { LIMITS } from '../../domain/limits/limits.ts';
import { QUOTAS } from '../../domain/limits/quotas.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { Client } from '../support/client.ts';
import {
  accepted,
  addStaff,
  applied,
  createSchool,
  operatorContext,
  PROCESS,
  type School,
  signedIn,
} from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const DAY_MS = 24 * 3_600_000;

let server: TestServer;
let school: School;
let offset = 0;
let log = '';
beforeAll(async () => {
  server = await startTestServer({
    environment: { RATE_LIMITS: 'off' },
    now: () => Date.now() + offset,
    logger: createLogger('debug', {
      write: (line) => {
        log += line;
      },
    }),
  });
  school = await createSchool(server, 'calendar-school');
});
afterAll(() => server.close());

async function act(id: string, ...commands: readonly ApplicationCommand[]): Promise<void> {
  const { environment, engine } = server.running.composition;
  const context = { ...operatorContext(server), organizationId: school.organizationId };
  for (const command of commands) {
    const { appended } = accepted(
      await handle(environment, application, id, [command], { ...context, commandId: randomUUID() }),
    );
    const position = appended.at(-1)?.position;
    if (position !== undefined) await engine.waitFor(position);
  }
}

const inDays = (days: number, minutes = 0) =>
  new Date(Math.floor(Date.now() / 60_000) * 60_000 + days * DAY_MS + minutes * 60_000).toISOString();

const EVENT = 'https://api.calendly.com/scheduled_events/A1';
const detailsOf = (startsAt: string, endsAt: string) =>
  ({
    type: 'ReceiveInterviewDetails',
    data: { eventUri: EVENT, startsAt, endsAt, joinUrl: 'https://zoom.example/j/1' },
  }) as const;

async function booked(startsAt = inDays(3), of = school) {
  const applicant = await applied(server, of);
  const data = { eventUri: EVENT, startsAt: null, joinUrl: null };
  const endsAt = new Date(Date.parse(startsAt) + 45 * 60_000).toISOString();
  await act(applicant.applicationId, { type: 'ScheduleInterview', data }, detailsOf(startsAt, endsAt));
  return { ...applicant, startsAt, endsAt };
}

const pathOf = (address: string | null) => {
  if (address === null) throw new Error('no address');
  return new URL(address).pathname;
};
const issue = async (client: Client, { organizationId } = school) => {
  const { body } = await client.call('issueCalendarFeed', { body: { organizationId } });
  return { ...body, path: pathOf(body.address) };
};
/** A calendar program: no cookie, no Origin. */
const read = (path: string, headers: Record<string, string> = {}) => fetch(new URL(path, server.url), { headers });

async function eventsAt(path: string) {
  const calendar = new ICAL.Component(ICAL.parse(await (await read(path)).text()));
  return new Map(
    calendar.getAllSubcomponents('vevent').map((component) => {
      const { uid, startDate, endDate, summary, sequence, description } = new ICAL.Event(component);
      const status = component.getFirstPropertyValue('status');
      const times = [startDate, endDate].map((time) => time.toJSDate().toISOString());
      return [uid, { times, summary, sequence, description, status }] as const;
    }),
  );
}
const uidOf = (applicationId: string) => `staff.interview.${applicationId}@intake`;
const eventOf = async (path: string, applicationId: string) => (await eventsAt(path)).get(uidOf(applicationId));

describe('a calendar address', () => {
  test('is shown once, and gives a member of any role the interviews of the school without a session', async () => {
    const { applicationId, startsAt, endsAt } = await booked();
    for (const [role, client] of Object.entries(school.staff)) {
      const { path } = await issue(client);
      expect(path).toMatch(/^\/api\/calendar\/[\da-f]{80}\/interviews\.ics$/);
      const answer = await read(path);
      expect([role, answer.status, answer.headers.get('content-type')]).toEqual([
        ...[role, 200, 'text/calendar; charset=utf-8'],
      ]);
      expect(await eventOf(path, applicationId)).toEqual({
        times: [startsAt, endsAt],
        summary: 'Interview: Ada Lovelace (Open batch)',
        description: expect.stringMatching(
          new RegExp(`^Application \\d+: http.*/application/${applicationId}\\?organizationId=[\\w-]+$`),
        ),
        sequence: 0,
        status: 'CONFIRMED',
      });
      const { body } = await client.call('listCalendarFeeds');
      const { organizationId } = school;
      const feed = { _id: expect.any(String), createdAt: expect.any(String) };
      expect(body).toEqual([{ organizationId, organizationName: 'School calendar-school', feed }]);
    }
  });

  test('gives a Viewer numbers where a process shows names to Owners and Admins only', async () => {
    const blind = await createSchool(server, 'blind-school');
    const { Admin, Viewer } = blind.staff;
    const { applicationId } = await booked(inDays(3), blind);
    const hidden = { name: 'lastName', label: 'Last name', dataType: 'text', isAdminOnly: true } as const;
    const json = JSON.stringify({ ...PROCESS, fields: [...PROCESS.fields, hidden] });
    const { status } = await Admin.call('changeProcess', { params: { id: blind.processId }, body: { json } });
    expect(status).toBe(200);
    const summaryFor = async (client: Client) =>
      (await eventOf((await issue(client, blind)).path, applicationId))?.summary;
    expect(await summaryFor(Admin)).toBe('Interview: Ada Lovelace (Open batch)');
    expect(await summaryFor(Viewer)).toMatch(/^Interview: (?!.*(?:Ada|Lovelace)).*\d+/);
  });

  test('gives the same bytes while nothing changes, and none to a program that has them', async () => {
    await booked();
    const { path } = await issue(school.staff.Owner);
    const [first, second] = [await read(path), await read(path)];
    const [one, other] = [await first.text(), await second.text()];
    expect(other).toBe(one);
    expect(one).toContain('\r\nBEGIN:VTIMEZONE\r\nTZID:Asia/Manila\r\n');
    const etag = first.headers.get('etag') ?? '';
    expect(first.headers.get('cache-control')).toBe('private, no-cache');
    const unchanged = await read(path, { 'If-None-Match': etag, 'If-Modified-Since': 'Thu, 01 Jan 1970 00:00:00 GMT' });
    expect([unchanged.status, await unchanged.text()]).toEqual([304, '']);
    for (const known of ['*', `"other", W/${etag}`])
      expect((await read(path, { 'If-None-Match': known })).status, known).toBe(304);
    for (const date of ['yesterday', 'Fri, 31 Dec 9999 23:59:59 GMT'])
      expect((await read(path, { 'If-Modified-Since': date })).status, date).toBe(200);
    await booked();
    const changed = await read(path, { 'If-None-Match': etag });
    expect([changed.status, changed.headers.get('etag') === etag]).toEqual([200, false]);
  });

  test('is dead once it is renewed or revoked, and can be made again', async () => {
    const { Admin, Owner } = school.staff;
    const { path } = await issue(Admin);
    const renewed = await issue(Admin);
    expect(renewed.feed?._id).toBe((await issue(Admin)).feed?._id);
    const current = await issue(Admin);
    for (const former of [path, renewed.path]) expect((await read(former)).status).toBe(404);
    expect((await read(current.path)).status).toBe(200);
    const params = { id: current.feed?._id ?? '' };
    expect((await Owner.call('revokeCalendarFeed', { params })).status).toBe(404);
    expect((await Admin.call('revokeCalendarFeed', { params })).body.message).toBe(TEXTS.calendar.revoked);
    expect((await read(current.path)).status).toBe(404);
    expect((await Admin.call('listCalendarFeeds')).body).toMatchObject([{ feed: null }]);
    expect((await read((await issue(Admin)).path)).status).toBe(200);
  });

  test('of a member can be revoked by staff who manage members, of an Owner by Owners only', async () => {
    const { Admin, Owner, Viewer } = school.staff;
    const orgId = school.organizationId;
    const idOf = async (client: Client) => (await client.call('getUser')).body._id;
    const [viewerId, ownerId] = [await idOf(Viewer), await idOf(Owner)];
    const revoke = (client: Client, userId: string) => client.call('revokeMemberCalendar', { body: { orgId, userId } });
    const addressAt = async (userId: string) =>
      (await Admin.call('listUsers')).body.find(({ _id }) => _id === userId)?.calendarAddressAt;
    const { path, feed } = await issue(Viewer);
    const ownersPath = (await issue(Owner)).path;
    expect(await addressAt(viewerId)).toBe(feed?.createdAt);
    expect((await revoke(Viewer, ownerId)).status).toBe(403);
    expect(await revoke(Admin, ownerId)).toMatchObject({
      status: 403,
      problem: { message: TEXTS.members.ownerCalendar },
    });
    const stranger = await createSchool(server, 'strange-calendar-school');
    expect((await revoke(stranger.staff.Owner, viewerId)).status).toBe(404);
    expect((await revoke(Admin, await idOf(stranger.staff.Viewer))).status).toBe(422);
    expect([(await read(path)).status, (await read(ownersPath)).status]).toEqual([200, 200]);
    for (const _time of ['once', 'again'])
      expect((await revoke(Admin, viewerId)).body).toEqual({ message: TEXTS.members.calendarRevoked });
    expect((await revoke(Owner, ownerId)).status).toBe(200);
    expect([(await read(path)).status, (await read(ownersPath)).status]).toEqual([404, 404]);
    expect([await addressAt(viewerId), (await Viewer.call('listCalendarFeeds')).body]).toMatchObject([
      null,
      [{ feed: null }],
    ]);
    const { body } = await Owner.call('listAudit', {
      query: { type: 'CalendarFeedRevoked', documentId: feed?._id ?? '' },
    });
    expect(body).toMatchObject([
      { actor: { email: 'admin@calendar-school.example' }, name: 'viewer@calendar-school.example' },
    ]);
    expect((await read((await issue(Viewer)).path)).status).toBe(200);
  });

  test('of a retried call is not shown again', async () => {
    const given = { body: { organizationId: school.organizationId }, headers: { 'Idempotency-Key': 'one-feed' } };
    const made = await school.staff.Viewer.call('issueCalendarFeed', given);
    const again = await school.staff.Viewer.call('issueCalendarFeed', given);
    expect([typeof made.body.address, again.body.address]).toEqual(['string', null]);
    expect((await read(pathOf(made.body.address))).status).toBe(200);
  });

  test('that nobody was given, and a damaged one, lead to nothing', async () => {
    const { path } = await issue(school.staff.Owner);
    const key = path.split('/')[3] ?? '';
    const last = key.endsWith('0') ? '1' : '0';
    for (const wrong of [
      'nobodys',
      '0'.repeat(80),
      key.slice(0, -1) + last,
      key.slice(0, -1),
      `${key}0`,
      'a'.repeat(5000),
    ]) {
      const answer = await read(`/api/calendar/${wrong}/interviews.ics`);
      expect([wrong.length, answer.status, answer.headers.get('cache-control')]).toEqual([
        wrong.length,
        404,
        'no-store',
      ]);
    }
  });

  test('ends with the membership, also for a person who becomes a member again', async () => {
    const email = 'leaves@calendar-school.example';
    await addStaff(server, school.organizationId, email, 'Viewer');
    const client = await signedIn(server, email, school.organizationId);
    const { path } = await issue(client);
    expect((await read(path)).status).toBe(200);
    const userId = (await client.call('getUser')).body._id;
    const body = { orgId: school.organizationId, userId };
    expect((await school.staff.Owner.call('removeMemberFromOrg', { body })).status).toBe(200);
    expect((await read(path)).status).toBe(404);
    const given = { body: { organizationId: school.organizationId } };
    expect((await client.call('issueCalendarFeed', given)).status).toBe(403);
    expect((await client.call('listCalendarFeeds')).body).toEqual([]);
    await addStaff(server, school.organizationId, email, 'Viewer');
    expect((await read(path)).status).toBe(404);
    const again = await signedIn(server, email, school.organizationId);
    expect((await again.call('listCalendarFeeds')).body).toMatchObject([{ feed: null }]);
    const { path: renewed } = await issue(again);
    const role = { ...body, role: 'Admin' } as const;
    expect((await school.staff.Owner.call('changeRoleInOrganization', { body: role })).status).toBe(200);
    expect([(await read(path)).status, (await read(renewed)).status]).toEqual([404, 200]);
  });

  test('shows one school only, whatever the request names', async () => {
    const other = await createSchool(server, 'other-calendar-school');
    const email = 'both@calendar-school.example';
    await addStaff(server, school.organizationId, email, 'Viewer');
    await addStaff(server, other.organizationId, email, 'Admin');
    const { applicationId } = await booked();
    const client = await signedIn(server, email, other.organizationId);
    const elsewhere = await issue(client, other);
    expect(await eventsAt(`${elsewhere.path}?organizationId=${school.organizationId}`)).toEqual(new Map());
    const here = await issue(client);
    expect(await eventOf(here.path, applicationId)).toBeDefined();
    expect((await client.call('listCalendarFeeds')).body.map(({ organizationName }) => organizationName)).toEqual([
      ...['School calendar-school', 'School other-calendar-school'],
    ]);
    const { status } = await other.staff.Owner.call('issueCalendarFeed', {
      body: { organizationId: school.organizationId },
    });
    expect(status).toBe(404);
  });

  test('can be read so many times a minute', async () => {
    const email = 'reads@calendar-school.example';
    await addStaff(server, school.organizationId, email, 'Viewer');
    const member = await signedIn(server, email, school.organizationId);
    const { path } = await issue(member);
    const most = QUOTAS.calendar.readsPerMinute;
    const answers = await Promise.all(Array.from({ length: most + 5 }, () => read(path)));
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(most);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(5);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    // The limit is the address's: others are not slowed, and neither is the one that replaces it.
    expect((await read((await issue(school.staff.Admin)).path)).status).toBe(200);
    expect((await read((await issue(member)).path)).status).toBe(200);
  });

  test('is in neither the log nor the history, which say who has one', async () => {
    const { path } = await issue(school.staff.Owner);
    const key = path.split('/')[3] ?? '';
    for (const shown of [path, path.toUpperCase(), `${path}/x`, `/api/calendar/${key}`]) await read(shown);
    await expect.poll(() => log.includes('/API/CALENDAR/[redacted]')).toBe(true);
    expect(log.toLowerCase()).not.toContain(key.slice(32));
    const { body } = await school.staff.Owner.call('listAudit', { query: { kind: 'calendarFeed' } });
    expect(body.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['CalendarFeedCreated', 'CalendarFeedRenewed', 'CalendarFeedRevoked']),
    );
    expect(JSON.stringify(body)).not.toContain(key.slice(32));
  });
});

describe('an interview in a calendar', () => {
  test('has a higher SEQUENCE after each change that calendars show, and no other', async () => {
    const { applicationId } = await booked();
    const { staff, organizationId, batches } = school;
    const { path } = await issue(staff.Admin);
    const sequenceOf = async () => (await eventOf(path, applicationId))?.sequence ?? -1;
    let last = await sequenceOf();
    const [later, end, longer] = [inDays(4), inDays(4, 30), inDays(4, 60)];
    const changeBatch = (name: string) =>
      staff.Admin.call('changeBatch', { params: { id: batches.Open }, body: { name } });
    const changeZone = (timeZone: string) =>
      staff.Admin.call('changeOrganization', { params: { id: organizationId }, body: { timeZone } });
    const changes: readonly (readonly [object, () => Promise<unknown>])[] = [
      [{ times: [later, end] }, () => act(applicationId, detailsOf(later, end))],
      [{ times: [later, longer] }, () => act(applicationId, detailsOf(later, longer))],
      [
        { summary: 'Interview: Ada Byron (Open batch)' },
        () => act(applicationId, { type: 'SaveDetails', data: { values: { lastName: 'Byron' } } }),
      ],
      [{ summary: 'Interview: Ada Byron (June)' }, () => changeBatch('June')],
      [{ summary: 'Interview: Ada Byron (Open batch)' }, () => changeBatch('Open batch')],
      [{ times: [later, longer] }, () => changeZone('Europe/Dublin')],
      [{ times: [later, longer] }, () => changeZone('Asia/Manila')],
      [{ status: 'CANCELLED' }, () => act(applicationId, { type: 'ChangeStatus', data: { to: 'WITHDRAWN' } })],
      [
        { status: 'CONFIRMED' },
        () => act(applicationId, { type: 'ChangeStatus', data: { to: 'INTERVIEW SCHEDULED' } }),
      ],
    ];
    for (const [shown, change] of changes) {
      await change();
      const event = await eventOf(path, applicationId);
      expect(event).toMatchObject(shown);
      expect([shown, (event?.sequence ?? -1) > last]).toEqual([shown, true]);
      last = event?.sequence ?? -1;
    }
    await act(applicationId, { type: 'AddComment', data: { commentId: randomUUID(), message: 'Friendly' } });
    expect(await sequenceOf()).toBe(last);
  });

  test('stays CANCELLED for 14 days, also of an application that is removed, and without the erased name', async () => {
    const endings: readonly ApplicationCommand[] = [
      { type: 'ChangeStatus', data: { to: 'CANCELLED' } },
      { type: 'ErasePersonalData', data: {} },
      { type: 'Remove', data: {} },
    ];
    const { path } = await issue(school.staff.Owner);
    const standing = await booked(inDays(30));
    const ended: string[] = [];
    for (const ending of endings) {
      const { applicationId } = await booked(inDays(30));
      await act(applicationId, ending);
      ended.push(applicationId);
      const event = await eventOf(path, applicationId);
      expect([ending.type, event]).toEqual([ending.type, expect.objectContaining({ status: 'CANCELLED' })]);
      const isNamed = ending.type === 'ChangeStatus';
      expect([ending.type, event?.summary.includes('Lovelace')]).toEqual([ending.type, isNamed]);
    }
    const shownAfter = async (days: number) => {
      offset = days * DAY_MS;
      const events = await eventsAt(path);
      return ended.map((id) => events.get(uidOf(id))?.status);
    };
    expect(await shownAfter(13)).toEqual(['CANCELLED', 'CANCELLED', 'CANCELLED']);
    expect(await shownAfter(15)).toEqual([undefined, undefined, undefined]);
    expect(await eventOf(path, standing.applicationId)).toMatchObject({ status: 'CONFIRMED' });
    offset = (30 + LIMITS.calendarPastDays + 1) * DAY_MS;
    expect(await eventOf(path, standing.applicationId)).toBeUndefined();
    offset = 0;
  });

  test('goes with a transfer', async () => {
    const { applicationId, startsAt, endsAt } = await booked();
    const { path } = await issue(school.staff.Viewer);
    const batch = await school.staff.Admin.call('createBatch', {
      body: { name: 'July', status: 'Open', organizationId: school.organizationId },
    });
    const transferred = await school.staff.Admin.call('changeApplication', {
      params: { id: applicationId },
      body: { status: 'TRANSFERRED', transferBatchId: batch.body._id },
    });
    expect(await eventOf(path, applicationId)).toMatchObject({ status: 'CANCELLED' });
    expect(await eventOf(path, transferred.body.transferredTo ?? '')).toMatchObject({
      times: [startsAt, endsAt],
      summary: 'Interview: Ada Lovelace (July)',
      status: 'CONFIRMED',
    });
  });
});
