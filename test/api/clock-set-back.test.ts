import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOperator } from '../../api/operator/operations.ts';
import { ATTEMPTS_PER_ACCOUNT } from '../../commands/user/attempt-limits.ts';
import { emailsTo } from '../support/emails.ts';
import { type Applied, applied, createSchool, freshEmail, PASSWORD, type School } from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('a clock that is set back by an hour while the server runs', () => {
  let ahead = 0;
  let server: TestServer;
  let school: School;
  let early: Applied;
  let locked: Applied;
  const logIn = async (email: string, password: string) =>
    (await server.client().call('login', { body: { email, password } })).status;

  beforeAll(async () => {
    server = await startTestServer({ now: () => Date.now() + ahead });
    school = await createSchool(server, 'clock-school');
    early = await applied(server, school);
    locked = await applied(server, school);
    for (let guess = 0; guess < ATTEMPTS_PER_ACCOUNT; guess += 1) await logIn(locked.email, 'a wrong password');
    expect(await logIn(locked.email, PASSWORD)).toBe(429);
    ahead = -HOUR;
  });
  afterAll(() => server.close());

  const changeStatus = async (id: string, status: string) => {
    const { Owner } = school.staff;
    const { version } = (await Owner.call('getApplication', { params: { id } })).body;
    return Owner.call('changeApplication', { params: { id }, body: { version, status } });
  };
  const storedTimes = async (id: string) => {
    const events = await server.running.composition.log.readStream(`application-${id}`);
    return events.map(({ at }) => at);
  };

  test('ends no session, and accepts writes', async () => {
    expect((await early.client.call('getApplication', { params: { id: early.applicationId } })).status).toBe(200);
    const changed = await changeStatus(early.applicationId, 'INTERVIEW PENDING');
    expect(changed.body).toMatchObject({ status: 'INTERVIEW PENDING' });
    const { client } = await applied(server, school);
    expect((await client.call('getUser', {})).status).toBe(200);
  });

  test('leaves each history in its order', async () => {
    const times = await storedTimes(early.applicationId);
    expect(times).toEqual(times.toSorted());
    const { body } = await school.staff.Owner.call('getApplicationHistory', { params: { id: early.applicationId } });
    const told = body.map(({ type }) => type).filter((type) => type !== 'EmailDelivered');
    expect(told).toEqual(['ApplicationSubmitted', 'UserLinked', 'StatusChanged']);
  });

  test('delays no email that is requested afterwards', async () => {
    const email = freshEmail();
    const body = {
      batchId: school.batches.Open,
      email,
      firstName: 'Ada',
      lastName: 'Lovelace',
      phoneNumber: '5550100',
    };
    await server.client().call('submitApplication', { body });
    await expect.poll(() => emailsTo(server.dataDir, email)).toHaveLength(1);
  });

  test('lets a person who had guessed too often in again, not an hour later than else', async () => {
    expect(await logIn(locked.email, PASSWORD)).toBe(200);
  });

  test('harms no start and no log: everything verifies, and people go on', async () => {
    server = await server.restart();
    const verified = await createOperator(server.running.composition)('verify', {}, () => {});
    expect(verified).toMatchObject({ isSound: true, areReadModelsCompared: true });
    expect(await logIn(early.email, PASSWORD)).toBe(200);
    ahead = 0;
    expect(await logIn(early.email, PASSWORD)).toBe(200);
  });
});
