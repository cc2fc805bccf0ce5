import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Actor, SYSTEM } from '../../domain/access/actor.ts';
import { application } from '../../domain/application/application.ts';
import type { Application } from '../../domain/application/state.ts';
import { PROCESS_CONFIG } from '../../domain/process/config.ts';
import { solution } from '../../domain/solution/solution.ts';
import { solutionId } from '../../domain/solution/state.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { user } from '../../domain/user/user.ts';
import { viewOf } from '../../domain/visibility/application-document.ts';
import {
  applicationsIn,
  type CommandEnvironment,
  contextBy,
  must,
  openCommandEnvironment,
  person,
} from '../../test/support/command-environment.ts';
import { createDocument } from '../documents/create-document.ts';
import { handle, load } from '../handling/handle.ts';
import { PAYMENT_MODELS } from '../payment-model/payment-model-kind.ts';
import { changeApplication } from './change-application.ts';
import type { ChangeApplication } from './prepare-change.ts';
import { submitApplication } from './submit-application.ts';
import { completeTransfer } from './transfer-application.ts';

const question = (name: string, rest: object = {}) => ({
  name,
  label: name,
  dataType: 'text',
  required: false,
  ...rest,
});
const CONFIG = PROCESS_CONFIG.parse({
  label: 'Full-stack',
  fields: [question('score', { isAdminOnly: true }), question('mood')],
  applicationForm: { fields: [question('firstName'), question('email', { dataType: 'email', required: true })] },
  applicationDetailsSteps: [
    {
      _id: 'about',
      title: 'About',
      configuration: {
        fields: [
          question('city', { required: true }),
          question('hours', { required: true }),
          question('laptop'),
          question('size', { dataType: 'select', options: ['S', 'M'] }),
        ],
      },
    },
    {
      _id: 'later',
      title: 'Later',
      visibilityCondition: { terms: [{ target: 'STATUS', operator: 'Greater than', comparisonValue: 'NEW' }] },
      configuration: { fields: [question('secret')] },
    },
    { _id: 'plan', title: 'Plan', availablePaymentModels: ['upfront', 'monthly'] },
  ],
});
const ADA = person('ada');
const MIA = person('mia', 'Admin');
const NOAH = person('noah', 'Owner');
const VIC = person('vic', 'Viewer');

let environment: CommandEnvironment;
beforeAll(async () => {
  environment = await openCommandEnvironment();
  environment.roles.set('mia', [{ orgId: 'org', role: 'Admin' }]).set('vic', [{ orgId: 'org', role: 'Viewer' }]);
  for (const [id, monthlyCost] of [
    ['upfront', 0],
    ['monthly', 250],
  ] as const) {
    const details = { name: id, upfrontCost: 1000, monthlyCost, numberOfMonths: 3 };
    await must(createDocument(environment, PAYMENT_MODELS, { organizationId: 'org', details, id }, contextBy(NOAH)));
  }
});
afterAll(() => environment[Symbol.asyncDispose]());

/** A signed-in person applies with the account's own email. */
const accountOf = ({ kind }: Actor, email: string, isProven = false) => (kind === 'user' ? { email, isProven } : null);

async function apply({ actor = ADA, email = 'ada@example.com', batchId = '' } = {}) {
  const inBatch = batchId || (await environment.createBatch({ config: CONFIG }));
  const payload = { batchId: inBatch, firstName: 'Ada', email };
  const { id } = await must(
    submitApplication(environment, { payload, account: accountOf(actor, email) }, contextBy(actor)),
  );
  return { id, batchId: inBatch };
}
const put = (
  applicationId: string,
  payload: Record<string, unknown>,
  actor = MIA,
  { holdsClaim = false, account = null, ...context }: Partial<ChangeApplication> & Parameters<typeof contextBy>[1] = {},
) => changeApplication(environment, { applicationId, payload, holdsClaim, account }, contextBy(actor, context));
async function get(id: string, viewer: 'admin' | 'applicant' = 'admin') {
  const { state, revision: version } = await load(environment, application, id);
  return { ...viewOf({ ...(state as Application), outcomes: [] }, viewer, CONFIG), version } as Record<string, unknown>;
}
const typesOf = ({ appended }: { appended: readonly { type: string }[] }) => appended.map(({ type }) => type);
const refusal = async (result: ReturnType<typeof put>) => {
  const answer = await result;
  return answer.ok ? undefined : { ...answer.rejection, fields: answer.rejection.errors?.map(({ field }) => field) };
};

