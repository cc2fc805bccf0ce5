import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { ApplicationView } from '../../api/contract/applications.ts';
import type { ProcessImpact } from '../../api/contract/processes.ts';
import { submitApplication } from '../../commands/application/submit-application.ts';
import type { FormField, ProcessConfig, Step } from '../../domain/process/config.ts';
import { definitionsOf } from '../../domain/process/fields.ts';
import { errorOfAnyDefinition } from '../../domain/process/form-values.ts';
import type { Client } from '../support/client.ts';
import { accepted, createSchool, freshEmail, operatorContext, type School, signedIn } from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { PROVIDER_SECRET } from '../support/world.ts';

const APPLICANTS = 500;
const TRACKS = ['Java', 'Web', 'Data'];
const MOVERS = 8;
const MOVES = 3;
const STOPPED = 300;

let server: TestServer;
let school: School;
let owner: Client;
beforeAll(async () => {
  server = await startTestServer({ environment: { RATE_LIMITS: 'off' } });
  school = await createSchool(server, 'in-the-middle');
  owner = school.staff.Owner;
});
afterAll(() => server.close());

const field = (name: string, rest: Partial<FormField> = {}): FormField => ({
  ...{ name, label: `The ${name}`, dataType: 'text', required: false },
  ...rest,
});
const reached = (comparisonValue: string): Step['visibilityCondition'] => ({
  logicalOperator: 'AND',
  terms: [{ target: 'STATUS', operator: 'Greater than or equal', comparisonValue }],
});
const processOf = (fields: readonly FormField[], steps: readonly Step[]): ProcessConfig => ({
  label: 'In the middle',
  requestSignup: true,
  fields: [],
  applicationForm: {
    title: 'Apply',
    fields: [field('email', { dataType: 'email', required: true }), ...fields],
  },
  applicationDetailsSteps: [...steps],
});
const form = (...fields: readonly FormField[]) => ({ title: '', fields: [...fields] });

async function made<Name extends 'createPaymentModel' | 'createAssessment' | 'createProcess' | 'createBatch'>(
  name: Name,
  body: object,
) {
  const { body: answer, status, problem } = await owner.call(name, { body });
  expect(status, JSON.stringify(problem)).toBe(200);
  return answer;
}

/** Each twelfth or so of them has answered, reached, chosen and completed something else. */
async function applicants(batchId: string, plans: readonly string[], assessmentId: string): Promise<void> {
  const { environment, engine } = server.running.composition;
  const context = { ...operatorContext(server), organizationId: school.organizationId };
  const one = async (n: number) => {
    const email = freshEmail();
    const payload = {
      ...{ batchId, email, track: TRACKS[n % 3], tracking: null },
      ...(n % 4 > 0 && { age: n % 4 === 1 ? `${n}` : `n${n}@example.org` }),
      ...(n % 5 === 0 && { city: 'Cebu' }),
    };
    const { id, position } = accepted(await submitApplication(environment, { payload, account: null }, context));
    const stage = n % 7;
    if (stage > 4) return position;
    const body = {
      motivation: 'Because',
      ...(stage === 4 && { hobby: 'Chess' }),
      ...(stage === 0 && { status: 'INTERVIEW PENDING' }),
      ...((stage === 1 || stage === 2) && { status: 'CONTRACT SENT', selectedPaymentModelId: plans[stage - 1] }),
      ...(stage === 3 && { status: 'WITHDRAWN' }),
    };
    await engine.waitFor(position);
    const { status, problem } = await owner.call('changeApplication', { params: { id }, body });
    expect(status, JSON.stringify(problem)).toBe(200);
    if (n % 2 === 0 && stage === 0) {
      const report = { secretToken: PROVIDER_SECRET, event: 'assignment.completed', userEmail: email, source: 'p' };
      const query = { organizationId: school.organizationId, assessmentId };
      const sent = await server.client().call('inboundWebhook', { query, body: { content: JSON.stringify(report) } });
      expect(sent.status).toBe(200);
    }
    return position;
  };
  for (let n = 0; n < APPLICANTS; n += 25) {
    await Promise.all(Array.from({ length: 25 }, (_, place) => one(n + place)));
  }
}

