import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { boxOf, openDeliveryRecords } from '../../commands/webhook-delivery/records.ts';
import { PAYLOAD_SCHEMAS } from '../../domain/webhook/payload-schema.ts';
import { confirmed } from '../support/confirmation.ts';
import { emailsTo } from '../support/emails.ts';
import { createSchool, type School } from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import {
  ALL,
  apply,
  change,
  Deliveries,
  environment,
  HOUR,
  isSigned,
  messagesOf,
  read,
  secretsHeld,
  wake,
  webhookOf,
} from '../support/webhook-deliveries.ts';
import type { ReceivedEvent } from '../support/webhook-receiver.ts';

const deliveries = await Deliveries.start();
afterAll(() => deliveries.close());
const { server, receiver, now, createHook, at, arrived } = deliveries;

const metrics = async () => (await fetch(`${server.url}/metrics`)).text();
/** Failed attempts that are recorded, so that the next one has its time. */
const attemptsOf = async (school: School, id: string, status: number) =>
  (await messagesOf(school, id)).flatMap(({ attempts }) => attempts).filter((attempt) => attempt.status === status)
    .length;
const recordOf = async ({ running }: TestServer, webhookId: string) =>
  (await openDeliveryRecords(running.composition.environment.vault).messages.find({ box: boxOf(webhookId, 'waiting') }))
    .documents[0];