describe('a PUT', () => {
  test('of exactly what was read appends nothing, from admins and the applicant', async () => {
    const { id } = await apply();
    await must(
      put(id, { score: '7', mood: 'good', adminComments: [{ message: 'Strong' }], adminAssignee: { userId: 'mia' } }),
    );
    for (const [actor, viewer] of [
      [MIA, 'admin'],
      [ADA, 'applicant'],
    ] as const) {
      const answer = await must(
        put(id, { ...(await get(id, viewer)), steps: [], lastSeenAt: 'x', colour: 'red' }, actor),
      );
      expect(answer.appended).toEqual([]);
    }
  });

  test('becomes the commands of its differences, in one append', async () => {
    const { id } = await apply();
    const document = {
      ...(await get(id)),
      status: 'DECISION PENDING',
      adminAssignee: { userId: 'mia', userEmail: 'm@x' },
    };
    const changed = await must(put(id, { ...document, score: 9, adminComments: [{ message: 'Strong' }] }));
    expect(typesOf(changed)).toEqual(['DetailsSaved', 'AdminAssigned', 'CommentAdded', 'StatusChanged']);
    expect(new Set(changed.appended.map(({ metadata }) => metadata.commandId)).size).toBe(1);
    expect(await get(id)).toMatchObject({ status: 'DECISION PENDING', score: '9', adminAssignee: { userId: 'mia' } });
  });

  test('is refused as a whole when one difference is', async () => {
    const { id } = await apply();
    await must(put(id, { adminComments: [{ message: 'Mine' }] }, MIA));
    const document = await get(id);
    const refused = await refusal(put(id, { ...document, status: 'COMPLETE', adminComments: [] }, NOAH));
    expect(refused).toMatchObject({ code: 'forbidden', message: 'You can only delete your own comments.' });
    expect(await get(id)).toEqual(document);
    expect(typesOf(await must(put(id, { ...document, adminComments: [] }, MIA)))).toEqual(['CommentDeleted']);
  });

  test('restores when a status began only if it undoes the last change of it', async () => {
    const { id } = await apply();
    const began = (await load(environment, application, id)).events[0]?.at;
    const change = async (payload: Record<string, unknown>) => {
      const [event] = (await must(put(id, payload))).appended;
      return event?.type === 'StatusChanged' ? { version: event.revision, since: event.data.since } : {};
    };
    const { version } = await change({ status: 'DECISION PENDING' });
    expect(await change({ status: 'NEW', undoes: version })).toMatchObject({ since: began });
    for (const other of [{}, { undoes: version }]) {
      await change({ status: 'DECISION PENDING' });
      expect(await change({ status: 'NEW', ...other })).toEqual({ version: expect.any(Number), since: undefined });
    }
  });

  test('of two people who change different fields keeps both', async () => {
    const { id } = await apply();
    const read = await get(id);
    await must(put(id, { ...read, status: 'DECISION PENDING' }, MIA));
    await must(put(id, { ...read, score: '9' }, NOAH));
    await must(put(id, { ...(await get(id, 'applicant')), version: 0, city: 'Cebu', hours: '20', status: 'NEW' }, ADA));
    expect(await get(id)).toMatchObject({ status: 'DECISION PENDING', score: '9', city: 'Cebu' });
  });

  test('of two people who change the same field is a conflict that names it', async () => {
    const { id } = await apply();
    const read = await get(id);
    await must(put(id, { ...read, status: 'DECISION PENDING' }, MIA));
    expect(await refusal(put(id, { ...read, status: 'COMPLETE', score: '1' }, NOAH))).toMatchObject({
      code: 'conflict',
      message: TEXTS.documents.changedMeanwhile('the status'),
      fields: ['status'],
    });
    expect(await get(id)).not.toHaveProperty('score');
    expect((await must(put(id, { ...read, status: 'DECISION PENDING' }, NOAH))).appended).toEqual([]);
  });

  test('at the same moment, both are kept as well', async () => {
    const { id } = await apply();
    const read = await get(id);
    await Promise.all([must(put(id, { ...read, mood: 'good' }, MIA)), must(put(id, { ...read, score: '9' }, NOAH))]);
    expect(await get(id)).toMatchObject({ mood: 'good', score: '9' });
  });

  test('under the same key again has one effect', async () => {
    const { id } = await apply();
    const commandId = crypto.randomUUID();
    const first = await must(put(id, { adminComments: [{ message: 'Once' }] }, MIA, { commandId }));
    const again = await must(put(id, { adminComments: [{ message: 'Once' }] }, MIA, { commandId }));
    expect([again.revision, again.position]).toEqual([first.revision, first.position]);
    expect((await get(id)).adminComments).toHaveLength(1);
  });

  test.each([-1, 99, 'x', 1.5])('with the version %s is malformed', async (version) => {
    const { id } = await apply();
    expect(await refusal(put(id, { version }))).toMatchObject({ code: 'malformed', fields: ['version'] });
  });

  test('of null is refused where a value is required', async () => {
    const { id } = await apply();
    expect(await refusal(put(id, { status: null }))).toMatchObject({ code: 'refused', fields: ['status'] });
    expect(await refusal(put(id, { status: 'WHATEVER' }))).toMatchObject({ code: 'refused', fields: ['status'] });
    expect(await refusal(put(id, { email: null }))).toMatchObject({ code: 'refused', fields: ['email'] });
    expect(await refusal(put(id, { adminComments: [{ message: { $ne: 1 } }] }))).toMatchObject({ code: 'refused' });
  });
});