interface Seen {
  readonly applications: ReadonlyMap<string, ApplicationView>;
  readonly config: ProcessConfig;
}
async function seen(processId: string, batchId: string): Promise<Seen> {
  const { body } = await owner.call('listApplications', { query: { batchIds: batchId } });
  const views: ApplicationView[] = [];
  for (let n = 0; n < body.length; n += 50) {
    const some = body.slice(n, n + 50).map(({ _id: id }) => owner.call('getApplication', { params: { id } }));
    views.push(...(await Promise.all(some)).map((answer) => answer.body));
  }
  const { body: json } = await owner.call('getProcess', { params: { id: processId } });
  return { applications: new Map(views.map((one) => [one._id, one])), config: JSON.parse(json) };
}
const stepIn = ({ config }: Seen, view: ApplicationView | undefined, id: string) => {
  const index = config.applicationDetailsSteps.findIndex(({ _id }) => _id === id);
  return view?.steps?.find((step) => step.index === index && step.isVisible);
};
/** The ids of applications in progress that meet it, sorted. */
const those = ({ applications }: Seen, is: (one: ApplicationView) => unknown): readonly string[] =>
  [...applications.values()]
    .filter((one) => one.status !== 'WITHDRAWN' && is(one))
    .map(({ _id }) => _id)
    .sort();

/**
 * Compares what was announced with what the lists of applications show before and after.
 * @param moving Ids of applicants who moved meanwhile, so that they may be counted or not.
 */
function expectHappened(
  impact: ProcessImpact,
  before: Seen,
  after: Seen,
  moving: ReadonlySet<string> = new Set(),
): void {
  const expectAnnounced = (what: string, count: number, ids: readonly string[], happened: readonly string[]) => {
    const certain = happened.filter((id) => !moving.has(id));
    expect(count, what).toBeGreaterThanOrEqual(certain.length);
    expect(count, what).toBeLessThanOrEqual(certain.length + moving.size);
    expect(ids.length, what).toBe(count);
    expect(
      ids.filter((id) => !moving.has(id) && !certain.includes(id)),
      what,
    ).toEqual([]);
  };
  const all = those(before, () => true);
  expect(impact.applications).toBe(all.length);
  for (const { title, _id, change, ...effects } of impact.steps) {
    const pairs = all.map((id) => {
      const [was, is] = [before, after].map((at) => stepIn(at, at.applications.get(id), _id));
      return { id, was, is };
    });
    const meet = (is: (pair: (typeof pairs)[number]) => unknown) => pairs.filter(is).map(({ id }) => id);
    const { open, openIds, appears, appearsIds, disappears, disappearsIds, reopens, reopensIds } = effects;
    if (change !== 'kept')
      expectAnnounced(
        `${title} open`,
        open,
        openIds,
        meet(({ was }) => was?.isActive),
      );
    expectAnnounced(
      `${title} appears`,
      appears,
      appearsIds,
      meet(({ was, is }) => !was && is),
    );
    expectAnnounced(
      `${title} disappears`,
      disappears,
      disappearsIds,
      meet(({ was, is }) => was && !is),
    );
    const opened = meet(({ was, is }) => was?.isComplete && is && !is.isComplete);
    expectAnnounced(`${title} reopens`, reopens, reopensIds, opened);
    const done = meet(({ was, is }) => !was?.isComplete && is?.isComplete);
    expectAnnounced(`${title} completes`, effects.completes, effects.completesIds, done);
  }
  const announced = new Set(impact.steps.map(({ _id }) => _id));
  const still = all.filter((id) => !moving.has(id));
  for (const { _id } of after.config.applicationDetailsSteps.filter((step) => !announced.has(step._id))) {
    const states = (at: Seen) =>
      still.map((id) => {
        const { isVisible, isComplete } = stepIn(at, at.applications.get(id), _id) ?? {};
        return { isVisible, isComplete };
      });
    expect(states(after), `${_id} is the same for all`).toEqual(states(before));
  }
  const given = (name: string) => those(before, (one) => one[name] != null && one[name] !== '');
  for (const one of impact.removedFields)
    expectAnnounced(one.name, one.applications, one.applicationIds, given(one.name));
  for (const one of impact.requiredFields) {
    const missing = all.filter((id) => !given(one.name).includes(id));
    expectAnnounced(one.name, one.applications, one.applicationIds, missing);
  }
  for (const { name, option, applications, applicationIds } of impact.removedOptions) {
    expectAnnounced(
      option,
      applications,
      applicationIds,
      those(after, (one) => one[name] === option),
    );
  }
  for (const { name, applications, applicationIds, misfits } of impact.changedTypes) {
    expectAnnounced(name, applications, applicationIds, given(name));
    const definitions = definitionsOf(name, after.config);
    const unfit = (one: ApplicationView) => {
      const value = one[name] ?? null;
      return value !== null && errorOfAnyDefinition(value as string, definitions) !== null;
    };
    const certain = those(after, (one) => !moving.has(one._id) && unfit(one)).length;
    expect(misfits).toBeGreaterThanOrEqual(certain);
    expect(misfits).toBeLessThanOrEqual(certain + moving.size);
  }
  for (const { _id, applications, applicationIds } of impact.withdrawnPlans) {
    expectAnnounced(
      'plan',
      applications,
      applicationIds,
      those(after, (one) => one.selectedPaymentModelId === _id),
    );
  }
}