describe('published events', () => {
  test('arrive signed at webhooks that subscribe to them, in order, with the body of the feed', async () => {
    const school = await createSchool(server, 'delivering');
    const earlier = await apply(school);
    const hook = await createHook(school, 'all');
    await createHook(school, 'status', { eventTypes: ['StatusChanged'] });
    const id = await apply(school);
    await change(school, id, { status: 'INTERVIEW PENDING' });
    await change(school, id, { motivation: 'Machines' });
    await arrived('all', 3);
    const events = (await school.staff.Admin.call('pullEvents')).body.events;
    const expected = events.filter(({ data }) => data.applicationId !== earlier);
    expect(at('all').map(read)).toEqual(expected.map(({ id: _id, ...body }) => body));
    expect(at('all').map(({ headers }) => headers['webhook-id'])).toEqual(expected.map((event) => event.id));
    for (const event of at('all')) {
      expect(isSigned(event, hook.secret)).toBe(true);
      expect(event.headers['webhook-trigger']).toBe('scheduled');
      PAYLOAD_SCHEMAS.get(read(event).type)?.parse(read(event));
    }
    const published = (await school.staff.Admin.call('listEventTypes')).body;
    for (const event of [...at('all').map(read), ...published.map(({ example }) => example)]) {
      const schema = published.find(({ type }) => type === event.type)?.schema;
      expect(z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]).safeParse(event).error).toBeUndefined();
    }
    await arrived('status', 1);
    expect(at('status').map((event) => read(event).type)).toEqual(['StatusChanged']);
    const counted = async () =>
      Number(/intake_webhook_attempts_total\{outcome="delivered"\} (\d+)/.exec(await metrics())?.[1]);
    await expect.poll(counted).toBe(4);
  });

  test('that fail three times arrive afterwards in order, and hold up no other application', async () => {
    const school = await createSchool(server, 'failing-thrice');
    const { _id: hook } = await createHook(school, 'thrice');
    let failures = 0;
    const poisoned = new Set<string>();
    receiver.answerBy((event) => {
      const { applicationId } = read(event).data;
      if (!event.path.endsWith('/thrice') || !poisoned.has(applicationId) || failures === 3) return { status: 200 };
      failures += 1;
      return { status: 500, body: 'Not now' };
    });
    const bad = await apply(school);
    await arrived('thrice', 1);
    poisoned.add(bad);
    await change(school, bad, { status: 'INTERVIEW PENDING' });
    await change(school, bad, { motivation: 'One' });
    await change(school, bad, { motivation: 'Two' });
    const good = await apply(school);
    await expect.poll(() => at('thrice').some((event) => read(event).data.applicationId === good)).toBe(true);
    for (const seen of [1, 2, 3]) {
      await expect.poll(() => attemptsOf(school, hook, 500)).toBe(seen);
      // Past the longest of the first steps.
      deliveries.ahead += 3_600_000;
      await apply(school);
    }
    await expect
      .poll(() => at('thrice').filter((event) => read(event).data.applicationId === bad).length, { timeout: 20_000 })
      .toBe(7);
    const own = at('thrice').filter((event) => read(event).data.applicationId === bad);
    expect(own.map((event) => read(event).data.sequence)).toEqual([1, 2, 2, 2, 2, 3, 4]);
    const tried = own.filter((event) => read(event).data.sequence === 2);
    expect(new Set(tried.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(tried.map(({ headers }) => headers['webhook-attempt'])).toEqual(['1', '2', '3', '4']);
    expect(new Set(tried.map(({ headers }) => headers['webhook-timestamp'])).size).toBeGreaterThan(1);
    receiver.answerWith(200, '');
  });

  test('reach one webhook whatever another one answers, and are sent again only to the one that missed them', async () => {
    const school = await createSchool(server, 'side-by-side');
    const { Admin } = school.staff;
    await createHook(school, 'good');
    const { _id: id } = await createHook(school, 'bad');
    receiver.answerBy(({ path }) => ({ status: path.endsWith('/bad') ? 500 : 200 }));
    const application = await apply(school);
    await change(school, application, { status: 'INTERVIEW PENDING' });
    await change(school, application, { motivation: 'Machines' });
    await arrived('good', 3);
    const sequences = (path: string) => at(path).map((event) => read(event).data.sequence);
    expect(sequences('good')).toEqual([1, 2, 3]);
    await expect
      .poll(async () => (await messagesOf(school, id)).map(({ state }) => state))
      .toEqual(['queued', 'queued', 'waiting']);
    expect(sequences('bad')).toEqual([1]);
    receiver.answerWith(200, '');
    await Admin.call('replayWebhook', { params: { id }, body: {} });
    await expect
      .poll(async () => (await messagesOf(school, id)).map(({ state }) => state))
      .toEqual(['delivered', 'delivered', 'delivered']);
    expect([...new Set(sequences('bad'))]).toEqual([1, 2, 3]);
    expect(sequences('good')).toEqual([1, 2, 3]);
  });

  test('are tried again when the target asks for it, in seconds or at a date, within once and twice the step', async () => {
    const school = await createSchool(server, 'retry-after');
    const { _id: id } = await createHook(school, 'later');
    let retryAfter = '';
    receiver.answerBy(({ path }) =>
      path.endsWith('/later') ? { status: 503, headers: { 'retry-after': retryAfter } } : { status: 200 },
    );
    const whole = Math.floor(now() / 1000) * 1000;
    deliveries.ahead += whole - now();
    // The first step is 5 s, 20 % more or less.
    for (const [given, least, most] of [
      ['8', 8000, 8000],
      [new Date(now() + 9000).toUTCString(), 9000, 9000],
      ['999999999', 10_000, 10_000],
      ['Fri, 31 Dec 9999 23:59:59 GMT', 10_000, 10_000],
      ['9e99', 4000, 6000],
      ['-5', 4000, 6000],
      ['Thu, 01 Jan 1970 00:00:00 GMT', 4000, 6000],
    ] as const) {
      retryAfter = given;
      const applicationId = await apply(school);
      const dueIn = async () => {
        const message = (await messagesOf(school, id)).find((one) => one.applicationId === applicationId);
        return message?.nextTryAt ? Date.parse(message.nextTryAt) - now() : null;
      };
      await expect.poll(dueIn, { message: given }).not.toBeNull();
      const ms = (await dueIn()) ?? 0;
      expect([given, ms >= least, ms <= most]).toEqual([given, true, true]);
    }
    receiver.answerWith(200, '');
  });

  test('have the chosen form: a chat message, only some batches, and erasures for everyone', async () => {
    const school = await createSchool(server, 'forms');
    const { batches } = school;
    await createHook(school, 'slack', { format: 'chat', chatForm: 'text', chatText: 'New: {{firstName}} <!here>' });
    await createHook(school, 'discord', { format: 'chat', eventTypes: ['ApplicationSubmitted'] });
    await createHook(school, 'elsewhere', { batchIds: [batches.Draft] });
    const id = await apply(school, { firstName: '@everyone' });
    await arrived('slack', 1);
    await arrived('discord', 1);
    expect(at('slack').map(read)).toEqual([{ text: expect.stringMatching(/^New: \W*@\W+everyone <!here>$/) }]);
    expect(at('discord').map(read)).toMatchObject([{ allowed_mentions: { parse: [] } }]);
    await school.staff.Owner.call('erasePerson', { body: { applicationId: id } });
    await arrived('elsewhere', 1);
    expect(at('elsewhere').map((event) => read(event).type)).toEqual(['applicant.erased']);
  });

  test('are signed with both secrets for a day after a rotation, and with a new one at a new host', async () => {
    const school = await createSchool(server, 'rotating');
    const { Admin } = school.staff;
    const { _id: id, secret: first } = await createHook(school, 'rotated');
    const { secret: second } = (await Admin.call('rotateWebhookSecret', { params: { id } })).body;
    await apply(school);
    await arrived('rotated', 1);
    expect([first, second].map((secret) => isSigned(at('rotated')[0] as ReceivedEvent, secret))).toEqual([true, true]);
    deliveries.ahead += 24 * HOUR;
    await apply(school);
    await arrived('rotated', 2);
    expect([first, second].map((secret) => isSigned(at('rotated')[1] as ReceivedEvent, secret))).toEqual([false, true]);
    const targetUrl = `${receiver.url.replace('127.0.0.1', 'localhost')}/rotated`;
    await confirmed(Admin);
    const { secret: third } = (await Admin.call('changeWebhook', { params: { id }, body: { targetUrl } })).body;
    expect(third).toMatch(/^whsec_/);
    await apply(school);
    await arrived('rotated', 3);
    expect([second, third].map((secret) => isSigned(at('rotated')[2] as ReceivedEvent, secret))).toEqual([false, true]);
  });

  test('are signed with each secret of the last day if it is rotated more than once', async () => {
    const school = await createSchool(server, 'rotating-twice');
    const { Admin } = school.staff;
    const params = { id: '' };
    const created = await createHook(school, 'twice');
    params.id = created._id;
    // Two tabs: the service may get either of the new secrets, and has the first one meanwhile.
    const tabs = await Promise.all([1, 2].map(() => Admin.call('rotateWebhookSecret', { params })));
    const secrets = [created.secret, ...tabs.map(({ body }) => body.secret)];
    const signed = (event: ReceivedEvent | undefined) => secrets.map((secret) => event && isSigned(event, secret));
    let sent = 0;
    const newest = async () => {
      await apply(school);
      sent += 1;
      await arrived('twice', sent);
      return signed(at('twice').at(-1));
    };
    // A delivery that is under way may not know of the second one yet; the first secret verifies it.
    await expect.poll(newest).toEqual([true, true, true]);
    await Admin.call('endFormerSecret', { params });
    await expect.poll(async () => (await newest()).filter((isOne) => isOne)).toHaveLength(1);
    expect(signed(at('twice')[0])[0]).toBe(true);
    expect(await secretsHeld(server, params.id)).toBe(1);
  });

  test('are signed with the new secret alone as soon as staff end the former one', async () => {
    const school = await createSchool(server, 'leaking');
    const { Admin, Viewer } = school.staff;
    const { _id: id, secret: first, formerSecretUntil } = await createHook(school, 'leaked');
    expect(formerSecretUntil).toBeNull();
    const params = { id };
    const rotated = (await Admin.call('rotateWebhookSecret', { params })).body;
    expect(Date.parse(rotated.formerSecretUntil ?? '') - now()).toBe(24 * HOUR);
    expect((await Viewer.call('endFormerSecret', { params })).status).toBe(403);
    for (const _time of ['once', 'again']) {
      const { body } = await Admin.call('endFormerSecret', { params });
      expect(body).toMatchObject({ formerSecretUntil: null, secret: `••••${rotated.secret?.slice(-4)}` });
    }
    const { body: told } = await school.staff.Owner.call('listAudit', { query: { type: 'WebhookChanged' } });
    const until = rotated.formerSecretUntil;
    expect(told.map(({ changes }) => changes)).toEqual([
      [{ field: 'formerSecretUntil', before: until, after: null }],
      [{ field: 'formerSecretUntil', before: null, after: until }],
    ]);
    await apply(school);
    await arrived('leaked', 1);
    const [event] = at('leaked') as [ReceivedEvent];
    expect([first, rotated.secret].map((secret) => isSigned(event, secret))).toEqual([false, true]);
    expect(await secretsHeld(server, id)).toBe(1);
  });

  test('arrive after a restart, also those that failed before it', async () => {
    const own = await startTestServer({ environment, now });
    const school = await createSchool(own, 'restarting');
    const { _id: id } = await createHook(school, 'restarted');
    receiver.answerBy(({ path }) => ({ status: path.endsWith('/restarted') ? 500 : 200 }));
    const application = await apply(school);
    await change(school, application, { status: 'INTERVIEW PENDING' });
    await expect
      .poll(async () => (await messagesOf(school, id)).map(({ state }) => state))
      .toEqual(['queued', 'waiting']);
    const failingSince = async ({ running }: TestServer) =>
      (await openDeliveryRecords(running.composition.environment.vault).progress.get(id))?.failingSince;
    const since = await failingSince(own);
    expect(since).toBe(new Date(now()).toISOString());
    deliveries.ahead += HOUR;
    const failing = await own.restart();
    await arrived('restarted', 2);
    await expect.poll(async () => (await recordOf(failing, id))?.attempts.length).toBe(2);
    expect(await failingSince(failing)).toBe(since);
    receiver.answerWith(200, '');
    deliveries.ahead += HOUR;
    const before = at('restarted').length;
    const again = await failing.restart();
    await arrived('restarted', before + 2);
    expect(
      at('restarted')
        .slice(before)
        .map((event) => read(event).data.sequence),
    ).toEqual([1, 2]);
    await again.close();
  });

  test('that are being sent again at a stop are sent after the restart', async () => {
    const own = await startTestServer({ environment, now });
    const school = await createSchool(own, 'stopped');
    const ids = [await apply(school), await apply(school)];
    const { _id: id } = await createHook(school, 'stopped');
    receiver.answerBy(({ path }) => (path.endsWith('/stopped') ? new Promise(() => {}) : { status: 200 }));
    await school.staff.Admin.call('replayWebhook', { params: { id }, body: {} });
    await arrived('stopped', ids.length);
    receiver.answerWith(200, '');
    const again = await own.restart();
    await arrived('stopped', 2 * ids.length);
    const sentAgain = at('stopped').slice(ids.length);
    expect(sentAgain.map((event) => read(event).data.applicationId).toSorted()).toEqual(ids.toSorted());
    await again.close();
  });
});

