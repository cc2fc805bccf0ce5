import { createSecretKey, randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { SYSTEM } from '../../domain/access/actor.ts';
import { type ApplicationCommand, application } from '../../domain/application/application.ts';
import { NO_TRACKING } from '../../domain/application/events.ts';
import { organization } from '../../domain/organization/organization.ts';
import {
  CALENDLY_TOKEN,
  type CalendlyServer,
  startCalendlyServer,
  zoomAt,
} from '../../test/support/calendly-server.ts';
import {
  type CommandEnvironment,
  contextBy,
  must,
  openCommandEnvironment,
} from '../../test/support/command-environment.ts';
import { handle, load } from '../handling/handle.ts';
import { entriesFor, type Outcome, type Reaction } from '../outbox/reaction.ts';
import { createHttpClient } from '../outgoing/http-client.ts';
import { createSealedSecrets } from '../vault/sealed-secrets.ts';
import { createCalendly } from './calendly.ts';
import { createFetchInterviewReaction } from './fetch-interview-reaction.ts';

let server: CalendlyServer;
let environment: CommandEnvironment;
let reaction: Reaction;
let secrets: ReturnType<typeof createSealedSecrets>;
beforeAll(async () => {
  server = await startCalendlyServer();
  environment = await openCommandEnvironment();
  const masterKey = createSecretKey(randomBytes(32));
  secrets = createSealedSecrets({ vault: environment.vault, masterKey, now: Date.now });
  const http = createHttpClient({ isAllowed: () => true, bodyLimit: 65_536, timeoutMs: 300 });
  const calendly = createCalendly({ apiUrl: server.url, http, now: Date.now });
  reaction = createFetchInterviewReaction({ environment, secrets, calendly, apiUrl: server.url });
  const data = { name: 'School', slug: 'school', timeZone: 'UTC' };
  await must(handle(environment, organization, 'org', [{ type: 'CreateOrganization', data }], contextBy(SYSTEM)));
});
beforeEach(async () => {
  server.behave('well');
  await setToken(CALENDLY_TOKEN);
});
afterAll(async () => {
  await environment[Symbol.asyncDispose]();
  await server.close();
});

async function setToken(token: string | null): Promise<void> {
  const secretId = token === null ? null : randomUUID();
  if (secretId !== null && token !== null) await secrets.put(secretId, token, 'org');
  const command = { type: 'ChangeSecret', data: { name: 'calendlyAccessToken', secretId } } as const;
  await must(handle(environment, organization, 'org', [command], contextBy(SYSTEM)));
}

async function booked(eventUri: string) {
  const id = randomUUID();
  const act = (command: ApplicationCommand) => must(handle(environment, application, id, [command], contextBy(SYSTEM)));
  await act({
    type: 'SubmitApplication',
    data: {
      organizationId: 'org',
      batchId: 'batch',
      trackingNumber: 1,
      tracking: NO_TRACKING,
      userId: null,
      email: 'ada@example.com',
      values: {},
    },
  });
  const { appended } = await act({ type: 'ScheduleInterview', data: { eventUri, startsAt: null, joinUrl: null } });
  const entries = (await Promise.all(appended.map((event) => entriesFor(event, [reaction], Date.now())))).flat();
  const entry = entries[0];
  if (!entry) throw new Error('Nothing follows from it');
  return {
    act,
    entries: entries.length,
    carryOut: (tries = 0): Promise<Outcome> => reaction.carryOut({ ...entry, tries }, AbortSignal.any([])),
    state: async () => (await load(environment, application, id)).state,
  };
}

test('a booked interview gets its time and link, once', async () => {
  const interview = await booked(server.schedule('A1', zoomAt('2026-04-02T01:00:00Z', 'https://zoom.example/j/1')));
  expect(interview.entries).toBe(1);
  expect([await interview.carryOut(), await interview.carryOut()]).toEqual([
    { kind: 'delivered' },
    { kind: 'delivered' },
  ]);
  const known = { calendlyStartTime: '2026-04-02T01:00:00.000Z', calendlyJoinUrl: 'https://zoom.example/j/1' };
  expect(await interview.state()).toMatchObject(known);
  expect(server.asked.at(-1)).toEqual({ path: '/scheduled_events/A1', token: CALENDLY_TOKEN });
});

test('the time is recorded before the meeting has been set up, the link after', async () => {
  const zoom = zoomAt('2026-04-02T01:00:00Z', 'https://zoom.example/j/2');
  const location = { type: 'zoom', status: 'processing' };
  const interview = await booked(server.schedule('A2', { ...zoom, location }));
  expect(await interview.carryOut()).toEqual({ kind: 'retry', reason: 'meeting-pending' });
  expect(await interview.state()).toMatchObject({
    calendlyStartTime: '2026-04-02T01:00:00.000Z',
    calendlyJoinUrl: null,
  });
  server.schedule('A2', zoom);
  expect(await interview.carryOut(1)).toEqual({ kind: 'delivered' });
  expect(await interview.state()).toMatchObject({ calendlyJoinUrl: 'https://zoom.example/j/2' });
});

test('an end that Calendly moves is recorded', async () => {
  const zoomUntil = (end: string) => zoomAt('2026-04-02T01:00:00Z', 'https://zoom.example/j/9', end);
  const interview = await booked(server.schedule('A9', zoomUntil('2026-04-02T01:30:00Z')));
  await interview.carryOut();
  expect(await interview.state()).toMatchObject({ calendlyEndTime: '2026-04-02T01:30:00.000Z' });
  server.schedule('A9', zoomUntil('2026-04-02T02:00:00Z'));
  await interview.carryOut(1);
  expect(await interview.state()).toMatchObject({ calendlyEndTime: '2026-04-02T02:00:00.000Z' });
});

test('of two bookings the later one counts, in whichever order they are fetched', async () => {
  const interview = await booked(server.schedule('A3', zoomAt('2026-04-03T01:00:00Z', 'https://zoom.example/j/3')));
  const eventUri = server.schedule('A4', zoomAt('2026-04-04T01:00:00Z', 'https://zoom.example/j/4'));
  await interview.act({ type: 'ScheduleInterview', data: { eventUri, startsAt: null, joinUrl: null } });
  expect(await interview.carryOut()).toEqual({ kind: 'delivered' });
  expect(await interview.state()).toMatchObject({ calendlyStartTime: '2026-04-04T01:00:00.000Z' });
});

test('a refused token may be replaced; without one there is nothing to do', async () => {
  const interview = await booked(server.schedule('A5', zoomAt('2026-04-05T01:00:00Z', 'https://zoom.example/j/5')));
  await setToken('another');
  expect(await interview.carryOut()).toEqual({ kind: 'retry', reason: 'unauthorized' });
  await setToken(null);
  expect(await interview.carryOut()).toMatchObject({ kind: 'drop' });
  await setToken(CALENDLY_TOKEN);
  expect(await interview.carryOut()).toEqual({ kind: 'delivered' });
});

test('an event that Calendly does not know is fetched some more times, a canceled one not', async () => {
  const unknown = await booked('https://api.calendly.com/scheduled_events/NOBODY');
  const outcomes = await Promise.all([0, 1, 2, 3].map(unknown.carryOut));
  expect(outcomes.map(({ kind }) => kind)).toEqual(['retry', 'retry', 'retry', 'failed']);
  const zoom = zoomAt('2026-04-06T01:00:00Z', 'https://zoom.example/j/6');
  const canceled = await booked(server.schedule('A6', { ...zoom, status: 'canceled' }));
  expect(await canceled.carryOut()).toEqual({ kind: 'failed', reason: 'canceled' });
});

test('a busy Calendly is not called before its Retry-After', async () => {
  const interview = await booked(server.schedule('A7', zoomAt('2026-04-07T01:00:00Z', 'https://zoom.example/j/7')));
  server.behave({ status: 429, headers: { 'Retry-After': '40' } });
  expect(await interview.carryOut()).toEqual({ kind: 'retry', reason: 'HTTP 429', afterMs: 40_000 });
});

test('nothing is fetched for an erased person', async () => {
  const interview = await booked(server.schedule('A8', zoomAt('2026-04-08T01:00:00Z', 'https://zoom.example/j/8')));
  await interview.act({ type: 'ErasePersonalData', data: {} });
  expect(await interview.carryOut()).toMatchObject({ kind: 'drop' });
  expect(server.asked.some(({ path }) => path.endsWith('/A8'))).toBe(false);
});

test('an interview whose time is known causes no call', async () => {
  const id = randomUUID();
  const data = {
    organizationId: 'org',
    batchId: 'b',
    trackingNumber: 2,
    tracking: NO_TRACKING,
    userId: null,
    email: 'a@b.example',
    values: {},
  };
  const { appended } = await must(
    handle(
      environment,
      application,
      id,
      [
        { type: 'SubmitApplication', data },
        { type: 'ScheduleInterview', data: { eventUri: null, startsAt: '2026-04-08T01:00:00.000Z', joinUrl: null } },
      ],
      contextBy(SYSTEM),
    ),
  );
  expect(await Promise.all(appended.map((event) => entriesFor(event, [reaction], Date.now())))).toEqual(
    appended.map(() => []),
  );
});