test('a change under 500 applicants does what was announced, also while they go on, and takes no answer, status, plan or result from them', async () => {
  const [first, second] = [
    await made('createPaymentModel', { name: 'A' }),
    await made('createPaymentModel', { name: 'B' }),
  ];
  const external = { type: 'external', messagingSecretToken: PROVIDER_SECRET };
  const [old, next] = [
    await made('createAssessment', { name: 'Old', ...external }),
    await made('createAssessment', { name: 'Next', ...external }),
  ];
  const track = (options: string[]) => field('track', { dataType: 'select', options, required: true });
  const motivation = field('motivation', { dataType: 'paragraph', required: true });
  const before = processOf(
    [track(TRACKS), field('age'), field('city')],
    [
      { _id: 'about', title: 'About you', configuration: form(motivation, field('hobby')) },
      { _id: 'tests', title: 'Tests', visibilityCondition: reached('INTERVIEW PENDING'), assessmentIds: [old._id] },
      {
        ...{ _id: 'plan', title: 'Plan', visibilityCondition: reached('CONTRACT SENT') },
        availablePaymentModels: [first._id, second._id],
      },
      { _id: 'read', title: 'To read', content: [{ markdown: 'Welcome' }] },
    ],
  );
  const agreed = field('agreed', { dataType: 'select', options: ['Yes'], required: true });
  const after = processOf(
    [track(['Java', 'Data']), field('age', { dataType: 'email' })],
    [
      { _id: 'rules', title: 'Rules', configuration: form(agreed) },
      { _id: 'about', title: 'About you', configuration: form(motivation, field('hobby', { required: true })) },
      { _id: 'tests', title: 'Tests', visibilityCondition: reached('INTERVIEW PENDING'), assessmentIds: [next._id] },
      {
        ...{ _id: 'plan', title: 'Plan', visibilityCondition: reached('CONTRACT RECEIVED') },
        availablePaymentModels: [second._id],
      },
      { _id: 'read', title: 'To read', content: [{ markdown: 'Welcome' }] },
    ],
  );
  const { _id: processId, version } = await made('createProcess', { json: JSON.stringify(before) });
  const { _id: batchId } = await made('createBatch', { name: 'Running', status: 'Open', processId });
  await applicants(batchId, [first._id, second._id], old._id);

  const params = { id: processId };
  const body = { json: JSON.stringify(after), version };
  const weighed = await owner.call('getProcessImpact', { params, body });
  const { body: all } = await owner.call('listApplications', { query: { batchIds: batchId } });
  expect(all).toHaveLength(APPLICANTS);
  const mover = all.find(({ status, city }) => status === 'NEW' && !city)?._id ?? '';
  const moves = { params: { id: mover }, body: { city: 'Davao', status: 'CONTRACT SENT' } };
  expect((await owner.call('changeApplication', moves)).status).toBe(200);
  const late = await owner.call('changeProcess', { params, body: { ...body, impact: weighed.body.token } });
  expect(late.status, 'an applicant has moved since').toBe(409);

  const { body: impact } = await owner.call('getProcessImpact', { params, body });
  const was = await seen(processId, batchId);
  const saved = await owner.call('changeProcess', { params, body: { ...body, impact: impact.token } });
  expect(saved.status, JSON.stringify(saved.problem)).toBe(200);
  const is = await seen(processId, batchId);
  const names = (list: readonly { name: string }[]) => list.map(({ name }) => name);
  expect(names(impact.removedFields)).toEqual(['city']);
  expect(names(impact.requiredFields).sort()).toEqual(['agreed', 'hobby']);
  expect(impact.removedOptions.map(({ option }) => option)).toEqual(['Web']);
  expect(names(impact.changedTypes)).toEqual(['age']);
  expect(impact.withdrawnPlans.map(({ _id }) => _id)).toEqual([first._id]);
  expect(impact.withdrawnAssessments).toMatchObject([{ _id: old._id }]);
  expect(impact.steps.map(({ _id, change }) => `${_id} ${change}`).sort()).toEqual([
    ...['about changed', 'plan changed', 'rules added', 'tests changed'],
  ]);
  expectHappened(impact, was, is);

  const facts = ({ applications }: Seen) => [...applications.values()].map(({ steps, ...one }) => one);
  expect(facts(is), 'answers, statuses, plans, numbers and scores').toEqual(facts(was));
  const results = those(is, ({ assessmentScores }) => assessmentScores?.length);
  expect(impact.withdrawnAssessments[0]?.applicationIds.toSorted()).toEqual(results);

  // The change back, while a few of the applicants go on.
  const movers = [...is.applications.values()].filter(({ status }) => status === 'NEW').slice(0, MOVERS);
  const moving = new Set(movers.map(({ _id }) => _id));
  let isSaved = false;
  const given = new Map<string, string>();
  const goOn = async ({ _id: id }: ApplicationView) => {
    for (let move = 0; move < MOVES || !isSaved; move += 1) {
      const moved = { hobby: `Move ${move}`, ...(move === 1 && { status: 'CONTRACT SENT' }) };
      const { status, problem } = await owner.call('changeApplication', { params: { id }, body: moved });
      expect(status, JSON.stringify(problem)).toBe(200);
      given.set(id, moved.hobby);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  const moved = Promise.all(movers.map(goOn));
  const back = { json: JSON.stringify(before), version: saved.body.version };
  const announcing = async (): Promise<ProcessImpact> => {
    const { body: announced } = await owner.call('getProcessImpact', { params, body: back });
    const answer = await owner.call('changeProcess', { params, body: { ...back, impact: announced.token } });
    if (answer.status === 409) return announcing();
    expect(answer.status, JSON.stringify(answer.problem)).toBe(200);
    return announced;
  };
  const announced = await announcing();
  isSaved = true;
  await moved;
  const later = await seen(processId, batchId);
  expectHappened(announced, is, later, moving);
  const still = (at: Seen) => facts(at).filter(({ _id }) => !moving.has(_id));
  expect(still(later), 'those who stood still').toEqual(still(is));
  expect(movers.map(({ _id }) => later.applications.get(_id)?.hobby)).toEqual(movers.map(({ _id }) => given.get(_id)));
});

/** Renames of answers, newest first. */
const renamesUnderWay = async () =>
  (await owner.call('listBulks')).body.filter(({ action }) => action.kind === 'renameOption');

test('a renamed option is renamed in the answers that were announced, and undo leaves those that were changed since', async () => {
  const track = (options: string[]) => field('track', { dataType: 'select', options, required: true });
  const step = { _id: 'about', title: 'About you', configuration: form(field('motivation')) };
  const { _id: processId, version } = await made('createProcess', {
    json: JSON.stringify(processOf([track(['Web', 'Data'])], [step])),
  });
  const { _id: batchId } = await made('createBatch', { name: 'Renamed', status: 'Open', processId });
  const apply = async (answer: string) => {
    const body = { batchId, email: freshEmail(), track: answer };
    return (await server.client().call('submitApplication', { body })).body._id;
  };
  const [web, late, data] = [await apply('Web'), await apply('Web'), await apply('Data')];
  const gone = await apply('Web');
  await owner.call('changeApplication', { params: { id: gone }, body: { status: 'WITHDRAWN' } });
  const tracks = () =>
    Promise.all(
      [web, late, data, gone].map(async (id) => (await owner.call('getApplication', { params: { id } })).body.track),
    );
  const bulk = async () => (await renamesUnderWay())[0];
  const until = async (phase: string) => {
    await vi.waitFor(async () => expect((await bulk())?.phase).toBe(phase), { timeout: 20_000, interval: 20 });
    return (await owner.call('getBulk', { params: { id: (await bulk())?._id ?? '' } })).body;
  };

  const params = { id: processId };
  const json = JSON.stringify(processOf([track(['Web and apps', 'Data'])], [step]));
  const other = [{ name: 'track', from: 'Data', to: 'Science' }];
  const refused = await owner.call('changeProcess', { params, body: { json, version, renames: other } });
  expect(refused.status).toBe(422);
  expect(refused.problem?.errors).toMatchObject([{ field: 'renames' }]);
  const renames = [{ name: 'track', from: 'Web', to: 'Web and apps' }];
  const stranger = (await createSchool(server, 'renaming-strangers')).staff.Owner;
  for (const [client, status] of [
    [school.staff.Viewer, 403],
    [stranger, 404],
  ] as const)
    expect((await client.call('changeProcess', { params, body: { json, version, renames } })).status).toBe(status);
  expect(await renamesUnderWay()).toEqual([]);
  const { body: impact } = await owner.call('getProcessImpact', { params, body: { json, version, renames } });
  expect(impact.removedOptions[0]?.applicationIds.toSorted()).toEqual([web, late].sort());
  const token = { impact: impact.token };
  const without = await owner.call('changeProcess', { params, body: { json, version, ...token } });
  expect(without.status, 'the impact was another').toBe(409);
  const saved = await owner.call('changeProcess', { params, body: { json, version, renames, ...token } });
  expect(saved.status, JSON.stringify(saved.problem)).toBe(200);

  const { action, startedBy } = await until('finished');
  expect(action).toMatchObject({ label: 'The track', from: 'Web', to: 'Web and apps' });
  expect(startedBy?.email).toBe((await owner.call('getUser')).body.email);
  expect(await tracks()).toEqual(['Web and apps', 'Web and apps', 'Data', 'Web']);

  await owner.call('changeApplication', { params: { id: late }, body: { track: 'Data' } });
  await owner.call('undoBulk', { params: { id: (await bulk())?._id ?? '' } });
  const { undo } = await until('undone');
  expect(undo).toMatchObject({ restored: 1, left: 1 });
  expect(await tracks()).toEqual(['Web', 'Data', 'Data', 'Web']);
});

test('answers to a deleted question are also counted for applications that have ended', async () => {
  const config = (fields: readonly FormField[]) => JSON.stringify(processOf(fields, []));
  const { _id: processId, version } = await made('createProcess', { json: config([field('city')]) });
  const batch = (name: string) => made('createBatch', { name, status: 'Open', processId });
  const [running, target, complete] = [await batch('Running'), await batch('Target'), await batch('Complete')];
  const apply = async (batchId: string, answer: object = { city: 'Cebu' }) => {
    const body = { batchId, email: freshEmail(), ...answer };
    return (await server.client().call('submitApplication', { body })).body._id;
  };
  const change = async (id: string, body: object) => {
    const { status, problem } = await owner.call('changeApplication', { params: { id }, body });
    expect(status, JSON.stringify(problem)).toBe(200);
    return id;
  };
  const inProgress = await apply(running._id);
  const ended = [
    await change(await apply(running._id), { status: 'CANCELLED' }),
    await change(await apply(running._id), { status: 'WITHDRAWN' }),
    await apply(complete._id),
  ];
  await change(await apply(running._id, {}), { status: 'WITHDRAWN' });
  const moved = await apply(running._id);
  await change(moved, { status: 'TRANSFERRED', transferBatchId: target._id });
  const params = { id: complete._id };
  expect((await owner.call('changeBatch', { params, body: { status: 'Complete' } })).status).toBe(200);

  const weighed = { params: { id: processId }, body: { json: config([]), version } };
  const { removedFields } = (await owner.call('getProcessImpact', weighed)).body;
  expect(removedFields).toMatchObject([{ name: 'city', applications: 2, ended: 4 }]);
  expect(removedFields[0]?.applicationIds).toContain(inProgress);
  expect(removedFields[0]?.endedIds.toSorted()).toEqual([...ended, moved].sort());
});

test('each answer is renamed once, and all are, even if the server stops between the save and the last one', async () => {
  const track = (options: string[]) => JSON.stringify(processOf([field('track', { dataType: 'select', options })], []));
  const { _id: processId, version } = await made('createProcess', { json: track(['Web', 'Data']) });
  const { _id: batchId } = await made('createBatch', { name: 'Stopped', status: 'Open', processId });
  const { environment, engine } = server.running.composition;
  const context = { ...operatorContext(server), organizationId: school.organizationId };
  const apply = async () => {
    const payload = { batchId, email: freshEmail(), track: 'Web', tracking: null };
    const commandId = crypto.randomUUID();
    return accepted(await submitApplication(environment, { payload, account: null }, { ...context, commandId }));
  };
  const submitted: Awaited<ReturnType<typeof apply>>[] = [];
  for (let n = 0; n < STOPPED; n += 50) submitted.push(...(await Promise.all(Array.from({ length: 50 }, apply))));
  for (const { position } of submitted.slice(-50)) await engine.waitFor(position);

  const params = { id: processId };
  const renames = [{ name: 'track', from: 'Web', to: 'Web and apps' }];
  const known = new Set((await renamesUnderWay()).map(({ _id }) => _id));
  const body = { json: track(['Web and apps', 'Data']), version, renames };
  expect((await owner.call('changeProcess', { params, body })).status).toBe(200);
  server = await server.restart();
  owner = await signedIn(server, 'owner@in-the-middle.example', school.organizationId);
  const own = async () => (await renamesUnderWay()).filter(({ _id }) => !known.has(_id));
  await vi.waitFor(async () => expect(await own()).toMatchObject([{ phase: 'finished' }]), {
    timeout: 60_000,
    interval: 50,
  });
  const { log } = server.running.composition;
  for (const { id } of submitted) {
    const events = await log.readStream(`application-${id}`);
    expect(events.map(({ type }) => type).filter((type) => type === 'DetailsSaved')).toHaveLength(1);
  }
  const { body: all } = await owner.call('listApplications', { query: { batchIds: batchId } });
  expect(new Set(all.map((one) => one.track))).toEqual(new Set(['Web and apps']));
});
