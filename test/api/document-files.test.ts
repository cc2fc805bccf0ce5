import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FileReference } from '../../api/contract/values.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { Client } from '../support/client.ts';
import { SAMPLE_FILES } from '../support/sample-files.ts';
import { type Applied, applied, createSchool, PASSWORD, type School } from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let school: School;
let other: School;
beforeAll(async () => {
  server = await startTestServer({ environment: { RATE_LIMITS: 'off' } });
  school = await createSchool(server, 'document-files');
  other = await createSchool(server, 'elsewhere');
});
afterAll(() => server.close());

const pdf = (name: string) => new File([SAMPLE_FILES.pdf], name);
const png = (name: string) => new File([SAMPLE_FILES.png], name);
const upload = (by: Client, body: object) => by.call('upload', { body: { file: pdf('notes.pdf'), ...body } });
const statusOf = async (by: Client, { fileId, fileName }: FileReference) =>
  (await by.raw({ method: 'GET', path: `/api/download/${fileId}/${encodeURIComponent(fileName)}` })).status;
const visitor = () => server.client({ organizationId: school.organizationId });
const isStored = async ({ fileId }: FileReference) =>
  (await server.running.composition.stores.files.get(fileId)) !== undefined;

async function assessmentOf(type: 'project' | 'quiz', more: object = {}) {
  const { Admin } = school.staff;
  const { body } = await Admin.call('createAssessment', { body: { name: 'Build it', type, ...more } });
  const offered = await Admin.call('getBatch', { params: { id: school.batches.Open } });
  const assessmentIds = [...offered.body.assessmentIds, body._id];
  await Admin.call('changeBatch', { params: { id: school.batches.Open }, body: { assessmentIds } });
  return body;
}

describe('email templates', () => {
  test('take only the attachments that were uploaded for them', async () => {
    const { Admin, Viewer } = school.staff;
    const template = await Admin.call('createEmailTemplate', { body: { name: 'Hello', subject: 'Hi', body: 'Hi' } });
    const params = { id: template.body._id };
    const target = { targetType: 'emailTemplate', targetId: params.id, uploadType: 'attachments' };
    expect((await upload(Viewer, target)).status).toBe(403);
    expect((await upload(other.staff.Owner, target)).status).toBe(404);
    const early = await upload(Admin, { targetType: 'emailTemplate', uploadType: 'attachments' });
    expect([early.status, early.problem.message]).toEqual([422, TEXTS.files.saveFirst]);
    const attachment = await upload(Admin, target);
    const put = (attachments: unknown) => Admin.call('changeEmailTemplate', { params, body: { attachments } });
    const saved = await put([{ ...attachment.body, fileName: 'renamed.exe' }]);
    expect([saved.status, saved.body.attachments]).toEqual([200, [attachment.body]]);
    expect((await put([...saved.body.attachments, { fileId: 'nothing', fileName: 'x.pdf' }])).status).toBe(422);
    for (const [by, status] of [
      [Admin, 200],
      [Viewer, 403],
      [other.staff.Owner, 404],
      [visitor(), 401],
    ] as const) {
      expect(await statusOf(by, attachment.body)).toBe(status);
    }
    const remove = () => Admin.call('deleteFile', { params: { fileId: attachment.body.fileId } });
    expect((await remove()).problem.message).toBe(TEXTS.files.inUse(["the email template 'Hello'"]));
    const version = saved.body.version;
    const without = await Admin.call('changeEmailTemplate', { params, body: { version, attachments: [] } });
    expect([without.status, without.body.attachments]).toEqual([200, []]);
    expect((await remove()).status).toBe(200);
  });
});

describe('assessments', () => {
  test('what comes with one is read by those to whom it is offered', async () => {
    const { Admin, Viewer } = school.staff;
    const assessment = await assessmentOf('project');
    const target = { targetType: 'assessment', targetId: assessment._id, uploadType: 'attachment' };
    const attachment = await upload(Admin, target);
    const params = { id: assessment._id };
    const saved = await Admin.call('changeAssessment', { params, body: { attachment: attachment.body } });
    expect([saved.status, saved.body.attachment]).toEqual([200, attachment.body]);
    const applicant = await applied(server, school);
    const elsewhere = await applied(server, other);
    for (const [by, status] of [
      [applicant.client, 200],
      [Admin, 200],
      [Viewer, 403],
      [elsewhere.client, 404],
      [visitor(), 401],
    ] as const) {
      expect(await statusOf(by, attachment.body)).toBe(status);
    }
    const remove = await applicant.client.call('deleteFile', { params: { fileId: attachment.body.fileId } });
    expect(remove.status).toBe(404);
  });

  test('a question shows a picture of its own assessment to everybody, and no other file', async () => {
    const { Admin } = school.staff;
    const quiz = await assessmentOf('quiz');
    const target = { targetType: 'assessment', targetId: quiz._id, uploadType: 'questionImage' };
    const early = await upload(Admin, { targetType: 'assessment', uploadType: 'questionImage', file: png('1.png') });
    expect([early.status, early.problem.message]).toEqual([422, TEXTS.assessments.createFirst]);
    expect((await upload(Admin, target)).status).toBe(422);
    const picture = (await upload(Admin, { ...target, file: png('1.png') })).body;
    const put = ({ fileId, fileName }: FileReference) =>
      Admin.call('changeAssessment', {
        params: { id: quiz._id },
        body: {
          questions: [
            {
              prompt: 'What is it?',
              options: [{ value: 'A cat', isCorrect: true }],
              imageUrl: `/api/download/${fileId}/${fileName}`,
            },
          ],
        },
      });
    const saved = await put(picture);
    expect([saved.status, saved.problem.message]).toEqual([200, undefined]);
    expect(await statusOf(visitor(), picture)).toBe(200);
    const { body: answer } = await school.staff.Owner.call('dynamicUpload', {
      body: { uploadType: 'CV', file: png('cv.png') },
    });
    expect((await put(answer)).problem.errors).toEqual([
      { field: 'questions.0.imageUrl', message: TEXTS.forms.fileInvalid },
    ]);
    const used = await Admin.call('deleteFile', { params: { fileId: picture.fileId } });
    expect(used.problem.message).toBe(TEXTS.files.inUse(["the assessment 'Build it'"]));
  });
});