describe('an applicant', () => {
  test('completes a step, but only as a whole', async () => {
    const { id } = await apply();
    expect(await refusal(put(id, { city: 'Cebu' }, ADA))).toMatchObject({
      message: 'Please complete all required fields',
      fields: ['hours'],
    });
    expect(typesOf(await must(put(id, { city: 'Cebu', hours: 20, size: 'M' }, ADA)))).toEqual(['DetailsSaved']);
    expect(await refusal(put(id, { city: null }, ADA))).toMatchObject({ fields: ['city'] });
    expect(await refusal(put(id, { size: 'XL' }, ADA))).toMatchObject({ fields: ['size'] });
    expect(typesOf(await must(put(id, { size: null }, ADA)))).toEqual(['DetailsSaved']);
  });

  test('cannot change what is not theirs, visible or hidden, and is not refused for sending it', async () => {
    const { id } = await apply();
    expect((await must(put(id, { secret: 'x' }, ADA))).appended).toEqual([]);
    await must(put(id, { mood: 'good', status: 'DECISION PENDING' }));
    const read = await get(id);
    const seen = { status: 'COMPLETE', email: 'eve@example.com', mood: 'great', batchId: 'other', trackingNumber: 1 };
    const hidden = { score: '10', adminComments: [{ message: 'x' }], adminAssignee: { userId: 'ada' } };
    for (const version of [undefined, 0, 1]) {
      expect((await must(put(id, { ...seen, ...hidden, version }, ADA))).appended).toEqual([]);
    }
    expect(await get(id)).toEqual(read);
    expect(typesOf(await must(put(id, { ...seen, city: 'Cebu', hours: '20' }, ADA)))).toEqual(['DetailsSaved']);
  });

  test('cannot link their application to another account', async () => {
    const { id } = await apply();
    expect(await refusal(put(id, { userId: 'eve' }, ADA))).toMatchObject({ code: 'forbidden' });
  });

  test('chooses among the plans on offer, until the contract is signed', async () => {
    const { id } = await apply();
    const choose = (selectedPaymentModelId: string) => put(id, { selectedPaymentModelId }, ADA);
    expect(await refusal(choose('free'))).toMatchObject({ code: 'refused', fields: ['selectedPaymentModelId'] });
    expect(typesOf(await must(choose('upfront')))).toEqual(['PaymentPlanChosen']);
    await must(put(id, { status: 'CONTRACT RECEIVED' }));
    expect(await refusal(choose('monthly'))).toMatchObject({ code: 'refused' });
    await must(put(id, { selectedPaymentModelId: 'monthly' }, MIA));
  });

  test('is locked out by WITHDRAWN and by a Complete batch; staff are not', async () => {
    const withdrawn = await apply();
    await must(put(withdrawn.id, { status: 'WITHDRAWN' }));
    const late = await apply({ email: 'late@example.com' });
    await environment.setBatchStatus(late.batchId, 'Complete');
    for (const [{ id }, code] of [
      [withdrawn, 'refused'],
      [late, 'forbidden'],
    ] as const) {
      const refused = await refusal(put(id, { city: 'Cebu', hours: '2' }, ADA));
      expect(refused).toMatchObject({ code, message: TEXTS.applications.locked });
      expect((await must(put(id, await get(id, 'applicant'), ADA))).appended).toEqual([]);
      await must(put(id, { city: 'Cebu' }, MIA));
    }
  });
});

