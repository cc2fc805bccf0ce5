import { recordActivity } from '../../../commands/activity/record-activity.ts';
import { changeApplication } from '../../../commands/application/change-application.ts';
import { submitApplication } from '../../../commands/application/submit-application.ts';
import { ASSESSMENTS } from '../../../commands/assessment/assessment-kind.ts';
import { changeBatch } from '../../../commands/batch/change-batch.ts';
import { createBatch } from '../../../commands/batch/create-batch.ts';
import type { CommandContext } from '../../../commands/context/context.ts';
import { uuidV5 } from '../../../commands/context/identity.ts';
import { createDocument } from '../../../commands/documents/create-document.ts';
import { handle } from '../../../commands/handling/handle.ts';
import { addMember } from '../../../commands/organization/add-member.ts';
import { createOrganization } from '../../../commands/organization/create-organization.ts';
import type { OrganizationEnvironment } from '../../../commands/organization/portal-hosts.ts';
import { settleInvoice } from '../../../commands/payment-account/settle-invoice.ts';
import { PAYMENT_MODELS } from '../../../commands/payment-model/payment-model-kind.ts';
import { createProcess } from '../../../commands/process/save-process.ts';
import { changeSolution } from '../../../commands/solution/change-solution.ts';
import { PROVIDER, reportResult } from '../../../commands/solution/report-result.ts';
import { startSolution } from '../../../commands/solution/start-solution.ts';
import type { AccountEnvironment } from '../../../commands/user/account-environment.ts';
import { ensureAccount } from '../../../commands/user/ensure-account.ts';
import { findAccount } from '../../../commands/user/find-account.ts';
import { type Actor, ANONYMOUS, type Role, SYSTEM } from '../../../domain/access/actor.ts';
import type { ActivityAction } from '../../../domain/activity/actions.ts';
import { application } from '../../../domain/application/application.ts';
import type { BatchStatus } from '../../../domain/batch/status.ts';
import { accept, type Result } from '../../../domain/event-sourcing/decision.ts';
import { user } from '../../../domain/user/user.ts';
import { OperationRefused } from '../../runtime/operation-refused.ts';
import { ASSESSMENTS_OF_DEMO } from './assessments.ts';
import { newDemoPassword, setDemoPassword } from './demo-passwords.ts';
import { type DemoRun, openDemoRun } from './demo-run.ts';
import { PLANS_OF_DEMO } from './payment-plans.ts';
import { createDice } from './people.ts';
import { BATCHES, DEMO_APPLICANT, DEMO_PASSWORD, MONTHS_OF_HISTORY, PROCESSES, SCHOOL, STAFF } from './school.ts';
import { type Deed, inventStory, type Story } from './story.ts';

const DAY = 86_400_000;
/** Larger demos run adjacent scenes of different applicants concurrently, because load tests need no strict order. */
const STRICT_ORDER_UP_TO = 1000;

export interface CreateDemo {
  readonly applications: number;
  /** Accounts get the published password if only this machine reaches the portal, else a random one. */
  readonly isLocal: boolean;
  readonly onProgress?: (progress: { label: string; done: number; total: number }) => void;
  /** Resolves when the read models have followed, because some rules query them. */
  readonly settle: (position: bigint) => Promise<unknown>;
}

export interface Demo {
  readonly organizationId: string;
  readonly applications: number;
  readonly commands: number;
  readonly accounts: readonly { readonly email: string; readonly role: Role | 'Applicant' }[];
  /** Null for a finished demo with a random password, of which only the hash is stored. */
  readonly password: string | null;
}

type DemoEnvironment = AccountEnvironment & OrganizationEnvironment;

