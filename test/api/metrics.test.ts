import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { systemContext } from '../../commands/context/context.ts';
import { WrongExpectedRevision } from '../../commands/event-store/port.ts';
import { handle } from '../../commands/handling/handle.ts';
import { type OutboxEntry, openOutbox } from '../../commands/outbox/outbox.ts';
import { SYSTEM } from '../../domain/access/actor.ts';
import { registry } from '../../domain/registry/registry.ts';
import { describeRule, testRule } from '../support/adapters.ts';
import { applied, createSchool, freshEmail, PASSWORD, type School } from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const TOKEN = 'a-token-of-the-operators';
const ADDRESS_LIKE = /@|[\da-f]{8}-[\da-f]{4}-|\/api\/applications\/[\da-f]/i;

let server: TestServer;
let school: School;
beforeAll(async () => {
  server = await startTestServer({ environment: { METRICS_TOKEN: TOKEN } });
  school = await createSchool(server, 'metered-school');
});
afterAll(() => server.close());

/** Sets the Host header, which `fetch` does not allow. */
async function get(at: TestServer, path: string, headers: Record<string, string> = {}) {
  const asked = request(new URL(path, at.url), { headers, agent: false }).end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  return { status: answer.statusCode, type: answer.headers['content-type'], text: (await answer.toArray()).join('') };
}

const scrape = async () => (await get(server, '/metrics')).text;
const samplesOf = (text: string, name: string) =>
  Object.fromEntries(
    [...text.matchAll(new RegExp(`^${name}(?:\\{(.*)\\})? (\\S+)$`, 'gm'))].map(([, labels = '', value]) => [
      labels,
      Number(value),
    ]),
  );
const read = async (name: string, labels = '') => samplesOf(await scrape(), name)[labels] ?? 0;