describe('others', () => {
  test('a Viewer changes nothing, and for a stranger the application does not exist', async () => {
    const { id } = await apply();
    expect(await refusal(put(id, { status: 'COMPLETE' }, VIC))).toMatchObject({ code: 'forbidden' });
    expect(await refusal(put(id, { city: 'x' }, VIC))).toMatchObject({ code: 'forbidden' });
    for (const stranger of [person('eve'), person('eve', 'Owner', 'other')]) {
      expect(await refusal(put(id, { status: 'COMPLETE' }, stranger))).toMatchObject({ code: 'not-found' });
    }
    expect(await refusal(put('nowhere', {}))).toMatchObject({ code: 'not-found' });
  });

  test('only Owners and Admins are assigned', async () => {
    const { id } = await apply();
    for (const userId of ['vic', 'ada', 'nobody']) {
      expect(await refusal(put(id, { adminAssignee: { userId } }))).toMatchObject({ fields: ['adminAssignee'] });
    }
    await must(put(id, { adminAssignee: { userId: 'mia' } }));
    expect(typesOf(await must(put(id, { adminAssignee: null })))).toEqual(['AdminAssigned']);
  });
});

const LONG_ANSWERS = Array.from({ length: 200 }, () => 'ü'.repeat(500));

async function takeLargestQuiz(applicationId: string, assessmentId: string, n: number) {
  const questionCount = LONG_ANSWERS.length;
  const terms = { assessmentId, assessmentVersion: 0, organizationId: 'org', questionCount, timeLimitMinutes: 60 };
  const question = { prompt: 'Which?', imageUrl: null, details: null };
  const questions = LONG_ANSWERS.map((value, at) => ({
    ...question,
    _id: `q${at}`,
    options: [{ _id: 'only', value, isCorrect: true }],
  }));
  const asked = { solutionId: solutionId(applicationId, n), questions };
  await must(
    handle(
      environment,
      solution,
      applicationId,
      [
        { type: 'StartSolution', data: { applicationId, terms: { ...terms, type: 'quiz' } } },
        { type: 'SaveAnswers', data: { ...asked, answers: Object.fromEntries(LONG_ANSWERS.entries()) } },
        { type: 'SubmitQuiz', data: asked },
      ],
      contextBy(ADA),
    ),
  );
}

test('the largest application within its quotas can be transferred', async () => {
  const { id } = await apply({ email: 'largest@example.com' });
  const quizzes = Array.from({ length: 10 }, (_, n) => `quiz${n}`);
  const steps = CONFIG.applicationDetailsSteps.map((step) => ({ ...step, assessmentIds: quizzes }));
  const target = await environment.createBatch({ config: { ...CONFIG, applicationDetailsSteps: steps } });
  const values = Object.fromEntries(Array.from({ length: 13 }, (_, n) => [`essay${n}`, 'ü'.repeat(10_000)]));
  await must(handle(environment, application, id, [{ type: 'SaveDetails', data: { values } }], contextBy(SYSTEM)));
  for (let part = 0; part < 10; part += 1) {
    const comments = Array.from({ length: part === 9 ? 99 : 100 }, (_, n) => ({
      type: 'AddComment' as const,
      data: { commentId: randomUUID(), message: `${part}.${n} ${'é'.repeat(120)}` },
    }));
    await must(handle(environment, application, id, comments, contextBy(MIA)));
  }
  for (const [n, assessmentId] of quizzes.entries()) await takeLargestQuiz(id, assessmentId, n + 1);
  const moved = await must(put(id, { status: 'TRANSFERRED', transferBatchId: target }));
  const copyId = moved.state.kind === 'application' ? moved.state.transferredTo : null;
  const { state: copy } = await load(environment, application, copyId ?? '');
  expect(copy).toMatchObject({ values });
  expect(copy.kind === 'application' && copy.comments).toHaveLength(1_000);
  const { solutions } = (await load(environment, solution, copyId ?? '')).state;
  expect(solutions).toMatchObject(quizzes.map((assessmentId) => ({ assessmentId, answers: LONG_ANSWERS })));
});