/** Runs real commands at times in the past, in order. Its events are silent, so no email is sent. An interrupted run is resumed. */
export async function createDemo(environment: DemoEnvironment, options: CreateDemo): Promise<Demo> {
  const runs = openDemoRun(environment.vault);
  const run = await runs.begin(options.applications, environment.now());
  const { now, applications } = run;
  const story = inventStory(createDice(20_261), applications, now);
  const demo = createDirector(environment, run, now - (MONTHS_OF_HISTORY * 30.4 + 7) * DAY);
  const school = await openSchool(demo);
  await options.settle(school.position);

  const scenes = [
    ...batchScenes(demo, school, now),
    ...story.deeds.map((deed, index) => applicationScene(demo.scene(`deed ${index}`), school, story, deed)),
  ];
  scenes.sort((a, b) => a.at - b.at);
  const report = async (done: number) => {
    options.onProgress?.({ label: 'Creating the demo school', done, total: scenes.length });
    if (done > run.done) await runs.note({ ...run, done });
  };
  let done = 0;
  for (const group of groupsOf(scenes, applications > STRICT_ORDER_UP_TO ? 32 : 1)) {
    const isPast = done + group.length <= run.done;
    await Promise.all(group.map(({ play, founds }) => (isPast && !founds ? null : play())));
    done += group.length;
    if (done % 50 < group.length) await report(done);
  }
  await report(scenes.length);
  const { organizationId } = school;
  const password = newDemoPassword(options.isLocal);
  const commands = demo.count();
  await setDemoPassword(environment, password, demo.contextAt(environment.now(), SYSTEM));
  const result = { organizationId, commands, hasRandomPassword: !options.isLocal };
  await runs.note({ ...run, done: scenes.length, result });
  return describe(applications, result, password);
}

export async function finishedDemo({ vault }: Pick<AccountEnvironment, 'vault'>): Promise<Demo | undefined> {
  const run = await openDemoRun(vault).get();
  return run?.result && describe(run.applications, run.result, run.result.hasRandomPassword ? null : DEMO_PASSWORD);
}

export async function noteDemoPassword(
  { vault }: Pick<AccountEnvironment, 'vault'>,
  { isRandom }: { readonly isRandom: boolean },
): Promise<void> {
  const runs = openDemoRun(vault);
  const run = await runs.get();
  if (run?.result) await runs.note({ ...run, result: { ...run.result, hasRandomPassword: isRandom } });
}

const describe = (
  applications: number,
  { organizationId, commands }: NonNullable<DemoRun['result']>,
  password: string | null,
): Demo => ({
  organizationId,
  commands,
  applications,
  accounts: [...STAFF, { email: DEMO_APPLICANT, role: 'Applicant' as const }],
  password,
});

/** Makes command contexts. Ids follow from the run and the command's number, so a resumed run repeats the same commands. */
function createDirector(environment: DemoEnvironment, { run }: DemoRun, opensAt: number) {
  let commands = 0;
  const scene = (name: string) => ({
    environment,
    contextAt: contextsOf(name),
  });
  return { ...scene('school'), opensAt, scene, count: () => commands };

  function contextsOf(name: string) {
    let place = 0;
    return (at: number, actor: Actor, organizationId: string | null = null): CommandContext => {
      commands += 1;
      place += 1;
      const commandId = uuidV5(run, name, String(place));
      return {
        at: new Date(at).toISOString(),
        actor,
        organizationId,
        commandId,
        commandHash: commandId,
        correlationId: run,
        causationId: null,
        isSilent: true,
      };
    };
  }
}

type Director = ReturnType<typeof createDirector>;
type SceneDirector = ReturnType<Director['scene']>;

interface School {
  readonly organizationId: string;
  readonly staff: readonly Actor[];
  readonly processIds: ReadonlyMap<string, string>;
  readonly assessmentIds: ReadonlyMap<string, string>;
  readonly planIds: ReadonlyMap<string, string>;
  /** In the order of the plan, from the day of their creation. */
  readonly batchIds: string[];
  readonly applicationIds: Map<number, string>;
  readonly position: bigint;
}

