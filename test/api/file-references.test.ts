import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { readConfig } from '../../api/config/config.ts';
import type { FileReference } from '../../api/contract/values.ts';
import { type RunningServer, startServer } from '../../api/server.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { openTestStores, type TestStores } from '../support/adapters.ts';
import { type Client, createClient } from '../support/client.ts';
import { SAMPLE_FILES } from '../support/sample-files.ts';
import { answers, createSchool, freshEmail, PASSWORD, PROCESS, type School } from '../support/school.ts';
import { QUICK_PASSWORDS } from '../support/server.ts';

const HOUR = 3_600_000;
const FORM = [
  ...PROCESS.applicationForm.fields,
  { name: 'cv', label: 'CV', dataType: 'file', required: true },
  { name: 'imageUrl', label: 'Where is your picture?', dataType: 'text', required: false },
];
const STEP = { _id: 'papers', title: 'Papers', configuration: { title: 'Papers', fields: [] as unknown[] } };
STEP.configuration.fields.push({ name: 'diploma', label: 'Diploma', dataType: 'file', required: true });

let dataDir: string;
let stores: TestStores;
let clock = Date.parse('2026-03-02T09:00:00Z');
let running: RunningServer;
let school: School;
let other: School;
let batchId: string;

const start = async () => {
  const environment = { PORT: '0', DEMO: '0', LOG_LEVEL: 'silent', RATE_LIMITS: 'off', ...stores.environment };
  const server = await startServer(readConfig(environment), { now: () => clock, passwordCost: QUICK_PASSWORDS });
  await server.composition.engine.whenReady();
  return server;
};
const client = (options?: { organizationId?: string }) => createClient(running.url, options);

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'intake-files-'));
  stores = await openTestStores(dataDir);
  running = await start();
  school = await createSchool({ running, client }, 'reference-school');
  other = await createSchool({ running, client }, 'other-school');
  batchId = await batchWithPapers(school);
});
afterAll(async () => {
  await running.close();
  await stores.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function batchWithPapers({ staff: { Owner } }: School): Promise<string> {
  const json = JSON.stringify({
    ...PROCESS,
    applicationForm: { title: 'Apply', fields: FORM },
    applicationDetailsSteps: [STEP],
  });
  const process = await Owner.call('createProcess', { body: { json } });
  expect(process.status, JSON.stringify(process.problem)).toBe(200);
  const batch = await Owner.call('createBatch', {
    body: { name: 'With papers', status: 'Open', processId: process.body._id },
  });
  expect(batch.status).toBe(200);
  return batch.body._id;
}

const visitor = () => client({ organizationId: school.organizationId });
const uploaded = async (by: Client, name = 'cv.pdf'): Promise<FileReference> => {
  const body = { uploadType: 'CV', file: new File([SAMPLE_FILES.pdf], name) };
  const answer = await by.call('dynamicUpload', { body });
  expect(answer.status, JSON.stringify(answer.problem)).toBe(200);
  return answer.body;
};
const apply = (by: Client, cv: unknown, more: object = {}) =>
  by.call('submitApplication', { body: { batchId, ...answers(freshEmail()), cv, ...more } });
const statusOf = async (by: Client, { fileId, fileName }: FileReference) =>
  (await by.raw({ method: 'GET', path: `/api/download/${fileId}/${encodeURIComponent(fileName)}` })).status;

async function appliedWith(name: string) {
  const applicant = visitor();
  const cv = await uploaded(applicant, name);
  const email = freshEmail();
  const submitted = await apply(applicant, cv, { email });
  expect(submitted.status, JSON.stringify(submitted.problem)).toBe(200);
  expect((await applicant.call('signup', { body: { email, password: PASSWORD } })).status).toBe(200);
  return { applicant, email, cv, application: submitted.body };
}

describe('an application refers to the files that were uploaded for it', () => {
  test('what an account has uploaded no other applicant names, before it is in use either; staff may', async () => {
    const [uploader, thief] = [visitor(), visitor()];
    const emails = [freshEmail(), freshEmail()] as const;
    await uploader.call('signup', { body: { email: emails[0], password: PASSWORD } });
    await thief.call('signup', { body: { email: emails[1], password: PASSWORD } });
    const cv = await uploaded(uploader);
    for (const by of [thief, visitor()]) {
      const refused = await apply(by, cv, { email: emails[1] });
      expect([refused.status, refused.problem.errors]).toEqual([
        422,
        [{ field: 'cv', message: TEXTS.forms.fileInvalid }],
      ]);
    }
    const own = await uploaded(thief);
    const { body: application } = await apply(thief, own, { email: emails[1] });
    const change = (by: Client, value: unknown) =>
      by.call('changeApplication', { params: { id: application._id }, body: { cv: value } });
    expect((await change(thief, cv)).status).toBe(422);
    expect(await statusOf(thief, cv)).toBe(404);
    const scanned = await uploaded(school.staff.Admin, 'scan.pdf');
    expect((await change(school.staff.Owner, scanned)).status).toBe(200);
    expect((await change(thief, scanned)).status).toBe(200);
    expect(await statusOf(thief, scanned)).toBe(200);
    expect((await apply(uploader, cv, { email: emails[0] })).status).toBe(200);
  });

  test('staff who uploaded it for an applicant can read it only while they are staff', async () => {
    const left = await createSchool({ running, client }, 'left-school');
    const { Owner, Admin } = left.staff;
    const cv = await uploaded(Admin);
    const papers = await batchWithPapers(left);
    expect((await apply(Admin, cv, { batchId: papers })).status).toBe(200);
    expect(await statusOf(Admin, cv)).toBe(200);
    const userId = (await Admin.call('getUser')).body._id;
    const removed = await Owner.call('removeMemberFromOrg', { body: { orgId: left.organizationId, userId } });
    expect(removed.status, JSON.stringify(removed.problem)).toBe(200);
    expect(await statusOf(Admin, cv)).toBe(404);
    expect((await Admin.call('deleteFile', { params: { fileId: cv.fileId } })).status).toBe(404);
    expect(await statusOf(Owner, cv)).toBe(200);
  });

  test('a visitor uploads, applies, signs up and reads the file; staff read it, others do not', async () => {
    const { applicant, cv, application } = await appliedWith('Ada’s CV.pdf');
    expect(application.cv).toEqual(cv);
    const stranger = (await appliedWith('other.pdf')).applicant;
    for (const [reader, status] of [
      [applicant, 200],
      [school.staff.Admin, 200],
      [school.staff.Viewer, 403],
      [stranger, 404],
      [other.staff.Owner, 404],
      [visitor(), 401],
    ] as const) {
      expect(await statusOf(reader, cv)).toBe(status);
    }
  });

  test('what names no stored file of theirs is refused, and the form says where', async () => {
    const { cv } = await appliedWith('mine.pdf');
    const elsewhere = await uploaded(other.staff.Owner);
    const banner = await school.staff.Owner.call('upload', {
      body: {
        targetType: 'batch',
        targetId: batchId,
        uploadType: 'bannerFile',
        file: new File([SAMPLE_FILES.png], 'b.png'),
      },
    });
    for (const reference of [
      cv,
      elsewhere,
      banner.body,
      { fileId: crypto.randomUUID(), fileName: 'x.pdf' },
      { fileId: '../x', fileName: 'x.pdf' },
      { fileId: '__proto__', fileName: 'x.pdf' },
    ]) {
      const { status, problem } = await apply(visitor(), reference);
      expect([status, problem.errors], JSON.stringify(reference)).toEqual([
        422,
        [{ field: 'cv', message: TEXTS.forms.fileInvalid }],
      ]);
    }
    expect((await apply(visitor(), 'cv.pdf')).problem.errors?.[0]?.message).toBe(TEXTS.forms.fileExpected);
    expect((await apply(visitor(), null)).problem.message).toBe(TEXTS.forms.requiredMissing);
  });

  test('the portal decides the name and the address of a file, whatever a client writes', async () => {
    const applicant = visitor();
    const cv = await uploaded(applicant);
    const { body } = await apply(applicant, { ...cv, fileName: 'invoice.exe', cdnUrl: 'https://evil.example/x' });
    expect(body.cv).toEqual(cv);
    const text = await apply(visitor(), await uploaded(visitor()), { imageUrl: `/api/download/${cv.fileId}/x` });
    expect(text.status).toBe(200);
  });

  test('a step’s file is saved by PUT; sent back as it was read, nothing changes', async () => {
    const { applicant, application } = await appliedWith('cv.pdf');
    const put = (body: object) => applicant.call('changeApplication', { params: { id: application._id }, body });
    const diploma = await uploaded(applicant, 'diploma.pdf');
    const saved = await put({ version: application.version, diploma });
    expect([saved.status, saved.body.diploma]).toEqual([200, diploma]);
    expect(saved.body.steps?.[0]?.isComplete).toBe(true);
    const again = await put(saved.body);
    expect([again.status, again.body.version]).toEqual([200, saved.body.version]);
    const forged = await put({ diploma: { ...diploma, cdnUrl: 'javascript:alert(1)' } });
    expect([forged.status, forged.body.diploma]).toEqual([200, diploma]);
    expect((await put({ diploma: { fileId: 'nothing', fileName: 'x' } })).status).toBe(422);
    expect((await apply(visitor(), diploma)).status).toBe(422);
  });

  test('a file in use cannot be deleted; replaced, its applicant may', async () => {
    const { applicant, cv, application } = await appliedWith('cv.pdf');
    const remove = (by: Client) => by.call('deleteFile', { params: { fileId: cv.fileId } });
    for (const by of [applicant, school.staff.Owner]) {
      const { status, problem } = await remove(by);
      expect([status, problem.message]).toEqual([422, TEXTS.files.inUse([TEXTS.files.inApplication])]);
    }
    const next = await uploaded(applicant, 'next.pdf');
    await applicant.call('changeApplication', { params: { id: application._id }, body: { cv: next } });
    expect((await remove(school.staff.Viewer)).status).toBe(403);
    expect((await remove(applicant)).status).toBe(200);
    expect([await statusOf(applicant, cv), await statusOf(applicant, next)]).toEqual([404, 200]);
  });

  test('the copy of a transferred application goes on with its files', async () => {
    const { applicant, cv, application } = await appliedWith('cv.pdf');
    const { Owner } = school.staff;
    const { processId } = (await Owner.call('getBatch', { params: { id: batchId } })).body;
    const target = await Owner.call('createBatch', { body: { name: 'Later', status: 'Open', processId } });
    const moved = await Owner.call('changeApplication', {
      params: { id: application._id },
      body: { status: 'TRANSFERRED', transferBatchId: target.body._id },
    });
    const copyId = moved.body.transferredTo as string;
    const copy = await applicant.call('getApplication', { params: { id: copyId } });
    expect(copy.body.cv).toEqual(cv);
    expect(await statusOf(applicant, cv)).toBe(200);
  });
});

describe('batches and organizations refer to their own pictures', () => {
  const picture = (by: Client, body: object) =>
    by.call('upload', { body: { file: new File([SAMPLE_FILES.png], 'p.png'), ...body } });

  test('each in the place that it was uploaded for', async () => {
    const { Admin } = school.staff;
    const icon = await picture(Admin, { targetType: 'batch', targetId: batchId, uploadType: 'iconFile' });
    const put = (body: object) => Admin.call('changeBatch', { params: { id: batchId }, body });
    expect((await put({ bannerFile: icon.body })).problem.errors).toEqual([
      { field: 'bannerFile', message: TEXTS.forms.fileInvalid },
    ]);
    const saved = await put({ iconFile: { ...icon.body, cdnUrl: 'https://evil.example/x.png' } });
    expect([saved.status, saved.body.iconFile]).toEqual([200, icon.body]);
    const elsewhere = await Admin.call('changeBatch', {
      params: { id: school.batches.Open },
      body: { iconFile: icon.body },
    });
    expect(elsewhere.status).toBe(422);
    const { status, problem } = await Admin.call('deleteFile', { params: { fileId: icon.body.fileId } });
    expect([status, problem.message]).toEqual([422, "This file is in use by the batch 'With papers'."]);
  });

  test('a batch may be created with a picture that was uploaded before', async () => {
    const { Admin } = school.staff;
    const banner = await picture(Admin, { targetType: 'batch', uploadType: 'bannerFile' });
    expect(banner.status).toBe(200);
    const create = (by: Client) => by.call('createBatch', { body: { name: 'New', bannerFile: banner.body } });
    expect((await create(other.staff.Admin)).status).toBe(422);
    expect((await create(Admin)).body.bannerFile).toEqual(banner.body);
    expect((await create(Admin)).status).toBe(422);
  });

  test('an organization shows its logo to everybody', async () => {
    const { Admin } = school.staff;
    const id = school.organizationId;
    const logo = await picture(Admin, { targetType: 'organization', targetId: id, uploadType: 'logoFile' });
    const saved = await Admin.call('changeOrganization', { params: { id }, body: { logoFile: logo.body } });
    expect([saved.status, saved.body.logoFile]).toEqual([200, logo.body]);
    expect(await statusOf(client(), logo.body)).toBe(200);
  });
});

describe('what nothing refers to', () => {
  const restartAfter = async (hours: number) => {
    await running.close();
    clock += hours * HOUR;
    running = await start();
  };
  const isStored = async (fileId: string) => (await running.composition.stores.files.get(fileId)) !== undefined;
  const noted = (fileId: string, wasUsed: boolean) => {
    const notes = running.composition.stores.vault.collection<{ readonly _id: string; readonly wasUsed: boolean }>({
      name: 'unusedFiles',
      indexes: [],
    });
    return vi.waitUntil(async () => (await notes.get(fileId))?.wasUsed === wasUsed, { timeout: 20_000 });
  };
  const forgotten = (fileId: string) => vi.waitUntil(async () => !(await isStored(fileId)), { timeout: 20_000 });

  test('is refused after a day and removed then; what is in use stays, what was replaced follows', async () => {
    const kept = (await appliedWith('kept.pdf')).cv;
    const { email, cv, application } = await appliedWith('replaced.pdf');
    const orphan = await uploaded(visitor(), 'orphan.pdf');
    const unheard = crypto.randomUUID();
    await running.composition.stores.files.put(unheard, SAMPLE_FILES.pdf);

    await restartAfter(24.5);
    expect((await apply(visitor(), orphan)).problem.errors).toEqual([
      { field: 'cv', message: TEXTS.forms.fileInvalid },
    ]);
    await restartAfter(1);
    await forgotten(orphan.fileId);
    await noted(unheard, false);
    expect(await isStored(cv.fileId)).toBe(true);
    const owner = client({ organizationId: school.organizationId });
    await owner.call('login', { body: { email: 'owner@reference-school.example', password: PASSWORD } });
    expect(await statusOf(owner, orphan)).toBe(404);

    const applicant = visitor();
    await applicant.call('login', { body: { email, password: PASSWORD } });
    const next = await uploaded(applicant, 'next.pdf');
    const put = await applicant.call('changeApplication', { params: { id: application._id }, body: { cv: next } });
    expect(put.status).toBe(200);
    await restartAfter(26);
    await forgotten(unheard);
    await noted(cv.fileId, true);
    expect(await isStored(cv.fileId)).toBe(true);
    await restartAfter(26);
    await forgotten(cv.fileId);
    expect([await isStored(next.fileId), await isStored(kept.fileId)]).toEqual([true, true]);
  });
});

test('a file that cannot be named is refused alike, whether the email has applied or not', async () => {
  const { email, cv: used } = await appliedWith('cv.pdf');
  for (const cv of [
    { fileId: crypto.randomUUID(), fileName: 'cv.pdf' },
    { fileId: '../../etc/passwd', fileName: 'cv.pdf' },
    { fileId: 'x' },
    {},
    7,
    'x'.repeat(300),
  ]) {
    const [known, unknown] = await Promise.all(
      [email, freshEmail()].map((one) => apply(visitor(), cv, { email: one })),
    );
    expect(unknown?.status, JSON.stringify(cv)).toBe(422);
    expect([known?.status, known?.problem], JSON.stringify(cv)).toEqual([unknown?.status, unknown?.problem]);
  }
  // A sender of the same file gets the answer to the first submission.
  expect((await apply(visitor(), used, { email })).status).toBe(409);
});