describe('linking an account', () => {
  const anonymous = { kind: 'anonymous', roles: [], isCreator: false } as const;

  const typed = (email: string) => ({ email, isProven: false });
  const proven = (email: string) => ({ email, isProven: true });

  test('needs its email and either the claim or proof', async () => {
    const { id } = await apply({ actor: anonymous });
    const link = (as: string, proof: object = {}) => put(id, { userId: as }, person('grace'), proof);
    expect(await refusal(link('grace'))).toMatchObject({ code: 'not-found' });
    expect(await refusal(link('grace', { account: proven('eve@example.com') }))).toMatchObject({ code: 'not-found' });
    const squatter = { account: typed('eve@example.com'), holdsClaim: true };
    expect(await refusal(link('grace', squatter))).toMatchObject({ code: 'not-found' });
    expect(await refusal(link('grace', { account: typed('ada@example.com') }))).toMatchObject({ code: 'not-found' });
    const holder = { account: typed(' ADA@example.com'), holdsClaim: true };
    expect(await refusal(link('eve', holder))).toMatchObject({ code: 'forbidden' });
    expect(typesOf(await must(link('grace', holder)))).toEqual(['UserLinked']);
    expect(await refusal(put(id, { userId: 'eve' }, person('eve'), holder))).toMatchObject({ code: 'not-found' });
    expect(await refusal(put(id, { userId: 'mia' }, MIA))).toMatchObject({ code: 'forbidden' });
  });

  test('is possible for staff who cannot change applications', async () => {
    const { id } = await apply({ actor: anonymous, email: 'vic@example.com' });
    const proof = { account: proven('vic@example.com') };
    expect(typesOf(await must(put(id, { userId: 'vic' }, VIC, proof)))).toEqual(['UserLinked']);
  });

  test('is refused if the account has another live application in the batch', async () => {
    const { batchId } = await apply({ actor: person('two'), email: 'one@example.com' });
    const other = await apply({ actor: anonymous, email: 'two@example.com', batchId });
    const holder = { holdsClaim: true, account: typed('two@example.com') };
    expect(await refusal(put(other.id, { userId: 'two' }, person('two'), holder))).toMatchObject({ code: 'duplicate' });
  });

  test('takes the application from an account that has not proven its email', async () => {
    const { id } = await apply({ actor: person('squatter') });
    const theirs = put(id, { userId: 'ada' }, person('ada'), { account: proven('ada@example.com') });
    expect((await must(theirs)).appended).toMatchObject([{ data: { userId: 'ada', from: 'squatter' } }]);
    expect(await refusal(put(id, { firstName: 'Eve' }, person('squatter')))).toMatchObject({ code: 'not-found' });
  });

  test('follows when staff correct the email to one that an account has proven', async () => {
    const { id } = await apply({ actor: person('squatter') });
    const userId = environment.identity.userId('proven@example.com', 0);
    const account = { passwordId: null, email: 'proven@example.com' };
    await must(
      handle(
        environment,
        user,
        userId,
        [
          { type: 'SignUp', data: account },
          { type: 'VerifyEmail', data: {} },
        ],
        contextBy(SYSTEM),
      ),
    );
    await must(put(id, { email: 'proven@example.com' }));
    expect((await load(environment, application, id)).state).toMatchObject({ userId });
  });

  test('before a transfer is completed also links the copy', async () => {
    const { id } = await apply({ actor: person('squatter') });
    const target = await environment.createBatch({ config: CONFIG });
    const transfer = { toBatchId: target, toBatchName: 'July', copyId: 'copy-of-squatted', commentId: 'c' };
    const transferred = await must(
      handle(environment, application, id, [{ type: 'Transfer', data: transfer }], contextBy(SYSTEM)),
    );
    await must(put(id, { userId: 'ada' }, person('ada'), { account: proven('ada@example.com') }));
    const copy = await completeTransfer(environment, transferred.appended[0] as never, contextBy(SYSTEM));
    expect(copy?.state).toMatchObject({ userId: 'ada' });
  });
});