async function openSchool(demo: Director): Promise<School> {
  const { environment, opensAt } = demo;
  const system = () => demo.contextAt(opensAt, SYSTEM);
  const accounts = await Promise.all(STAFF.map(({ email }) => findAccount(environment, email)));
  const userIds = accounts.map(({ userId }) => userId);
  // Command ids follow from the order of contexts, which a resumed run must repeat.
  const contexts = STAFF.map(system);
  const { contextAt } = demo.scene('names');
  const names = STAFF.map(({ name }) => ({ name, context: contextAt(opensAt, SYSTEM) }));
  const prepare = async () => {
    for (const [index, context] of contexts.entries()) {
      const ensured = await ensureAccount(environment, { email: STAFF[index]?.email ?? '', password: null }, context);
      if (!ensured.ok) return ensured;
      const { name, context: naming } = names[index] ?? {};
      if (!name || !naming) continue;
      const data = { name };
      const named = await handle(
        environment,
        user,
        userIds[index] ?? '',
        [{ type: 'ChangeDisplayName', data }],
        naming,
      );
      if (!named.ok) return named;
    }
    return accept(null);
  };
  const { name, slug, timeZone, ...details } = SCHOOL;
  const ownerId = userIds[0] ?? '';
  const created = granted(
    await createOrganization(environment, { name, slug, timeZone, details, ownerId, prepare }, system()),
  );
  const organizationId = created.id;
  let { position } = created;
  for (const [index, { role }] of STAFF.entries()) {
    if (index === 0) continue;
    const userId = userIds[index] ?? '';
    ({ position } = granted(await addMember(environment, { organizationId, userId, role }, system())));
  }
  const staff = STAFF.map(({ role }, index): Actor => {
    const id = userIds[index] ?? '';
    return { kind: 'user', id, roles: [{ orgId: organizationId, role }], isCreator: false };
  });

  const assessmentIds = new Map<string, string>();
  for (const [key, details] of Object.entries(ASSESSMENTS_OF_DEMO)) {
    const context = demo.contextAt(opensAt, staff[0] ?? SYSTEM, organizationId);
    const created = granted(await createDocument(environment, ASSESSMENTS, { organizationId, details }, context));
    assessmentIds.set(key, created.id);
  }
  const planIds = new Map<string, string>();
  for (const [key, details] of Object.entries(PLANS_OF_DEMO)) {
    const context = demo.contextAt(opensAt, staff[0] ?? SYSTEM, organizationId);
    const created = granted(await createDocument(environment, PAYMENT_MODELS, { organizationId, details }, context));
    planIds.set(key, created.id);
  }
  const processIds = new Map<string, string>();
  for (const [key, config] of Object.entries(PROCESSES)) {
    const context = demo.contextAt(opensAt, staff[0] ?? SYSTEM, organizationId);
    const process = granted(
      await createProcess(environment, { organizationId, json: withIds(config, assessmentIds, planIds) }, context),
    );
    processIds.set(key, process.id);
  }
  const applicationIds = new Map<number, string>();
  return { organizationId, staff, processIds, batchIds: [], applicationIds, assessmentIds, planIds, position };
}

const withIds = (
  config: object,
  assessmentIds: ReadonlyMap<string, string>,
  planIds: ReadonlyMap<string, string>,
): string =>
  JSON.stringify(config, (member, value) => {
    if (member === 'assessmentIds') return value.map((name: string) => assessmentIds.get(name));
    return member === 'availablePaymentModels' ? value.map((name: string) => planIds.get(name)) : value;
  });

interface Scene {
  readonly at: number;
  /** The applicant whose stream it changes; null for what all others depend on. */
  readonly who: number | null;
  readonly play: () => Promise<unknown>;
  /** Later scenes need its result, so it is repeated on resuming. */
  readonly founds: boolean;
}

function batchScenes(demo: Director, { organizationId, staff, processIds, batchIds }: School, now: number): Scene[] {
  const { environment } = demo;
  return BATCHES.flatMap(({ opened, closed, status, share: _share, process, pictures, ...details }, index) => {
    const scene = (at: number, next: BatchStatus): Scene => ({
      at,
      who: null,
      founds: next === 'Draft',
      play: async () => {
        const { contextAt } = demo.scene(`batch ${index} ${next}`);
        const context = contextAt(at, staff[next === 'Draft' ? 0 : 1] ?? SYSTEM, organizationId);
        if (next !== 'Draft') {
          const batchId = batchIds[index] ?? '';
          return granted(await changeBatch(environment, { batchId, payload: { status: next } }, context));
        }
        const draft = { ...details, processId: processIds.get(process) ?? null };
        const batch = granted(
          await createBatch(environment, { organizationId, details: draft, pictures, status: next }, context),
        );
        batchIds[index] = batch.id;
        return batch;
      },
    });
    const openedAt = now - opened * DAY;
    const scenes = [scene(openedAt - (status === 'Draft' ? 12 : 5) * DAY, 'Draft')];
    if (status !== 'Draft') scenes.push(scene(openedAt, 'Open'));
    if (closed !== null) scenes.push(scene(now - closed * DAY + 3_600_000, 'Closed'));
    if (closed !== null && status === 'Complete') scenes.push(scene(now - (closed - 46) * DAY, 'Complete'));
    return scenes;
  });
}

