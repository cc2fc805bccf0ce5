import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PROCESS_TEXT_LIMIT } from '../../domain/text/text-limits.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { DRAFT_VERSION } from '../../domain/values/draft-version.ts';
import { freshEmail, PASSWORD } from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ environment: { RATE_LIMITS: 'off' } });
});
afterAll(() => server.close());

async function person() {
  const client = server.client();
  const email = freshEmail();
  const { body } = await client.call('signup', { body: { email, password: PASSWORD } });
  return { client, email, userId: body._id };
}
const FORM = 'application.8f14e45f-ceea-567a-9b36-1d0c2f7a5e21.about-you';
const params = { form: FORM };
const words = {
  motivation: 'Zwölf Boxkämpfer 🥊 \u202Eשלום',
  age: 27,
  isLocal: true,
  phone: null,
  days: ['Monday', 'Tuesday'],
  portfolio: { fileId: 'f1', fileName: 'portfolio.pdf' },
};

describe('a draft', () => {
  test('that is kept on one device is found unchanged on another, only by its author', async () => {
    const { client, email } = await person();
    expect((await client.call('getDraft', { params })).body).toEqual({ form: FORM, values: null, savedAt: null });
    const saved = await client.call('saveDraft', { params, body: { values: words } });
    expect(saved.body).toMatchObject({ form: FORM, values: words, savedAt: expect.any(String) });
    const phone = server.client();
    await phone.call('login', { body: { email, password: PASSWORD } });
    expect((await phone.call('getDraft', { params })).body).toEqual(saved.body);
    const stranger = await person();
    expect((await stranger.client.call('getDraft', { params })).body.values).toBeNull();
    for (const name of ['getDraft', 'saveDraft'] as const) {
      expect((await server.client().call(name, { params, ...(name === 'saveDraft' && { body: {} }) })).status).toBe(
        401,
      );
    }
  });

  test('of a change to a document has the version that it is based on', async () => {
    const { client } = await person();
    const values = { upfrontCost: '1,500', [DRAFT_VERSION]: '2' };
    const saved = await client.call('saveDraft', { params, body: { values } });
    expect(saved.status).toBe(200);
    expect((await client.call('getDraft', { params })).body.values).toEqual(values);
  });

  test('holds a process of 60 steps and 400 fields', async () => {
    const { client } = await person();
    const field = { name: 'motivation', label: 'Why do you apply?', dataType: 'paragraph', details: 'x'.repeat(500) };
    const step = { title: 'About you', configuration: { title: 'About you', fields: Array(7).fill(field) } };
    const process = JSON.stringify({ label: 'Full-stack', applicationDetailsSteps: Array(60).fill(step) });
    const saved = await client.call('saveDraft', { params, body: { values: { process, [DRAFT_VERSION]: '2' } } });
    expect(saved.status).toBe(200);
    expect((await client.call('getDraft', { params })).body.values?.process).toBe(process);
  });

  test('is neither shown to nor overwritten by another person who has logged in with another tab', async () => {
    const [ada, ben] = [await person(), await person()];
    await ben.client.call('saveDraft', { params, body: { userId: ben.userId, values: { motivation: 'his' } } });
    const late = await ben.client.call('saveDraft', {
      params,
      body: { userId: ada.userId, values: { motivation: 'hers' } },
    });
    expect(late.status).toBe(403);
    expect((await ben.client.call('getDraft', { params, query: { userId: ada.userId } })).status).toBe(403);
    const his = await ben.client.call('getDraft', { params, query: { userId: ben.userId } });
    expect(his.body.values).toEqual({ motivation: 'his' });
  });

  test('is replaced by the next one, left alone by one without values, and forgotten by null', async () => {
    const { client } = await person();
    const save = async (body: object) => (await client.call('saveDraft', { params, body })).body.values;
    await save({ values: words });
    expect(await save({ values: { motivation: 'Short' } })).toEqual({ motivation: 'Short' });
    expect(await save({})).toEqual({ motivation: 'Short' });
    expect(await save({ values: null })).toBeNull();
    expect((await client.call('getDraft', { params })).body.values).toBeNull();
  });

  test('many saved at once leave one of them whole', async () => {
    const { client } = await person();
    const texts = Array.from({ length: 12 }, (_, n) => ({ motivation: `version ${n}` }));
    const saved = await Promise.all(texts.map((values) => client.call('saveDraft', { params, body: { values } })));
    expect(saved.map(({ status }) => status)).toEqual(Array(12).fill(200));
    expect(texts).toContainEqual((await client.call('getDraft', { params })).body.values);
  });

  test('of a form beyond the hundredth is refused, and neither pushes out another one nor keeps one from changing', async () => {
    const { client, userId } = await person();
    const { drafts } = server.running.composition;
    for (let n = 0; n < 100; n += 1) await drafts.put(userId, { [`form-${n}`]: { n } });
    const save = (form: string, values: object | null) =>
      client.call('saveDraft', { params: { form }, body: { values } });
    const refused = await save('another', { motivation: 'typed' });
    expect([refused.status, refused.problem.message]).toEqual([422, TEXTS.quotas.draftCount(100)]);
    expect((await client.call('getDraft', { params: { form: 'form-0' } })).body.values).toEqual({ n: 0 });
    expect((await save('form-0', { n: 1 })).status).toBe(200);
    await save('form-1', null);
    expect((await save('another', { motivation: 'typed' })).body.values).toEqual({ motivation: 'typed' });
  });

  test.each([
    ['values that are none', { values: 'text' }],
    ['a text longer than any process', { values: { motivation: 'x'.repeat(PROCESS_TEXT_LIMIT + 1) } }],
    ['values within values', { values: { motivation: { $where: 'sleep(1000)' } } }],
    ['a name that means something to a store', { values: { $ne: 'x' } }],
  ])('is refused with %s', async (_what, body) => {
    const { client } = await person();
    expect((await client.call('saveDraft', { params, body })).status).toBe(400);
    expect((await client.call('getDraft', { params })).body.values).toBeNull();
  });

  test('holds no name that would be part of every object', async () => {
    const { client } = await person();
    const body = '{"values":{"__proto__":{"isCreator":true},"city":"Manila"}}';
    expect((await client.call('saveDraft', { params, body })).body.values).toEqual({ city: 'Manila' });
    expect((await client.call('getUser')).body.isCreator).toBe(false);
  });

  test('is sealed in the vault under the key of its person, and is deleted with their account', async () => {
    const { client, userId } = await person();
    const secret = `Szymborska-${crypto.randomUUID()}`;
    await client.call('saveDraft', { params, body: { values: { motivation: secret } } });
    await client.call('changePreferences', { body: { search: secret } });
    const { stores, drafts, preferences } = server.running.composition;
    const standing = async () =>
      JSON.stringify([
        (await stores.vault.collection({ name: 'drafts', indexes: [] }).find({})).documents,
        (await stores.vault.collection({ name: 'preferences', indexes: [] }).find({})).documents,
      ]);
    expect(await standing()).toContain(userId);
    expect(await standing()).not.toContain(secret);
    for (const file of await readdir(server.dataDir)) {
      if (file.includes('sqlite')) expect((await readFile(join(server.dataDir, file))).includes(secret)).toBe(false);
    }
    expect(JSON.stringify((await client.call('exportMe')).body.held)).toContain(secret);
    expect((await client.call('deleteMe')).status).toBe(200);
    expect(await standing()).not.toContain(userId);
    expect([await drafts.list(userId), await preferences.list(userId)]).toEqual([[], []]);
  });
});