describe('the place in a batch', () => {
  const anonymous = { kind: 'anonymous', roles: [], isCreator: false } as const;
  const applyAs = (email: string, batchId: string, at?: string) =>
    submitApplication(
      environment,
      { payload: { batchId, firstName: 'A', email }, account: null },
      contextBy(anonymous, at ? { at } : {}),
    );

  test('moves with a corrected email, and the old one is free again', async () => {
    const { id, batchId } = await apply({ actor: anonymous, email: 'tpyo@example.com' });
    await must(put(id, { email: 'typo@example.com' }));
    expect(await refusal(applyAs('typo@example.com', batchId) as never)).toMatchObject({ code: 'duplicate' });
    const other = await must(applyAs('tpyo@example.com', batchId));
    expect(await refusal(put(id, { email: 'tpyo@example.com' }))).toMatchObject({ code: 'duplicate' });
    await must(put(other.id, { status: 'CANCELLED' }));
    await must(put(id, { email: 'tpyo@example.com' }));
    expect(await refusal(put(other.id, { status: 'NEW' }))).toMatchObject({ code: 'duplicate' });
  });

  test('stays when only the spelling of the email is corrected', async () => {
    const { id } = await apply({ actor: anonymous, email: ' Ada@Example.com ' });
    expect(await get(id)).toMatchObject({ email: 'Ada@Example.com' });
    expect((await must(put(id, { email: ' Ada@Example.com' }))).appended).toEqual([]);
    const before = (await applicationsIn(environment.log)).size;
    expect(typesOf(await must(put(id, { email: ' ADA@example.com ' })))).toEqual(['EmailCorrected']);
    expect(await get(id)).toMatchObject({ email: 'ADA@example.com' });
    expect((await applicationsIn(environment.log)).size).toBe(before);
  });

  test('is not given back while another live application holds it', async () => {
    const { id, batchId } = await apply({ actor: anonymous, email: 'b@example.com' });
    await must(put(id, { status: 'CANCELLED' }));
    const second = await must(applyAs('b@example.com', batchId));
    expect(await refusal(put(id, { status: 'NEW' }))).toMatchObject({ code: 'duplicate' });
    await must(put(second.id, { status: 'CANCELLED' }));
    await must(put(id, { status: 'NEW' }));
    expect(await refusal(put(second.id, { status: 'NEW' }))).toMatchObject({ code: 'duplicate' });
    await must(put(id, { status: 'CANCELLED' }));
    await must(applyAs('b@example.com', batchId));
  });

  test('is released when the email is corrected again', async () => {
    const { id, batchId } = await apply({ actor: anonymous, email: 'old@example.com' });
    const start = Date.now();
    const at = (seconds: number) => new Date(start + seconds * 1_000).toISOString();
    await must(put(id, { email: 'c@example.com' }, MIA, { at: at(1) }));
    await must(put(id, { status: 'CANCELLED' }, MIA, { at: at(2) }));
    await must(applyAs('c@example.com', batchId, at(3)));
    expect(await refusal(put(id, { status: 'NEW' }, MIA, { at: at(4) }))).toMatchObject({ code: 'duplicate' });
  });

  test('is released when the application is cancelled again', async () => {
    const { id, batchId } = await apply({ actor: anonymous, email: 'again@example.com' });
    const start = Date.now();
    const at = (seconds: number) => new Date(start + seconds * 1_000).toISOString();
    for (const [index, status] of ['CANCELLED', 'NEW', 'CANCELLED'].entries()) {
      await must(put(id, { status }, MIA, { at: at(index + 1) }));
    }
    await must(applyAs('again@example.com', batchId, at(5)));
    expect(await refusal(put(id, { status: 'NEW' }, MIA, { at: at(6) }))).toMatchObject({ code: 'duplicate' });
  });

  test('is not taken by a claim whose application was cancelled before its return', async () => {
    const { id, batchId } = await apply({ actor: anonymous, email: 'twice@example.com' });
    const start = Date.now();
    const at = (seconds: number) => new Date(start + seconds * 1_000).toISOString();
    await must(put(id, { status: 'CANCELLED' }, MIA, { at: at(1) }));
    let claims = 0;
    const log: typeof environment.log = {
      ...environment.log,
      append: async (...append) => {
        const appended = await environment.log.append(...append);
        if (append[2].some(({ type }) => type === 'PlaceClaimed')) {
          claims += 1;
          await must(put(id, { status: 'NEW' }, MIA, { at: at(3) }));
          await must(put(id, { status: 'CANCELLED' }, MIA, { at: at(4) }));
          await must(applyAs('twice@example.com', batchId, at(5)));
        }
        return appended;
      },
    };
    const input = { applicationId: id, payload: { status: 'NEW' }, holdsClaim: false, account: null };
    const returned = changeApplication({ ...environment, log }, input, contextBy(MIA, { at: at(2) }));
    expect(await refusal(returned)).toMatchObject({ code: 'conflict' });
    expect(claims).toBe(1);
  });

  test('goes to one of a return and a simultaneous submission', async () => {
    for (let round = 0; round < 5; round += 1) {
      const email = `race${round}@example.com`;
      const { id, batchId } = await apply({ actor: anonymous, email });
      await must(put(id, { status: 'CANCELLED' }));
      await Promise.all([put(id, { status: 'NEW' }), ...Array.from({ length: 5 }, () => applyAs(email, batchId))]);
      const live = [...(await applicationsIn(environment.log)).values()].filter(
        (state) => state.kind === 'application' && state.batchId === batchId && state.status !== 'CANCELLED',
      );
      expect(live).toHaveLength(1);
    }
  });

  test('is free a minute after a claim that was never used', async () => {
    const { id, batchId } = await apply({ actor: anonymous, email: 'c@example.com' });
    const place = environment.identity.applicationId(batchId, 'd@example.com', 0);
    await must(handle(environment, application, place, [{ type: 'ClaimPlace', data: { by: id } }], contextBy(SYSTEM)));
    expect(await refusal(applyAs('d@example.com', batchId) as never)).toMatchObject({ code: 'duplicate' });
    const later = new Date(Date.now() + 61_000).toISOString();
    await must(applyAs('d@example.com', batchId, later));
  });

  test('stays taken while its application has the email, and is free once the applicant is erased', async () => {
    const { id, batchId } = await apply({ actor: anonymous, email: 'wrong@example.com' });
    await must(put(id, { email: 'right@example.com' }));
    const later = new Date(Date.now() + 61_000).toISOString();
    const late = applyAs('right@example.com', batchId, later);
    expect(await refusal(late as never)).toMatchObject({ code: 'duplicate' });
    await environment.keys.erase(`application-${id}`, later);
    const erase = { type: 'ErasePersonalData', data: {} } as const;
    await must(handle(environment, application, id, [erase], contextBy(SYSTEM, { at: later })));
    await must(applyAs('right@example.com', batchId));
  });

  test('belongs to a submission that comes at the moment of the claim', async () => {
    const { id, batchId } = await apply({ actor: anonymous, email: 'slow@example.com' });
    let isFirst = true;
    const log: typeof environment.log = {
      ...environment.log,
      append: async (...append) => {
        if (isFirst) {
          isFirst = false;
          await must(applyAs('quick@example.com', batchId));
        }
        return environment.log.append(...append);
      },
    };
    const input = { applicationId: id, payload: { email: 'quick@example.com' }, holdsClaim: false, account: null };
    const corrected = changeApplication({ ...environment, log }, input, contextBy(MIA));
    expect(await refusal(corrected)).toMatchObject({ code: 'duplicate' });
  });

  test('is not claimed for a change that is refused', async () => {
    const { id } = await apply({ actor: anonymous, email: 'e@example.com' });
    const before = (await applicationsIn(environment.log)).size;
    expect(await refusal(put(id, { email: 'no email' }))).toMatchObject({ fields: ['email'] });
    expect((await applicationsIn(environment.log)).size).toBe(before);
  });
});