describe('a webhook whose target fails', () => {
  const isOwn = (path: string) => (event: ReceivedEvent) => event.path.endsWith(`/${path}`);
  const failing = (path: string, status = 503) =>
    receiver.answerBy((event) => (isOwn(path)(event) ? { status, body: 'down' } : { status: 200 }));

  test('is probed with one message at each step, warned of after four days, and disabled after five', async () => {
    const school = await createSchool(server, 'dying');
    const { Admin } = school.staff;
    const { _id: id } = await createHook(school, 'dying');
    failing('dying');
    const begun = 10;
    for (let n = 1; n <= begun; n += 1) {
      await apply(school);
      await expect.poll(async () => (await messagesOf(school, id)).map(({ tries }) => tries)).toEqual(Array(n).fill(1));
    }
    expect((await webhookOf(school, id)).health?.state).toBe('failing');
    // It is down now: later messages wait without an attempt.
    for (let n = 0; n < 2; n += 1) await apply(school);
    for (let step = 1; step <= 8; step += 1) {
      deliveries.ahead += 13 * HOUR;
      await wake(school);
      await expect.poll(() => attemptsOf(school, id, 503)).toBe(begun + step);
    }
    expect((await webhookOf(school, id)).standing).toBe('enabled');
    deliveries.ahead += 20 * HOUR;
    await wake(school);
    await expect.poll(async () => (await webhookOf(school, id)).standing).toBe('disabled');
    expect((await webhookOf(school, id)).health).toMatchObject({ state: 'disabled', reason: 'failing' });
    const mails = async () =>
      (await emailsTo(server.dataDir, 'owner@dying.example')).map((mail) => /^Subject: (.*)$/m.exec(mail)?.[1]?.trim());
    const subjects = ['is failing', 'is disabled'].map((what) => `The webhook dying of School dying ${what}`);
    await expect.poll(async () => (await mails()).toSorted()).toEqual(subjects.toReversed().toSorted());
    const { missed } = (await Admin.call('listWebhookReplays', { params: { id } })).body;
    const { body: told } = await school.staff.Owner.call('listAudit', { query: { kind: 'webhook' } });
    expect(told.map(({ type, actor }) => [type, actor.kind]).slice(0, 2)).toEqual([
      ['WebhookDisabled', 'system'],
      ['WebhookFailing', 'system'],
    ]);
    receiver.answerWith(200, '');
    const before = at('dying').length;
    await Admin.call('enableWebhook', { params: { id }, body: { missed: 'send' } });
    const { events } = (await Admin.call('pullEvents')).body;
    expect(missed).toBe(events.filter(({ type }) => ALL.includes(type)).length);
    await expect
      .poll(
        () =>
          new Set(
            at('dying')
              .slice(before)
              .map(({ headers }) => headers['webhook-id']),
          ).size,
        { timeout: 20_000 },
      )
      .toBe(missed);
    await expect
      .poll(async () => (await webhookOf(school, id)).health)
      .toMatchObject({ state: 'healthy', waiting: 0, parked: 0 });
  });

  test('says in the list and in its log by how much its clock differs', async () => {
    const school = await createSchool(server, 'late-clock');
    const { _id: id } = await createHook(school, 'late-clock');
    const late = { Date: new Date(now() - 7 * 60_000).toUTCString() };
    receiver.answerBy((event) => (isOwn('late-clock')(event) ? { status: 401, headers: late } : { status: 200 }));
    await apply(school);
    const words = expect.stringContaining('Its clock differs from ours by 7 minutes');
    await expect.poll(async () => (await webhookOf(school, id)).health?.advice).toEqual(words);
    expect((await messagesOf(school, id))[0]?.attempts[0]?.advice).toEqual(words);
  });

  test('is disabled at once by status 410 alone, and may then leave out what it missed', async () => {
    const school = await createSchool(server, 'gone');
    const { Admin } = school.staff;
    const { _id: id } = await createHook(school, 'gone');
    for (const status of [400, 401, 403, 404, 409, 422, 429]) {
      failing('gone', status);
      await apply(school);
      await expect.poll(async () => (await webhookOf(school, id)).health?.advice).toContain(String(status));
    }
    expect((await webhookOf(school, id)).standing).toBe('enabled');
    const refused = await messagesOf(school, id);
    expect(refused.map(({ state, nextTryAt }) => [state, nextTryAt === null])).toEqual(
      Array(7).fill(['waiting', false]),
    );
    failing('gone', 410);
    await apply(school);
    await expect.poll(async () => (await webhookOf(school, id)).standing).toBe('disabled');
    expect((await webhookOf(school, id)).health).toMatchObject({ reason: 'gone' });
    const { body: told } = await Admin.call('listAudit', { query: { kind: 'webhook', type: 'WebhookDisabled' } });
    expect(told[0]?.changes).toEqual([{ field: 'disabledBecause', before: null, after: 'gone' }]);
    receiver.answerWith(200, '');
    const count = at('gone').length;
    await Admin.call('enableWebhook', { params: { id }, body: { missed: 'skip' } });
    const later = await apply(school);
    await arrived('gone', count + 1);
    expect(
      at('gone')
        .slice(count)
        .map((event) => read(event).data.applicationId),
    ).toEqual([later]);
    expect((await webhookOf(school, id)).health?.state).toBe('healthy');
  });

  test('parks a message after eight attempts, goes on, and lets staff send it again or give it up', async () => {
    const school = await createSchool(server, 'parking');
    const { Admin } = school.staff;
    const { _id: id } = await createHook(school, 'parking');
    const poisoned = new Set<string>();
    receiver.answerBy((event) =>
      isOwn('parking')(event) && poisoned.has(read(event).data.applicationId)
        ? { status: 422, body: 'No such course', headers: { date: 'Thu, 01 Jan 2026 00:00:00 GMT' } }
        : { status: 200 },
    );
    const bad = await apply(school);
    await arrived('parking', 1);
    poisoned.add(bad);
    await change(school, bad, { status: 'INTERVIEW PENDING' });
    await change(school, bad, { motivation: 'Words' });
    const own = () => at('parking').filter((event) => read(event).data.applicationId === bad);
    await expect.poll(() => attemptsOf(school, id, 422)).toBe(1);
    await wake(school);
    const retrying = { state: 'retrying', waiting: 1, since: null, advice: expect.stringContaining('422') };
    await expect.poll(async () => (await webhookOf(school, id)).health).toMatchObject(retrying);
    for (let tries = 1; tries < 8; tries += 1) {
      await expect.poll(() => attemptsOf(school, id, 422)).toBe(tries);
      deliveries.ahead += 13 * HOUR;
      await wake(school);
    }
    // The message behind it is tried in its place.
    await expect.poll(() => own().length).toBeGreaterThanOrEqual(10);
    await expect.poll(async () => (await webhookOf(school, id)).health?.parked).toBe(1);
    const [parked] = await messagesOf(school, id, { state: 'parked' });
    const params = { id, number: String(parked?.number) };
    const { body: shown } = await Admin.call('getWebhookMessage', { params });
    expect(shown).toMatchObject({ state: 'parked', tries: 8, applicationId: bad });
    expect(shown.attempts[0]).toMatchObject({ status: 422, failure: 'status', response: 'No such course' });
    expect(shown.attempts[0]?.advice).toContain('clock differs');
    expect(JSON.parse(shown.body ?? '')).toMatchObject({ type: 'StatusChanged', data: { sequence: 2 } });
    poisoned.clear();
    const { body: again } = await Admin.call('redeliverWebhookMessage', { params });
    expect(again).toMatchObject({ state: 'delivered', tries: 8 });
    expect(again.attempts[0]).toMatchObject({ trigger: 'redelivery', failure: null });
    const redelivered = own().filter(({ headers }) => headers['webhook-trigger'] === 'redelivery');
    expect(redelivered.map(({ headers }) => headers['webhook-id'])).toEqual([shown.eventId]);
    expect(redelivered.map(({ headers }) => headers['webhook-attempt'])).toEqual(['9']);
    for (const event of own()) expect(PAYLOAD_SCHEMAS.get(read(event).type)?.parse(read(event))).toEqual(read(event));
    expect((await Admin.call('skipWebhookMessage', { params })).status).toBe(422);
    poisoned.add(bad);
    await change(school, bad, { motivation: 'Other words' });
    await expect.poll(async () => (await messagesOf(school, id))[0]?.state).toBe('waiting');
    const [waiting] = await messagesOf(school, id);
    const skipped = await Admin.call('skipWebhookMessage', { params: { id, number: String(waiting?.number) } });
    expect(skipped.body.state).toBe('skipped');
    receiver.answerWith(200, '');
  });

  test('leaves out a message that staff give up while it is being sent', async () => {
    const school = await createSchool(server, 'leaving');
    const { _id: id } = await createHook(school, 'leaving');
    failing('leaving');
    const slow = await apply(school);
    await change(school, slow, { status: 'INTERVIEW PENDING' });
    const states = async () => (await messagesOf(school, id)).map(({ state }) => state);
    await expect.poll(states).toEqual(['queued', 'waiting']);
    const { promise, resolve } = Promise.withResolvers<{ status: number }>();
    const isFirst = (event: ReceivedEvent) =>
      isOwn('leaving')(event) && read(event).data.applicationId === slow && read(event).data.sequence === 1;
    receiver.answerBy((event) => (isFirst(event) ? promise : { status: 200 }));
    deliveries.ahead += HOUR;
    await wake(school);
    await expect.poll(() => at('leaving').filter(isFirst).length).toBe(2);
    const [, first] = (await messagesOf(school, id)).filter(({ applicationId }) => applicationId === slow);
    const skipped = await school.staff.Admin.call('skipWebhookMessage', {
      params: { id, number: String(first?.number) },
    });
    expect(skipped.body.state).toBe('skipped');
    resolve({ status: 503 });
    await expect
      .poll(async () => (await messagesOf(school, id)).filter(({ applicationId }) => applicationId === slow))
      .toMatchObject([{ state: 'delivered' }, { state: 'skipped', attempts: [{ status: 503 }, { status: 503 }] }]);
  });
});