describe('preferences', () => {
  test('are set, left alone and forgotten one by one, also by two at once', async () => {
    const { client } = await person();
    const change = async (body: object) => (await client.call('changePreferences', { body })).body;
    expect((await client.call('getPreferences')).body).toEqual({});
    expect(await change({ theme: 'dark', 'dashboard.columns': ['Status', 'Date'], rows: 25 })).toEqual({
      theme: 'dark',
      'dashboard.columns': ['Status', 'Date'],
      rows: 25,
    });
    await Promise.all([change({ theme: 'light' }), change({ rows: 50 }), change({ 'dashboard.columns': null })]);
    expect((await client.call('getPreferences')).body).toEqual({ theme: 'light', rows: 50 });
    expect((await (await person()).client.call('getPreferences')).body).toEqual({});
    expect((await server.client().call('getPreferences')).status).toBe(401);
  });

  test('that could harm are refused', async () => {
    const { client } = await person();
    for (const body of [{ $where: 'x' }, { theme: { deep: {} } }, [], 'text']) {
      expect((await client.call('changePreferences', { body })).status, JSON.stringify(body)).toBe(400);
    }
    const inert = await client.call('changePreferences', { body: '{"__proto__":{"isCreator":true}}' });
    expect(inert).toMatchObject({ status: 200, body: {} });
    expect((await client.call('getPreferences')).body).toEqual({});
  });
});