describe('a transfer', () => {
  const transfer = (id: string, transferBatchId: unknown, context = {}) =>
    put(id, { status: 'TRANSFERRED', transferBatchId }, MIA, context);
  const copiesOf = async (id: string) =>
    [...(await applicationsIn(environment.log))].filter(
      ([, state]) => state.kind === 'application' && state.transferredFrom === id,
    );

  test('leaves a copy in the target with everything that it carries over', async () => {
    const target = await environment.createBatch({ name: 'Java, July', config: CONFIG });
    const { id, batchId } = await apply({ email: 'moves@example.com' });
    await must(
      put(id, {
        status: 'INTERVIEW PENDING',
        adminComments: [{ message: 'Strong' }],
        selectedPaymentModelId: 'upfront',
      }),
    );
    const original = await must(transfer(id, target));
    const [[copyId, copy] = ['', null]] = await copiesOf(id);
    expect(original.state).toMatchObject({ status: 'TRANSFERRED', transferredTo: copyId });
    expect(copy).toMatchObject({
      batchId: target,
      status: 'INTERVIEW PENDING',
      email: 'moves@example.com',
      values: { firstName: 'Ada' },
      userId: 'ada',
      selectedPaymentModelId: 'upfront',
      comments: [
        { message: 'Strong', authorId: 'mia' },
        { message: 'Transferred from June', authorId: 'mia' },
      ],
    });
    expect(await get(id)).toMatchObject({
      adminComments: [{ message: 'Strong' }, { message: 'Student transferred to Java, July' }],
    });
    const again = await apply({ email: 'moves@example.com', batchId, actor: person('other') });
    expect(again.id).not.toBe(id);
  });

  test('needs another Open batch of the same organization', async () => {
    const { id, batchId } = await apply({ email: 'f@example.com' });
    const closed = await environment.createBatch({ status: 'Closed' });
    const foreign = await environment.createBatch({ organizationId: 'other' });
    for (const target of [undefined, null, batchId, closed, foreign, 'nowhere', { $ne: 1 }]) {
      expect(await refusal(transfer(id, target))).toMatchObject({
        code: 'refused',
        message: 'Please select a course to transfer the student to',
      });
    }
  });

  test('is refused where the person has applied already, and changes nothing', async () => {
    const target = await environment.createBatch({ config: CONFIG });
    await apply({ email: 'g@example.com', batchId: target, actor: person('g') });
    const { id } = await apply({ email: 'g@example.com' });
    const before = await get(id);
    expect(await refusal(transfer(id, target))).toMatchObject({ code: 'duplicate' });
    expect(await get(id)).toEqual(before);
  });

  test('that was interrupted is completed once, even into the next place', async () => {
    const target = await environment.createBatch({ config: CONFIG });
    const { id } = await apply({ email: 'h@example.com' });
    const copyId = environment.identity.applicationId(target, 'h@example.com', 0);
    const data = { toBatchId: target, toBatchName: 'x', copyId, commentId: 'c' };
    const half = await must(handle(environment, application, id, [{ type: 'Transfer', data }], contextBy(MIA)));
    const event = half.appended[0];
    if (event?.type !== 'ApplicationTransferred') throw new Error('No transfer');
    await apply({ email: 'h@example.com', batchId: target, actor: person('h') });
    await Promise.all([1, 2, 3].map(() => completeTransfer(environment, event, contextBy(SYSTEM))));
    await completeTransfer(environment, event, contextBy(SYSTEM));
    const copies = await copiesOf(id);
    expect(copies).toHaveLength(1);
    expect(copies[0]?.[0]).toBe(environment.identity.applicationId(target, 'h@example.com', 1));
  });

  test('under the same key again also completes what is missing', async () => {
    const target = await environment.createBatch({ config: CONFIG });
    const { id } = await apply({ email: 'i@example.com' });
    const commandId = crypto.randomUUID();
    await must(transfer(id, target, { commandId }));
    await must(transfer(id, target, { commandId }));
    expect(await copiesOf(id)).toHaveLength(1);
  });
});