function applicationScene(demo: SceneDirector, school: School, { people }: Story, deed: Deed): Scene {
  const { environment } = demo;
  const { organizationId, staff, batchIds, applicationIds } = school;
  const { at, who } = deed;
  const email = people[who]?.email ?? '';
  const applicant: Actor = { kind: 'user', id: environment.identity.userId(email, 0), roles: [], isCreator: false };
  const by = (actor: Actor = applicant) => demo.contextAt(at, actor, organizationId);
  const id = () => applicationIds.get(who) ?? '';
  const change = async (payload: Record<string, unknown>, actor: Actor) => {
    const account = actor === applicant ? { email, isProven: true } : null;
    const input = { applicationId: id(), payload, holdsClaim: false, account };
    return granted(await changeApplication(environment, input, by(actor)));
  };
  const colleague = (index: number) => staff[index] ?? SYSTEM;
  const note = async (action: ActivityAction) => {
    const entries = [{ action, actionDetails: null, timestamp: new Date(at).toISOString() }];
    return granted(await recordActivity(environment, { applicationId: id(), entries }, by()));
  };

  const play = async (): Promise<unknown> => {
    switch (deed.kind) {
      case 'submit': {
        const payload = { ...deed.values, batchId: batchIds[deed.batch], tracking: deed.tracking };
        const submitted = granted(await submitApplication(environment, { payload, account: null }, by(ANONYMOUS)));
        return applicationIds.set(who, submitted.id);
      }
      case 'signUp':
        granted(await ensureAccount(environment, { email, password: null }, by()));
        return change({ userId: applicant.id }, applicant);
      case 'view':
        return note('VIEW_APPLICATION');
      case 'saveStep':
        await change(deed.values, applicant);
        return note('SAVE_APPLICATION_STEP');
      case 'takeQuiz': {
        const assessmentId = school.assessmentIds.get('quiz') ?? '';
        const started = granted(await startSolution(environment, { applicationId: id(), assessmentId }, by()));
        const answers = deed.answers.map(
          (option, n) => ASSESSMENTS_OF_DEMO.quiz.questions[n]?.options[option]?.value ?? null,
        );
        const submittedAt = at + deed.minutes * 60_000;
        const payload = { answers, submittedAt: new Date(submittedAt).toISOString() };
        const context = demo.contextAt(submittedAt, applicant, organizationId);
        return granted(await changeSolution(environment, { solutionId: started.solutionId, payload }, context));
      }
      case 'startProject': {
        const assessmentId = school.assessmentIds.get('project') ?? '';
        return granted(await startSolution(environment, { applicationId: id(), assessmentId }, by()));
      }
      case 'getResult': {
        const assessmentId = school.assessmentIds.get('external') ?? '';
        return granted(
          await reportResult(environment, { applicationId: id(), assessmentId, detailsUrl: null }, by(PROVIDER)),
        );
      }
      case 'choosePlan': {
        const selectedPaymentModelId = school.planIds.get(deed.plan) ?? '';
        return change({ selectedPaymentModelId }, deed.staff === null ? applicant : colleague(deed.staff));
      }
      case 'payInvoice': {
        const paid = { accountId: id(), n: deed.n, as: 'PayInvoice', note: deed.note } as const;
        return granted(await settleInvoice(environment, paid, by(colleague(deed.staff))));
      }
      case 'assign':
        return change({ adminAssignee: { userId: colleague(deed.staff).id } }, colleague(deed.staff));
      case 'comment':
        return change({ adminComments: [{ message: deed.message }] }, colleague(deed.staff));
      case 'setStatus':
        return change({ status: deed.status }, colleague(deed.staff));
      case 'bookInterview': {
        const data = { eventUri: null, startsAt: new Date(deed.startsAt).toISOString(), joinUrl: null };
        return granted(await handle(environment, application, id(), [{ type: 'ScheduleInterview', data }], by()));
      }
      case 'transfer':
        return change({ status: 'TRANSFERRED', transferBatchId: batchIds[deed.toBatch] }, colleague(deed.staff));
    }
  };
  return { at, who, play, founds: deed.kind === 'submit' };
}

/** Adjacent scenes of different applicants, at most `size`; a scene without an applicant is alone. */
function* groupsOf(scenes: readonly Scene[], size: number): Generator<readonly Scene[]> {
  let group: Scene[] = [];
  for (const scene of scenes) {
    const isAlone = scene.who === null || group[0]?.who === null;
    if (group.length === size || (group.length > 0 && (isAlone || group.some(({ who }) => who === scene.who)))) {
      yield group;
      group = [];
    }
    group.push(scene);
  }
  if (group.length > 0) yield group;
}

/** The demo breaks no rule, so a refusal is a bug. */
function granted<Value>(result: Result<Value>): Value {
  if (result.ok) return result.value;
  throw new OperationRefused(
    `The demo was refused: ${result.rejection.message} ${JSON.stringify(result.rejection.errors ?? [])}`,
  );
}