describe('the figures', () => {
  test('exist from the start, so that the first of its kind is a rise; routes come as they are asked for', async () => {
    const fresh = await startTestServer();
    const text = await (await fetch(`${fresh.url}/metrics`)).text();
    const families = [...text.matchAll(/^# TYPE (intake_\w+) (\w+)$/gm)];
    const empty = families.flatMap(([, name = '', type]) => {
      const samples = samplesOf(text, type === 'histogram' ? `${name}_count` : name);
      return Object.keys(samples).length === 0 ? [name] : [];
    });
    expect(families.length).toBeGreaterThan(30);
    expect(empty).toEqual(['intake_http_request_duration_seconds']);
    await fresh.close();
  });

  testRule('count requests by the template of their route, whatever is asked for', async () => {
    const { applicationId: id } = await applied(server, school);
    const labels = 'method="GET",route="/api/applications/:id",status="200"';
    const name = 'intake_http_request_duration_seconds_count';
    const before = await read(name, labels);
    for (const _ of [1, 2, 3]) await school.staff.Owner.call('getApplication', { params: { id } });
    expect((await read(name, labels)) - before).toBe(3);

    const known = new Set(Object.keys(samplesOf(await scrape(), name)));
    for (let n = 0; n < 20; n += 1) {
      await get(server, `/api/guess-${n}`);
      await get(server, `/page-${n}`);
      await get(server, `/assets/${n}.js`);
    }
    const added = Object.keys(samplesOf(await scrape(), name)).filter((labels) => !known.has(labels));
    expect(added.sort()).toEqual([
      expect.stringContaining('route="(none)",status="404"'),
      ...added.slice(1).map(() => expect.stringContaining('route="(web)"')),
    ]);
    expect(added.length).toBeLessThanOrEqual(3);
  });

  testRule('name neither people nor organizations', async () => {
    const { email } = await applied(server, school);
    const text = await scrape();
    for (const secret of [email, school.slug, school.organizationId, school.batches.Open, TOKEN]) {
      expect(text).not.toContain(secret);
    }
    expect(text).not.toMatch(ADDRESS_LIKE);
  });

  testRule('count what was refused by its code, and only commands', async () => {
    const name = 'intake_commands_refused_total';
    const before = await read(name, 'code="forbidden"');
    const { Viewer } = school.staff;
    expect((await Viewer.call('createBatch', { body: { name: 'Another' } })).status).toBe(403);
    await Viewer.call('getApplication', { params: { id: crypto.randomUUID() } });
    expect((await read(name, 'code="forbidden"')) - before).toBe(1);
    expect(await read(name, 'code="not-found"')).toBe(0);
  });

  test('count and time what is appended, and what met another append', async () => {
    const { log, environment } = server.running.composition;
    const stored = 'outcome="stored"';
    const before = await read('intake_append_duration_seconds_count', stored);
    const events = await read('intake_events_appended_total');
    const { applicationId } = await applied(server, school);
    expect(await read('intake_append_duration_seconds_count', stored)).toBeGreaterThan(before);
    expect(await read('intake_append_duration_seconds_sum', stored)).toBeGreaterThan(0);
    expect(await read('intake_events_appended_total')).toBeGreaterThan(events);

    const stream = `application-${applicationId}`;
    const [first] = await log.readStream(stream);
    if (!first) throw new Error('Nothing was stored');
    const commandId = crypto.randomUUID();
    const another = { ...first.metadata, actor: SYSTEM, at: new Date(environment.now()).toISOString(), commandId };
    await expect(log.append(stream, undefined, [first], another)).rejects.toThrow(WrongExpectedRevision);
    expect(await read('intake_append_duration_seconds_count', 'outcome="conflict"')).toBe(1);
  });

  testRule('count commands by their type and outcome, those of reactions included', async () => {
    const name = 'intake_commands_total';
    const before = samplesOf(await scrape(), name);
    await applied(server, school);
    await vi.waitFor(async () => {
      const after = samplesOf(await scrape(), name);
      const risen = Object.keys(after).filter((labels) => (after[labels] ?? 0) > (before[labels] ?? 0));
      expect(risen).toEqual(
        expect.arrayContaining([
          'category="application",type="SubmitApplication",outcome="accepted"',
          'category="application",type="RecordEmailOutcome",outcome="accepted"',
        ]),
      );
      // No request creates a new series.
      expect(Object.keys(after)).toEqual(Object.keys(before));
    });
  });

  testRule('count commands that a rule refused', async () => {
    const name = 'intake_commands_total';
    const { environment } = server.running.composition;
    const labels = 'category="registry",type="TakeName",outcome="refused"';
    const before = await read(name, labels);
    const take = (ownerId: string) =>
      ({ type: 'TakeName', data: { scope: 'batchSlug', name: 'taken', ownerId } }) as const;
    const id = crypto.randomUUID();
    expect((await handle(environment, registry, id, [take('one')], systemContext(Date.now()))).ok).toBe(true);
    expect((await handle(environment, registry, id, [take('another')], systemContext(Date.now()))).ok).toBe(false);
    expect(await read(name, labels)).toBe(before + 1);
  });

  test('time the vault and the files', async () => {
    const labels = 'operation="get",outcome="done"';
    const name = 'intake_vault_duration_seconds_count';
    const before = await read(name, labels);
    await school.staff.Owner.call('listSessions');
    expect(await read(name, labels)).toBeGreaterThan(before);

    const { files } = server.running.composition.environment;
    const id = crypto.randomUUID();
    await files.put(id, Buffer.from('a file'));
    await expect(files.get('../no id')).rejects.toThrow(TypeError);
    const text = await scrape();
    expect(samplesOf(text, 'intake_files_duration_seconds_count')).toMatchObject({
      'operation="put",outcome="done"': 1,
      'operation="get",outcome="failed"': 1,
    });
    await files.delete(id);
  });

  test('show how much is stored, and how much space is left', async () => {
    const text = await scrape();
    const parts = samplesOf(text, 'intake_storage_bytes');
    expect(Object.keys(parts).sort()).toEqual(
      ['events', 'files', 'outbox', 'read-models', 'vault'].map((part) => `part="${part}"`),
    );
    for (const part of ['events', 'read-models', 'vault']) expect(parts[`part="${part}"`], part).toBeGreaterThan(0);
    const labels = 'disk="data-directory"';
    const size = samplesOf(text, 'intake_disk_size_bytes')[labels] ?? 0;
    expect(size).toBeGreaterThan(0);
    expect(samplesOf(text, 'intake_disk_free_bytes')[labels]).toBeLessThanOrEqual(size);
  });

  test('show the positions of the log and of each read model', async () => {
    await applied(server, school);
    const { engine } = server.running.composition;
    // Reactions to the application, such as its email, may still append events.
    await vi.waitFor(
      async () => {
        const { head, projections } = await engine.status();
        const text = await scrape();
        expect(samplesOf(text, 'intake_event_store_head')['']).toBe(Number(head));
        expect(samplesOf(text, 'intake_read_models_ready')['']).toBe(1);
        expect(Object.keys(samplesOf(text, 'intake_projection_lag'))).toEqual(
          projections.map(({ name }) => `projection="${name}"`),
        );
        for (const { name } of projections) {
          expect(samplesOf(text, 'intake_projection_position')[`projection="${name}"`]).toBe(Number(head));
          expect(samplesOf(text, 'intake_projection_state')[`projection="${name}",state="live"`]).toBe(1);
        }
      },
      { timeout: 20_000 },
    );
  });

  test('show an email whose sending has begun, for it may not arrive', async () => {
    const outbox = openOutbox(server.running.composition.environment.vault);
    const [now, hour] = [Date.now(), 3_600_000];
    const entry: OutboxEntry = {
      _id: 'begun',
      reaction: 'none',
      eventId: 'begun',
      stream: 'application-begun',
      revision: 0,
      organizationId: null,
      correlationId: 'begun',
      lane: 'mail',
      laneKind: 'mail',
      createdAt: new Date(now - 2 * hour).toISOString(),
      dueAt: new Date(now - hour).toISOString(),
      state: 'sending',
      tries: 1,
      nextTryAt: new Date(now + hour).toISOString(),
      reason: null,
    };
    await outbox.insert(entry);
    try {
      await vi.waitUntil(
        async () => (await read('intake_outbox_entries', 'lane="mail",state="sending"')) === 1,
        20_000,
      );
      const oldest = await read('intake_outbox_oldest_open_seconds', 'lane="mail"');
      expect([oldest >= 3600, oldest < 7200]).toEqual([true, true]);
    } finally {
      await outbox.delete(entry._id);
    }
  });

  test('show how late each lane is, and call none unattended that waits for its turn or its target', async () => {
    const outbox = openOutbox(server.running.composition.environment.vault);
    const [now, hour] = [Date.now(), 3_600_000];
    const at = (milliseconds: number) => new Date(now + milliseconds).toISOString();
    const ofNobody = (id: string): Omit<OutboxEntry, 'state' | 'nextTryAt'> => ({
      _id: id,
      reaction: 'none',
      eventId: id,
      stream: 'application-begun',
      revision: 0,
      organizationId: null,
      correlationId: id,
      lane: 'school-mail:late',
      laneKind: 'school-mail',
      createdAt: at(-hour),
      dueAt: at(-hour),
      tries: 1,
      reason: null,
    });
    const read3 = async () => {
      const text = await scrape();
      const seconds = (name: string, lane: string) =>
        samplesOf(text, `intake_outbox_${name}_seconds`)[`lane="${lane}"`] ?? 0;
      return {
        late: seconds('oldest_open', 'school-mail'),
        overdue: seconds('overdue', 'school-mail'),
        mail: seconds('oldest_open', 'mail'),
      };
    };
    await vi.waitUntil(async () => (await read3()).mail === 0, 20_000);
    const scheduled = { ...ofNobody('scheduled'), lane: 'mail', laneKind: 'mail', dueAt: at(hour), tries: 0 } as const;
    await outbox.insert({ ...scheduled, state: 'pending', nextTryAt: at(hour) });
    // A spam filter refused the text, or an attachment is missing.
    const refused = { ...scheduled, _id: 'refused', dueAt: at(-hour), tries: 1, fault: 'message' } as const;
    await outbox.insert({ ...refused, state: 'pending', nextTryAt: at(hour) });
    try {
      await vi.waitFor(async () => {
        // The claim of a dead process. The server's reactions may take it before it is counted.
        await outbox.delete('lost');
        await outbox.insert({ ...ofNobody('lost'), state: 'sending', nextTryAt: at(-60_000) });
        expect(await read3()).toEqual({ late: expect.closeTo(3600, -2), overdue: expect.closeTo(60, -2), mail: 0 });
      }, 20_000);
      await outbox.insert({ ...ofNobody('tried'), state: 'sending', nextTryAt: at(hour) });
      expect(await read3()).toMatchObject({ late: expect.closeTo(3600, -2), overdue: 0 });
    } finally {
      for (const id of ['scheduled', 'refused', 'lost', 'tried']) await outbox.delete(id);
    }
  });

  test('show what waits in the outbox and what became of emails', async () => {
    const before = await read('intake_mails_total', 'outcome="delivered",service="portal"');
    await applied(server, school);
    await vi.waitUntil(
      async () => (await read('intake_mails_total', 'outcome="delivered",service="portal"')) > before,
      20_000,
    );
    await vi.waitUntil(async () => (await read('intake_outbox_entries', 'lane="mail",state="pending"')) === 0, 20_000);
    await vi.waitUntil(async () => (await read('intake_outbox_oldest_open_seconds', 'lane="mail"')) === 0, 20_000);
    expect(await read('intake_mails_total', 'outcome="failed",service="portal"')).toBe(0);
  });

  testRule('count whom a rate limit turned away, by the limit of an account or of an address', async () => {
    const name = 'intake_rate_limited_total';
    const before = samplesOf(await scrape(), name);
    const body = { email: freshEmail(), password: PASSWORD };
    for (let n = 0; n < 12; n += 1) await server.client().call('login', { body });
    const params = { id: school.organizationId };
    for (let n = 0; n < 12; n += 1) await school.staff.Owner.call('verifyDomain', { params });
    expect(await read('intake_commands_refused_total', 'code="too-many-requests"')).toBeGreaterThanOrEqual(4);
    const { attempts } = server.running.composition.environment;
    const address = '192.0.2.1';
    while (await attempts.admitUpload(address));
    while (await attempts.admitGuess({ account: crypto.randomUUID(), address }));
    for (const [owner, by] of [
      ['uploads:nobody', 'account'],
      ['bulk:nobody', 'account'],
      ['mails:nobody', 'account'],
    ] as const)
      await attempts.admitToday(owner, { amount: 2, limit: 1, by });
    const after = samplesOf(await scrape(), name);
    const risen = Object.fromEntries(
      Object.entries(after).flatMap(([labels, n]) => {
        const more = n - (before[labels] ?? 0);
        return more > 0 ? [[labels, more]] : [];
      }),
    );
    expect(risen).toEqual({
      'kind="sign-in",by="account"': 2,
      'kind="sign-in",by="address"': 1,
      'kind="domain",by="account"': 2,
      'kind="upload",by="address"': 1,
      'kind="upload",by="account"': 1,
      'kind="bulk",by="account"': 1,
      'kind="mail",by="account"': 1,
    });
  });

  test('say what runs here and how the process does', async () => {
    const text = await scrape();
    expect(text).toMatch(
      /^intake_build_info\{version="[\d.]+",role="all",events="\w+",documents="\w+",mail="files"\} 1$/m,
    );
    for (const name of [
      'process_resident_memory_bytes',
      'nodejs_eventloop_lag_p99_seconds',
      'nodejs_gc_duration_seconds',
    ]) {
      expect(text).toContain(`# TYPE ${name} `);
    }
    expect(samplesOf(text, 'intake_leading')).toEqual({ '': 1 });
    for (const failed of Object.values(samplesOf(text, 'intake_scrape_failed'))) expect(failed).toBe(0);
  });
});

describeRule('who may read them', () => {
  const statusOf = async (headers: Record<string, string>, at = server) => (await get(at, '/metrics', headers)).status;

  test('this very machine, in the text format of Prometheus', async () => {
    const { status, type } = await get(server, '/metrics');
    expect([status, type]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
  });

  test('no client behind a proxy, trusted or not, whatever its headers say', async () => {
    const trusting = await startTestServer({ environment: { METRICS_TOKEN: TOKEN, TRUST_PROXY: 'loopback' } });
    for (const at of [server, trusting]) {
      const proxied: readonly Record<string, string>[] = [
        { 'X-Forwarded-For': '203.0.113.9' },
        { 'X-Forwarded-For': '127.0.0.1' },
        { 'X-Forwarded-For': '127.0.0.1, 203.0.113.9' },
        { 'X-Forwarded-Host': 'localhost' },
        { 'X-Forwarded-Proto': 'https' },
        { Forwarded: 'for=127.0.0.1' },
        { 'X-Real-IP': '203.0.113.9' },
        { Via: '1.1 proxy' },
        { 'CF-Ray': '8a1b2c3d4e5f-FRA' },
        { 'X-Envoy-External-Address': '203.0.113.9' },
        { 'Ngrok-Auth-User-Email': 'visitor@example.org' },
        { 'Fly-Client-IP': '203.0.113.9' },
        { 'Client-IP': '203.0.113.9' },
        { Host: 'portal.example' },
      ];
      for (const headers of proxied) {
        expect(await statusOf(headers, at), JSON.stringify(headers)).toBe(401);
        const bearer = { ...headers, Authorization: `Bearer ${TOKEN}` };
        expect(await statusOf(bearer, at), JSON.stringify(headers)).toBe(200);
      }
    }
    await trusting.close();
  });

  test('elsewhere only the exact token', async () => {
    const from = { 'X-Forwarded-For': '203.0.113.9' };
    for (const wrong of [
      `Bearer ${TOKEN}x`,
      `Bearer ${TOKEN.slice(1)}`,
      'Bearer ',
      `Basic ${TOKEN}`,
      TOKEN,
      'Bearer x',
    ]) {
      expect(await statusOf({ ...from, Authorization: wrong }), wrong).toBe(401);
    }
    const cookie = [...school.staff.Owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    expect(await statusOf({ ...from, Cookie: cookie })).toBe(401);
  });

  test('without a token in the configuration none is right', async () => {
    const closed = await startTestServer();
    for (const Authorization of ['Bearer undefined', 'Bearer ', `Bearer ${TOKEN}`]) {
      expect(await statusOf({ 'X-Forwarded-For': '203.0.113.9', Authorization }, closed)).toBe(401);
    }
    await closed.close();
  });
});