describe('solutions', () => {
  const start = async ({ client, applicationId }: Applied, assessmentId: string) =>
    (await client.call('startSolution', { body: { applicationId, assessmentId } })).body;
  const handIn = (by: Client, solutionId: string, file = pdf('project.pdf')) =>
    upload(by, { targetType: 'solution', targetId: solutionId, uploadType: 'submission', file });

  test('an upload hands a project in, once; only its applicant can', async () => {
    const project = await assessmentOf('project');
    const applicant = await applied(server, school);
    const stranger = await applied(server, school);
    const solution = await start(applicant, project._id);
    for (const [by, status] of [
      [visitor(), 401],
      [stranger.client, 404],
      [other.staff.Owner, 404],
      [school.staff.Admin, 403],
    ] as const) {
      expect((await handIn(by, solution._id)).status).toBe(status);
    }
    const refused = await handIn(applicant.client, solution._id, new File(['x'], 'project.exe'));
    expect(refused.problem.message).toBe(TEXTS.forms.uploadFailed('submission', 'project.exe'));

    const submission = await handIn(applicant.client, solution._id);
    expect(submission.status).toBe(200);
    const read = await applicant.client.call('getSolution', { params: { id: solution._id } });
    expect([read.body.submission, read.body.submittedAt]).toEqual([submission.body, expect.any(String)]);
    for (const [by, status] of [
      [applicant.client, 200],
      [school.staff.Owner, 200],
      [school.staff.Viewer, 403],
      [stranger.client, 404],
    ] as const) {
      expect(await statusOf(by, submission.body)).toBe(status);
    }

    const before = await server.running.composition.stores.files.list({ limit: 1_000 });
    const again = await handIn(applicant.client, solution._id, pdf('better.pdf'));
    expect([again.status, again.problem.message]).toEqual([422, TEXTS.assessments.isSubmitted]);
    expect(await server.running.composition.stores.files.list({ limit: 1_000 })).toEqual(before);
    const params = { fileId: submission.body.fileId };
    expect((await applicant.client.call('deleteFile', { params })).problem.message).toBe(
      TEXTS.files.inUse([TEXTS.files.inSolution]),
    );
  });

  test('a PUT cannot submit another person’s file', async () => {
    const project = await assessmentOf('project');
    const applicant = await applied(server, school);
    const solution = await start(applicant, project._id);
    const { body: file } = await applicant.client.call('dynamicUpload', {
      body: { uploadType: 'CV', file: pdf('cv.pdf') },
    });
    const put = await applicant.client.call('changeSolution', {
      params: { id: solution._id },
      body: { submission: file },
    });
    const read = await applicant.client.call('getSolution', { params: { id: solution._id } });
    expect([put.status === 200 || put.status === 422, read.body.submission]).toEqual([true, null]);
  });

  test('an erased person’s files are gone, bytes, names and all, and in no copy of them', async () => {
    const project = await assessmentOf('project');
    const applicant = await applied(server, school);
    const solution = await start(applicant, project._id);
    const submission = (await handIn(applicant.client, solution._id, pdf('Augusta Ada.pdf'))).body;
    const { body: unsent } = await applicant.client.call('dynamicUpload', {
      body: { uploaderEmail: applicant.email, uploadType: 'CV', file: pdf('Lovelace.pdf') },
    });
    const kept = (
      await upload(school.staff.Admin, {
        targetType: 'batch',
        targetId: school.batches.Open,
        uploadType: 'iconFile',
        file: png('icon.png'),
      })
    ).body;

    const erased = await school.staff.Owner.call('erasePerson', { body: { email: applicant.email } });
    expect(erased.status, JSON.stringify(erased.problem)).toBe(200);
    expect([await isStored(submission), await isStored(unsent), await isStored(kept)]).toEqual([false, false, true]);
    expect(await statusOf(school.staff.Owner, submission)).toBe(404);
    const { readModels, log } = server.running.composition;
    for (const { fileId } of [submission, unsent]) {
      expect(await readModels.files.get(fileId)).toBeUndefined();
      const told = await log.readStream(`file-${fileId}`);
      expect(told.map(({ type, personal }) => [type, personal ?? null])).toEqual([
        ['FileUploaded', null],
        ['FileDeleted', null],
        ['PersonalDataErased', null],
      ]);
    }
  });
});

test('the export of a person lists their files', async () => {
  const { client, email } = await applied(server, school);
  await client.call('dynamicUpload', { body: { uploaderEmail: email, uploadType: 'CV', file: pdf('my cv.pdf') } });
  const told = await client.call('exportMe', {});
  expect(JSON.stringify(told.body)).toContain('my cv.pdf');
  expect(PASSWORD).toEqual(expect.any(String));
});
