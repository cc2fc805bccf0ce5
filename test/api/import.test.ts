import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Bulk } from '../../api/contract/bulk.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { Client } from '../support/client.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { answers, createSchool, ensured, freshEmail, type School, signedIn } from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let mails: MailServer;
let server: TestServer;
let school: School;
let other: School;
beforeAll(async () => {
  mails = await startMailServer();
  const environment = { RATE_LIMITS: 'off', SMTP_URL: mails.url, MAIL_FROM: 'Intake <intake@portal.example>' };
  server = await startTestServer({ environment });
  school = await createSchool(server, 'import-school');
  other = await createSchool(server, 'import-rival');
});
afterAll(async () => {
  await server.close();
  await mails.close();
});

const admin = () => school.staff.Admin;
const begin = async (sendsEmails = false, batchId = school.batches.Open): Promise<string> => {
  const { status, body } = await admin().call('startImport', { body: { batchId, sendsEmails } });
  expect(status).toBe(200);
  return body._id;
};
const ada = (row: number, email = freshEmail(), more: Readonly<Record<string, string>> = {}, status?: string) => ({
  row,
  values: { ...answers(email), ...more } as Record<string, string>,
  ...(status === undefined ? {} : { status }),
});
type Row = ReturnType<typeof ada>;
const send = async (id: string, rows: readonly Row[], client: Client = admin()) =>
  client.call('importRows', { params: { id }, body: { rows: [...rows] } });
const imported = async (id: string, rows: readonly Row[]) => {
  const { status, body } = await send(id, rows);
  expect(status).toBe(200);
  return body.rows;
};
const idsOf = (rows: readonly { readonly applicationId: string | null }[]) =>
  rows.map((row) => String(row.applicationId));
const read = (id: string) => admin().call('getApplication', { params: { id } });
const listed = async () => (await admin().call('listApplications')).body.map(({ _id }) => _id);
const undone = async (id: string): Promise<Bulk> => {
  expect((await admin().call('undoBulk', { params: { id } })).status).toBe(200);
  return vi.waitUntil(
    async () => {
      const { body } = await admin().call('getBulk', { params: { id } });
      return body.phase === 'undone' && body;
    },
    { timeout: 30_000, interval: 50 },
  );
};

