import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Composition } from '../../api/composition/composition.ts';
import { DEMO_APPLICANT, DEMO_PASSWORD } from '../../api/operator/demo/school.ts';
import { startServer } from '../../api/server.ts';
import { openOutbox } from '../../commands/outbox/outbox.ts';
import { describeEmbedded } from '../support/adapters.ts';
import { type Client, createClient } from '../support/client.ts';
import { startEventStoreDouble } from '../support/eventstore-double.ts';
import { type Installation, installationIn, newInstallation, PASSPHRASE } from '../support/installation.ts';

const APPLICATIONS = 15;
/** Timeout on a busy machine. */
const LONG = 240_000;
const FILE_ID = 'f0e1d2c3-a-file';

const eventLines = (text: string) => text.split('\n').filter((line) => line.startsWith('{"stream":'));

describeEmbedded('moving house', () => {
  let home: string;
  let source: Installation;
  let exported: string;
  let untouched: Installation;
  const installations: Installation[] = [];
  const newTarget = async (environment: Record<string, string> = {}) => {
    const target = await newInstallation(environment);
    installations.push(target);
    return target;
  };
  const inHome = (name: string) => join(home, name);
  const verified = (target: Installation) => target.operate<{ isSound: boolean; events: number }>('verify');
  const changed = async (name: string, change: (lines: string[]) => string[]) => {
    const lines = (await readFile(exported, 'utf8')).split('\n');
    await writeFile(inHome(name), change(lines).join('\n'));
    return inHome(name);
  };

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'intake-moving-'));
    source = await newTarget();
    untouched = await newTarget();
    await source.operate('demo', { applications: APPLICATIONS });
    await withServer(source, async (client) => {
      await client.call('signup', { body: { email: 'new@bagwis.example', password: 'a-long-and-quiet-night' } });
      await vi.waitUntil(async () => (await emailsOf(source)).length === 1, { timeout: 20_000 });
    });
    await source.during(async ({ stores, reactions, environment }) => {
      await stores.files.put(FILE_ID, Buffer.from('a picture'));
      await environment.secrets.put('a-secret', 'SG.secret-of-the-school', 'org');
      // Old enough that the outbox has dropped the sent email.
      const outbox = openOutbox(stores.vault);
      for (const { _id } of (await outbox.find({})).documents) await outbox.delete(_id);
      // This email stays in the outbox, because no server runs.
      await reactions.ask({ reaction: 'passwordReset', lane: 'mail', stream: 'user-nobody', delayMs: 0 }, {
        commandId: 'asked',
        organizationId: null,
        correlationId: 'asked',
      } as never);
    });
    exported = inHome('all.ndjson');
    await source.operate('events export', { file: exported, passphrase: PASSPHRASE });
  }, LONG);
  afterAll(async () => {
    for (const { directory } of installations) await rm(directory, { recursive: true, force: true });
    await rm(home, { recursive: true, force: true });
  });

  test(
    'to EventStoreDB and back, under other master keys, leaves the log exactly as it was',
    async () => {
      await using server = await startServerDouble();
      const there = await newTarget({ EVENTSTORE_URL: server.url, MASTER_KEY: randomBytes(32).toString('base64') });
      const back = await newTarget();
      const moved = await there.import(exported);
      expect(moved.events).toBeGreaterThan(100);
      expect(moved).toMatchObject({ standing: 0, belongings: { files: 1 } });
      expect(await verified(there)).toMatchObject({ isSound: true, events: moved.events });

      await there.operate('events export', { file: inHome('there.ndjson'), passphrase: PASSPHRASE });
      expect(await back.import(inHome('there.ndjson'))).toMatchObject({ events: moved.events, digest: moved.digest });
      expect(await verified(back)).toMatchObject({ isSound: true, events: moved.events });
      await back.operate('events export', { file: inHome('back.ndjson'), passphrase: null });

      const lines = eventLines(await readFile(exported, 'utf8'));
      expect(lines).toHaveLength(moved.events);
      expect(eventLines(await readFile(inHome('there.ndjson'), 'utf8'))).toEqual(lines);
      expect(eventLines(await readFile(inHome('back.ndjson'), 'utf8'))).toEqual(lines);
    },
    LONG,
  );

  test('people sign in with their passwords, read their data, and get no email of the past', async () => {
    const target = await newTarget();
    // The reactions already have a checkpoint in the empty log.
    await withServer(target, async () => {});
    await target.import(exported);
    await withServer(target, async (client, { stores, environment }) => {
      const login = await client.call('login', { body: { email: DEMO_APPLICANT, password: DEMO_PASSWORD } });
      expect(login).toMatchObject({ status: 200, body: { email: DEMO_APPLICANT } });
      expect(await stores.files.get(FILE_ID)).toEqual(Buffer.from('a picture'));
      expect(await environment.secrets.get('a-secret')).toBe('SG.secret-of-the-school');
      await client.call('signup', { body: { email: 'later@bagwis.example', password: 'a-long-and-quiet-night' } });
      await vi.waitUntil(async () => (await emailsOf(target)).length > 0, { timeout: 20_000 });
      const { documents } = await openOutbox(stores.vault).find({});
      const ofNow = expect.stringMatching(/pending|sending|settling|delivered/);
      expect(documents.map(({ reaction, state }) => [reaction, state]).toSorted()).toEqual([
        // This client has no cookie that the browser would have.
        ['newDevice', ofNow],
        ['passwordReset', 'dropped'],
        ['verifyEmail', ofNow],
      ]);
    });
  });

  test('the same file again changes nothing; another log is refused', async () => {
    const target = await newTarget();
    await target.import(exported);
    const head = await target.head();
    expect(await target.import(exported)).toMatchObject({ standing: Number(head), belongings: null });

    const other = await newTarget();
    await other.operate('organization create', {
      name: 'Night School',
      slug: 'night-school',
      ownerEmail: 'ann@night.example',
      ownerPassword: null,
      timeZone: 'UTC',
    });
    const before = await other.head();
    await expect(other.import(exported)).rejects.toThrow(/^The log here is a different one: at event 1 of all\.ndjson/);
    expect(await other.head()).toBe(before);
    await other.operate('events export', { file: inHome('other.ndjson'), passphrase: PASSPHRASE });
    await expect(target.import(inHome('other.ndjson'))).rejects.toThrow('The log here is a different one');
  });

  test('a log that has gone on is refused, as its file is too short', async () => {
    const target = await newTarget();
    await target.import(exported);
    await target.operate('user grant-creator', { email: DEMO_APPLICANT });
    await expect(target.import(exported)).rejects.toThrow('holds events that are not in all.ndjson');
    await target.operate('events export', { file: inHome('longer.ndjson'), passphrase: PASSPHRASE });
    // The source's log is a prefix of it.
    const { standing, events } = await (await newTargetAsSource()).import(inHome('longer.ndjson'));
    expect(events).toBe(standing + 1);
  });

  const newTargetAsSource = async () => {
    const target = await newTarget();
    await target.import(exported);
    return target;
  };

  const flipped = (line: string, from: string, to: string) => {
    expect(line).toContain(from);
    return line.replace(from, to);
  };
  test.each<[string, (lines: string[]) => string[], RegExp]>([
    [
      'a file that is cut off within a line',
      (lines) => [...lines.slice(0, 40), '{"stream":"us'],
      /line 41: is cut off$/,
    ],
    ['a file that is cut off between lines', (lines) => [...lines.slice(0, 40), ''], /line 40: is the last one/],
    [
      'a file whose vault is cut off',
      (lines) => [...lines.slice(0, -2), ''],
      /line \d+: is the last one: the file is cut off/,
    ],
    [
      'a flipped byte',
      (lines) => lines.with(7, flipped(lines[7] as string, '\\"at\\":\\"20', '\\"at\\":\\"30')),
      /line 8: the event does not match its hash$/,
    ],
    ['a lost line', (lines) => lines.toSpliced(7, 1), /line \d+: (the event|\S+ continues|closes)/],
    [
      'two lines in another order',
      (lines) => lines.with(3, lines[4] as string).with(4, lines[3] as string),
      /closes other events|continues with|does not follow/,
    ],
    [
      'a line twice',
      (lines) => lines.toSpliced(5, 0, lines[5] as string),
      /line 7: \S+ continues with revision \d+ after \d+$/,
    ],
    [
      'a changed digest',
      (lines) => lines.map((line) => (line.startsWith('{"events"') ? line.replace(/"[\da-f]{6}/, '"aaaaaa') : line)),
      /closes other events/,
    ],
    ['a huge line', (lines) => lines.with(5, `{"stream":"${'x'.repeat(5_000_000)}"}`), /line 6: is longer than any/],
    ['what is not JSON', (lines) => lines.with(5, 'SELECT 1'), /line 6: is not JSON$/],
    ['a list', (lines) => lines.with(5, '[]'), /line 6: is not an object$/],
    [
      'wrong types',
      (lines) =>
        lines.with(
          5,
          (lines[5] as string).replace('"revision":0', '"revision":"0"').replace('"revision":1', '"revision":null'),
        ),
      /line 6: holds no event$/,
    ],
    [
      'one member more',
      (lines) => lines.with(5, (lines[5] as string).replace('{', '{"__proto__":{"isCreator":true},')),
      /line 6: holds no event$/,
    ],
    [
      'a stream of the server’s own',
      (lines) => lines.with(5, (lines[5] as string).replace(/"stream":"[^"]+"/, '"stream":"$settings"')),
      /line 6: "\$settings" is not the name of a stream$/,
    ],
    ['something behind the end', (lines) => [...lines.slice(0, -1), '{}', ''], /line \d+: follows the end$/],
    [
      'two sealed lines in another order',
      (lines) => lines.with(-4, lines[lines.length - 5] as string).with(-5, lines[lines.length - 4] as string),
      /is not what was sealed at this place$/,
    ],
    ['a lost sealed line', (lines) => lines.toSpliced(-4, 1), /is not what was sealed at this place$/],
    ['another format', (lines) => lines.with(0, '{"format":"zip"}'), /was not written by "intake events export"/],
    [
      'a header that asks for all memory',
      (lines) => lines.with(0, (lines[0] as string).replace('"memory":65536', '"memory":999999999')),
      /was not written by "intake events export"/,
    ],
  ])('%s is refused at its line before anything is written', async (_, change, complaint) => {
    const file = await changed('changed.ndjson', change);
    await expect(untouched.import(file)).rejects.toThrow(complaint);
    expect(await untouched.head()).toBe(0n);
  });

  test('another passphrase opens nothing, and a short one is not taken', async () => {
    const target = await newTarget();
    const wrong = target.import(exported, { passphrase: async () => 'a lantern in the dusk' });
    await expect(wrong).rejects.toThrow(`The passphrase does not open ${exported}.`);
    expect(await target.head()).toBe(0n);
    const short = source.operate('events export', { file: inHome('short.ndjson'), passphrase: 'short' });
    await expect(short).rejects.toThrow('12 characters at least');
    expect(existsSync(inHome('short.ndjson'))).toBe(false);
  });

  test('an export holds no secret in the open, and never takes the place of a file', async () => {
    const text = await readFile(exported, 'utf8');
    for (const secret of [DEMO_APPLICANT, 'SG.secret', 'subjectKeys', Buffer.from('a picture').toString('base64')]) {
      expect(text).not.toContain(secret);
    }
    const again = source.operate('events export', { file: exported, passphrase: null });
    await expect(again).rejects.toThrow('exists already');
    expect(await readFile(exported, 'utf8')).toBe(text);
  });

  test(
    'events alone move only beside their keys, or when it is said that those come later',
    async () => {
      const alone = inHome('alone.ndjson');
      await source.operate('events export', { file: alone, passphrase: null });
      const stranger = await newTarget();
      await expect(stranger.import(alone)).rejects.toThrow(/no keys for them\. Export with --vault/);
      expect(await stranger.import(alone, { isWithoutKeys: true })).toMatchObject({ areKeysHere: false });
      await expect(startServer(stranger.config)).rejects.toThrow('The log holds events, but the vault is empty');
      expect(await stranger.import(exported)).toMatchObject({ areKeysHere: true, belongings: { files: 1 } });
      expect(await verified(stranger)).toMatchObject({ isSound: true });

      // A new log beside the existing vault: moving only the log to EventStoreDB.
      await using server = await startServerDouble();
      const beside = await newTargetAsSource();
      const key = (await readFile(join(beside.directory, 'master.key'), 'utf8')).trim();
      const there = installationIn(beside.directory, { EVENTSTORE_URL: server.url, MASTER_KEY: key });
      const { events } = await there.import(alone);
      expect(await verified(there)).toMatchObject({ isSound: true, events });
    },
    LONG,
  );
});

const emailsOf = async ({ directory }: Installation) =>
  (await readdir(join(directory, 'outbox'))).filter((name) => name.endsWith('.eml'));

async function withServer(
  { config }: Installation,
  work: (client: Client, composition: Composition) => Promise<void>,
): Promise<void> {
  const server = await startServer(config);
  try {
    await work(createClient(server.url), server.composition);
  } finally {
    await server.close();
  }
}

const startServerDouble = async () => {
  const double = await startEventStoreDouble();
  return { url: double.url, [Symbol.asyncDispose]: () => double.close() };
};
