import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOperator } from '../../api/operator/operations.ts';
import { startServer } from '../../api/server.ts';
import type { StoredEvent } from '../../commands/event-store/port.ts';
import type { Exported } from '../../commands/transfer/export-events.ts';
import { VAULT_COLLECTIONS, type VaultCollectionName } from '../../commands/vault/collections.ts';
import { streamOf } from '../../domain/event-sourcing/streams.ts';
import { noticesSeen } from '../../domain/user/preferences.ts';
import { describeEmbedded } from '../support/adapters.ts';
import { type Client, createClient } from '../support/client.ts';
import { type Installation, newInstallation, PASSPHRASE } from '../support/installation.ts';
import {
  addStaff,
  answers,
  createSchool,
  ensured,
  freshEmail,
  PASSWORD,
  type School,
  signedIn,
} from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

/** Of both schools: applicant here, staff there. */
const SHARED = 'ruth@both.example';
const FOREIGN_FILE = 'f0e1d2c3-a-file';
const FOREIGN_COLUMN = 'a column of the other school';
const TOLD_THERE = 'Only the other school knows this';

describeEmbedded('a school moves to an installation of its own', () => {
  let home: string;
  let source: TestServer;
  let [school, other]: [School, School] = [undefined as never, undefined as never];
  let there: Installation;
  let cursor: string;
  let position: string;
  let text: string;
  let webhookId: string;
  let exported: Exported;

  const apply = async ({ batches, staff: { Admin } }: School, email: string, by = Admin) =>
    (await by.call('submitApplication', { body: { batchId: batches.Open, ...answers(email) } })).body._id;
  const exportOf = (file: string, organization: string) =>
    createOperator(source.running.composition)(
      'events export',
      { file, passphrase: PASSPHRASE, organization },
      () => {},
    ) as Promise<Exported>;
  async function atTheNew(work: (clientOf: (email: string) => Promise<Client>) => Promise<void>) {
    const server = await startServer(there.config);
    try {
      await server.composition.engine.whenReady();
      await work(async (email) => {
        const client = createClient(server.url, { organizationId: school.organizationId });
        expect((await client.call('login', { body: { email, password: PASSWORD } })).status).toBe(200);
        return client;
      });
    } finally {
      await server.close();
    }
  }

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'intake-one-school-'));
    source = await startTestServer({ environment: { RATE_LIMITS: 'off' } });
    other = await createSchool(source, 'harborline');
    school = await createSchool(source, 'leaving');
    await ensured(source, SHARED);
    await addStaff(source, other.organizationId, SHARED, 'Viewer');
    const applicant = source.client({ organizationId: school.organizationId });
    await applicant.call('login', { body: { email: SHARED, password: PASSWORD } });
    await signedIn(source, SHARED, other.organizationId);
    await applicant.call('changePreferences', {
      body: {
        [`dashboard.columns:${other.organizationId}`]: [FOREIGN_COLUMN],
        [noticesSeen(school.organizationId)]: '',
      },
    });
    const id = await apply(school, SHARED, applicant);
    const foreign = await apply(other, SHARED);
    for (let n = 0; n < 3; n += 1) await Promise.all([apply(school, freshEmail()), apply(other, freshEmail())]);
    cursor = (await school.staff.Admin.call('pullEvents')).body.next;
    const change = { params: { id }, body: { status: 'INTERVIEW PENDING' } };
    await school.staff.Admin.call('changeApplication', change);
    const now = { at: new Date().toISOString() };
    position = (await school.staff.Admin.call('getAsOf', { query: now })).body.position;
    const body = { adminComments: [{ message: TOLD_THERE }] };
    await other.staff.Admin.call('changeApplication', { params: { id: foreign }, body });
    const hook = { name: 'Chat', targetUrl: 'http://hook.invalid/', eventTypes: ['StatusChanged'] };
    webhookId = (await school.staff.Owner.call('createWebhook', { body: hook })).body._id;
    await source.running.composition.stores.files.put(FOREIGN_FILE, Buffer.from('a picture of the other school'));
    exported = await exportOf(join(home, 'school.ndjson'), 'leaving');
    text = await readFile(join(home, 'school.ndjson'), 'utf8');
    there = await newInstallation();
    await there.import(join(home, 'school.ndjson'));
  }, 240_000);
  afterAll(async () => {
    await source.close();
    for (const directory of [home, there.directory]) await rm(directory, { recursive: true, force: true });
  });

  test('with all its applications, for the staff and applicants who had them', async () => {
    const before = (await school.staff.Owner.call('listApplications')).body;
    await atTheNew(async (clientOf) => {
      const after = (await (await clientOf('owner@leaving.example')).call('listApplications')).body;
      expect(after).toHaveLength(4);
      expect(new Map(after.map(({ _id, ...row }) => [_id, row]))).toEqual(
        new Map(before.map(({ _id, ...row }) => [_id, row])),
      );
      const shared = await clientOf(SHARED);
      const { body } = await shared.call('listApplications');
      expect(body.map(({ status }) => status)).toEqual(['INTERVIEW PENDING']);
    });
    expect(await there.operate('verify')).toMatchObject({ isSound: true });
  });

  test('an email that has applied counts as applied, and the feed goes on at its cursor', async () => {
    await atTheNew(async (clientOf) => {
      const admin = await clientOf('admin@leaving.example');
      const body = { batchId: school.batches.Open, ...answers(SHARED) };
      expect((await admin.call('submitApplication', { body })).status).toBe(409);
      const { events } = (await admin.call('pullEvents', { query: { after: cursor } })).body;
      expect(events.map(({ type }) => type)).toEqual(['StatusChanged']);
    });
  });

  test('without anything of the other school', async () => {
    const of = [
      other.organizationId,
      other.slug,
      other.processId,
      other.paymentModelId,
      ...Object.values(other.batches),
    ];
    expect(of.filter((word) => text.includes(word))).toEqual([]);
    const vault = await there.during(async ({ stores: { vault } }) => {
      const contentOf = async (name: VaultCollectionName) =>
        (await vault.collection<{ _id: string }>({ name, indexes: [] }).find({})).documents;
      const names = Object.keys(VAULT_COLLECTIONS) as VaultCollectionName[];
      return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await contentOf(name)] as const)));
    });
    const kept = JSON.stringify(vault);
    expect(of.filter((word) => kept.includes(word))).toEqual([]);
    // Four applications, three of the staff, and the one account of an applicant.
    expect(vault.subjectKeys).toHaveLength(8);
    await atTheNew(async (clientOf) => {
      const { body } = await (await clientOf(SHARED)).call('getPreferences');
      expect(body).toEqual({ [noticesSeen(school.organizationId)]: '' });
    });
  });

  test('its webhooks sign with the secret that their receivers know', async () => {
    const { environment, stores } = source.running.composition;
    const secrets = stores.vault.collection<{ _id: string; owner: string }>({ name: 'secrets', indexes: [] });
    const { documents } = await secrets.find({});
    const { _id: secretId = '' } = documents.find(({ owner }) => owner.endsWith(webhookId)) ?? {};
    const known = await environment.secrets.get(secretId);
    expect(known).toMatch(/^whsec_/);
    expect(await there.during(({ environment }) => environment.secrets.get(secretId))).toBe(known);
  });

  test('what names a position of the former log is refused', async () => {
    expect(position).toMatch(/^0x/);
    await atTheNew(async (clientOf) => {
      const admin = await clientOf('admin@leaving.example');
      const path = `/api/applications?asOf=${position}`;
      expect((await admin.raw({ method: 'GET', path })).status).toBe(400);
      expect((await school.staff.Admin.raw({ method: 'GET', path })).status).toBe(200);
    });
  });

  test('only a school that is here', async () => {
    await expect(exportOf(join(home, 'nowhere.ndjson'), 'nowhere')).rejects.toThrow(
      'No organization has the slug "nowhere".',
    );
    expect(exported.events).toBe(text.split('\n').filter((line) => line.startsWith('{"stream":')).length);
  });

  test('out of no damaged log, and no file is left', async () => {
    const { eventStore } = source.running.composition.stores;
    const stream = streamOf('organization', school.organizationId);
    const { type, data, metadata, revision } = (await eventStore.readStream(stream)).at(-1) as StoredEvent;
    // Its hash is that of another revision.
    await eventStore.append(stream, revision, [{ id: randomUUID(), type, data, metadata }]);
    await expect(exportOf(join(home, 'damaged.ndjson'), 'leaving')).rejects.toThrow(
      /^The log is damaged\. Run "intake verify" for details\. /,
    );
    expect(await readdir(home)).toEqual(['school.ndjson']);
  });
});