describe('an import', () => {
  test('adds rows with step answers, staff fields and statuses, and says why it refuses the others', async () => {
    const email = freshEmail();
    const id = await begin();
    const rows = [
      ada(2, email, { motivation: 'First line\nsecond', rating: '=1+1', nobodyKnows: 'x' }, 'CONTRACT SENT'),
      ada(3, ` ${email.toUpperCase()} `),
      ada(4, 'no email'),
      { row: 5, values: { email: freshEmail() } },
      ada(6, freshEmail(), {}, 'Enrolled'),
      ada(7, freshEmail(), {}, 'TRANSFERRED'),
    ];
    const preview = await admin().call('previewImport', { body: { batchId: school.batches.Open, rows } });
    const answer = await imported(id, rows);
    expect(answer.map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['imported', null],
      ['duplicate', TEXTS.bulk.emailTwice],
      ['refused', TEXTS.accounts.emailInvalid],
      ['refused', TEXTS.forms.requiredMissing],
      ['refused', TEXTS.applications.statusUnknown],
      ['refused', TEXTS.bulk.transferOneByOne],
    ]);
    expect(answer[3]?.errors.map(({ field }) => field)).toEqual(['firstName', 'lastName']);
    expect(preview.body).toEqual(answer.map((row) => ({ ...row, applicationId: null })));
    const { body } = await read(String(answer[0]?.applicationId));
    expect(body).toMatchObject({ status: 'CONTRACT SENT', email, motivation: 'First line\nsecond', rating: '=1+1' });
    expect(body).not.toHaveProperty('nobodyKnows');
    expect(body.userId).toBeNull();
    const { body: bulk } = await admin().call('getBulk', { params: { id } });
    expect(bulk).toMatchObject({ phase: 'finished', total: 1, changed: 1, action: { kind: 'import' } });
  });

  test('adds nothing twice: the same part again, a double click, and the same file in another import', async () => {
    const id = await begin();
    const rows = Array.from({ length: 20 }, (_, n) => ada(n + 2));
    const [one, two] = await Promise.all([imported(id, rows), imported(id, rows)]);
    expect(two).toEqual(one);
    expect(await imported(id, rows)).toEqual(one);
    expect((await imported(id, [{ ...rows[0], row: 99 } as Row]))[0]?.reason).toBe(TEXTS.bulk.alreadyApplied);
    const again = await imported(await begin(), rows);
    expect(new Set(again.map(({ reason }) => reason))).toEqual(new Set([TEXTS.bulk.alreadyApplied]));
    expect((await admin().call('getBulk', { params: { id } })).body.total).toBe(20);
  });

  test('is named in the history of each application', async () => {
    const [one] = await imported(await begin(), [ada(2, freshEmail(), {}, 'CONTRACT SENT'), ada(3)]);
    const { body } = await admin().call('getApplicationHistory', { params: { id: String(one?.applicationId) } });
    expect(body.map(({ type, bulk }) => [type, bulk?.applications, bulk?.isUndo])).toEqual([
      ['ApplicationSubmitted', 2, false],
      ['StatusChanged', undefined, undefined],
    ]);
  });

  test.each(['Draft', 'Closed', 'Complete'] as const)('fills a batch that is %s', async (status) => {
    const [row] = await imported(await begin(false, school.batches[status]), [ada(2)]);
    expect(row?.outcome).toBe('imported');
  });

  test('sends the email of a submission only if asked to', async () => {
    const [quiet, loud] = [freshEmail(), freshEmail()];
    await imported(await begin(), [ada(2, quiet)]);
    await imported(await begin(true), [ada(2, loud)]);
    await vi.waitUntil(() => mails.to(loud).length === 1, { timeout: 20_000, interval: 50 });
    expect(mails.to(quiet)).toEqual([]);
  });

  test('is closed to Viewers and to other schools', async () => {
    const id = await begin();
    const batchId = school.batches.Open;
    const body = { batchId, sendsEmails: false };
    const rows = [ada(2)];
    const statuses = async (client: Client) => [
      (await client.call('startImport', { body })).status,
      (await client.call('previewImport', { body: { batchId, rows } })).status,
      (await send(id, rows, client)).status,
      (await client.call('undoBulk', { params: { id } })).status,
    ];
    expect(await statuses(school.staff.Viewer)).toEqual([403, 403, 403, 403]);
    expect(await statuses(other.staff.Owner)).toEqual([404, 404, 404, 404]);
    expect(await statuses(server.client({ organizationId: school.organizationId }))).toEqual([401, 401, 401, 401]);
  });
});

describe('undo of an import', () => {
  test('removes the applications, erases their personal data, and lets the same people be imported again', async () => {
    const id = await begin();
    const rows = [ada(2), ada(3, freshEmail(), { motivation: 'Unrepeatable words' }), ada(4)];
    const ids = idsOf(await imported(id, rows));
    const bulk = await undone(id);
    expect(bulk.undo).toMatchObject({ restored: 3, left: 0 });
    expect((await listed()).filter((one) => ids.includes(one))).toEqual([]);
    expect(await Promise.all(ids.map(async (one) => (await read(one)).status))).toEqual([404, 404, 404]);
    const { log } = server.running.composition;
    const kept = (await Promise.all(ids.map((one) => log.readStream(`application-${one}`)))).flat();
    expect(kept.map((event) => ('personal' in event ? event.personal : null)).filter(Boolean)).toEqual([]);
    expect((await send(id, [ada(9)])).body).toMatchObject({ message: TEXTS.bulk.importUndone });
    const again = await imported(await begin(), rows);
    expect(again.map(({ outcome }) => outcome)).toEqual(['imported', 'imported', 'imported']);
  });

  test('leaves and lists those that someone has changed or the applicant has used since', async () => {
    const email = freshEmail();
    const id = await begin();
    const [changed = '', used = '', plain = ''] = idsOf(await imported(id, [ada(2), ada(3, email), ada(4)]));
    await admin().call('changeApplication', { params: { id: changed }, body: { status: 'DECISION PENDING' } });
    await ensured(server, email);
    const applicant = await signedIn(server, email, school.organizationId);
    await applicant.call('changeApplication', { params: { id: used }, body: { city: 'Manila' } });
    const bulk = await undone(id);
    const reasons = new Map(bulk.rows?.map((row) => [row.applicationId, row.undo?.reason]));
    expect(reasons.get(changed)).toBe(TEXTS.bulk.changedSince);
    expect(reasons.get(used)).toBe(TEXTS.bulk.applicantActed);
    expect(bulk.undo).toMatchObject({ restored: 1, left: 2 });
    expect((await listed()).filter((one) => [changed, used, plain].includes(one)).toSorted()).toEqual(
      [changed, used].toSorted(),
    );
  });
});
