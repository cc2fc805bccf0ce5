import { dirname } from 'node:path';
import { z } from 'zod';
import { type CommandContext, systemContext } from '../../commands/context/context.ts';
import { StoreUnavailable } from '../../commands/event-store/port.ts';
import { verify } from '../../commands/integrity/verify.ts';
import { rotateMasterKey } from '../../commands/master-key/rotate-master-key.ts';
import { removeOwner } from '../../commands/organization/remove-owner.ts';
import { setUpOrganization } from '../../commands/organization/set-up-organization.ts';
import { RESET_PASSWORD_TOKEN } from '../../commands/reactions/email-reactions.ts';
import type { SecurityActor } from '../../commands/security-log/entries.ts';
import { backUp } from '../../commands/transfer/backup.ts';
import { removeLeftovers } from '../../commands/transfer/backup-folder.ts';
import { exportErasures } from '../../commands/transfer/erasures-file.ts';
import { exportEvents } from '../../commands/transfer/export-events.ts';
import { requireOwnFolder } from '../../commands/transfer/folder-claim.ts';
import { findAccount } from '../../commands/user/find-account.ts';
import { grantCreator } from '../../commands/user/grant-creator.ts';
import { openHmacKey } from '../../commands/vault/hmac-key.ts';
import { hasLeader } from '../../commands/worker/has-leader.ts';
import type { Result } from '../../domain/event-sourcing/decision.ts';
import type { SecurityKind } from '../../domain/security-log/kinds.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { isEmail } from '../../domain/values/email.ts';
import { pagePath } from '../../domain/values/pages.ts';
import type { Difference, Engine } from '../../projections/engine/contract.ts';
import { listErasures } from '../background/erasures-beside-backups.ts';
import type { Composition } from '../composition/composition.ts';
import { backupScheduleOf } from '../config/config.ts';
import { failureLine } from '../logging/failure-line.ts';
import { PROJECTIONS } from '../read-models/read-models.ts';
import { OperationRefused } from '../runtime/operation-refused.ts';
import { yieldingPace } from '../runtime/requests-under-way.ts';
import { isUnavailable } from '../runtime/unavailable.ts';
import { removeLostFactors } from '../sign-in/reset-second-factors.ts';
import { isInside } from '../storage/is-inside.ts';
import type { Stores } from '../storage/stores.ts';
import { createDemo, noteDemoPassword } from './demo/create-demo.ts';
import { newDemoPassword, setDemoPassword } from './demo/demo-passwords.ts';
import { openDemoRun } from './demo/demo-run.ts';
import { SCHOOL } from './demo/school.ts';
import { listEmails, retryEmails } from './emails.ts';
import { findPerson, forgetPerson } from './forget-person.ts';
import { namedOrganization } from './named-organization.ts';
import { obstacleOf } from './obstacle.ts';
import { listForOperator } from './security-log.ts';
import type { Operator, Progress } from './socket.ts';

/** A day, because the operator passes the link on by hand. */
const PASSWORD_LINK_MS = 86_400_000;

type OnProgress = (progress: Progress) => void;

interface Operation<Input extends z.ZodType = z.ZodType> {
  /** Only an operation that founds may create a data directory. */
  readonly kind: 'founds' | 'changes' | 'reads';
  /** It works while the read models cannot follow the log. */
  readonly toleratesDamage?: boolean;
  readonly input: Input;
  readonly run: (composition: Composition, input: z.infer<Input>, onProgress: OnProgress) => Promise<unknown>;
}

/** Milliseconds to wait for a leader's heartbeat; changes wait for the next leader to take over. */
export const LEADER_WAIT_MS = { reads: 4000, changes: 12_000, founds: 12_000 } as const;

const COMPARE_TRIES = 3;
const NEVER = new AbortController().signal;

const operation = <Input extends z.ZodType>(definition: Operation<Input>): Operation<Input> => definition;

const EMAIL = z.object({ email: z.string().refine(isEmail, TEXTS.accounts.emailInvalid) });

/** The commands of the API with the system as actor. */
const OPERATIONS = {
  'organization create': operation({
    kind: 'founds',
    input: z.object({
      name: z.string(),
      slug: z.string(),
      ownerEmail: z.string(),
      ownerPassword: z.string().nullable(),
      timeZone: z.string(),
    }),
    run: async (composition, { name, slug, ownerEmail, ownerPassword, timeZone }) => {
      const { environment, engine } = composition;
      const wanted = { name, slug, timeZone, owner: { email: ownerEmail, password: ownerPassword } };
      const contexts = { ofAccount: contextOf(composition), ofOrganization: contextOf(composition) };
      const founded = granted(await setUpOrganization(environment, wanted, contexts));
      const { organizationId, owner } = founded;
      recordByOperator(composition, 'schoolCreated', organizationId);
      await engine.waitFor(founded.position);
      return {
        organizationId,
        ownerId: owner.userId,
        signInAt: addressOf(composition, organizationId, pagePath('login')),
        isPasswordUnused: ownerPassword !== null && owner.keepsPassword,
        ...(owner.hasPassword ? {} : { setPasswordAt: await passwordLink(composition, organizationId, owner.userId) }),
      };
    },
  }),

  'organization list': operation({
    kind: 'reads',
    input: z.object({}),
    run: async ({ readModels }) => {
      const { documents } = await readModels.organizations.find({});
      return documents.map(({ _id, name, slug, members }) => ({ _id, name, slug, members: members.length }));
    },
  }),

  'organization remove-owner': operation({
    kind: 'changes',
    input: z.object({ organization: z.string(), email: z.string() }),
    run: async (composition, { organization, email }) => {
      const found = await organizationOf(composition, organization, email);
      const input = { organizationId: found._id, email };
      const removed = granted(await removeOwner(composition.environment, input, contextOf(composition)));
      recordByOperator(composition, 'roleChanged', found._id);
      await composition.engine.waitFor(removed.position);
      return { email, organization: found.name };
    },
  }),

  'user grant-creator': operation({
    kind: 'changes',
    input: z.object({ email: z.string() }),
    run: async (composition, { email }) => {
      const changed = granted(await grantCreator(composition.environment, { email }, contextOf(composition)));
      recordByOperator(composition, 'creatorGranted');
      await composition.engine.waitFor(changed.position);
      return { email };
    },
  }),

  'user reset-factor': operation({
    kind: 'changes',
    input: EMAIL,
    run: async (composition, { email }) => {
      const { userId, state } = await findAccount(composition.environment, email);
      if (!state.exists) throw new OperationRefused(TEXTS.accounts.noSuchAccount(email));
      const { calendarsOf } = granted(await removeLostFactors(composition, userId, contextOf(composition)));
      const { orgRoles = [] } = (await composition.readModels.users.latest(userId)) ?? {};
      const schools = orgRoles.map(({ orgId }) => orgId);
      for (const id of schools.length > 0 ? schools : [null]) {
        recordByOperator(composition, 'factorReset', id);
        recordByOperator(composition, 'factorLost', id, { kind: 'user', id: userId });
      }
      for (const id of calendarsOf) recordByOperator(composition, 'secretChanged', id, { kind: 'user', id: userId });
      return { email };
    },
  }),

  'person find': operation({
    kind: 'reads',
    input: EMAIL,
    run: async (composition, { email }) => granted(await findPerson(composition, email)),
  }),

  forget: operation({
    kind: 'changes',
    input: EMAIL,
    run: async (composition, { email }) => {
      const person = granted(await forgetPerson(composition, email, contextOf(composition)));
      recordByOperator(composition, 'personErased');
      return { ...person, notListed: await listedBesideBackups(composition) };
    },
  }),

  demo: operation({
    kind: 'founds',
    input: z.object({ applications: z.int().min(1).max(1_000_000) }),
    run: async ({ environment, engine, readModels, site }, { applications }, onProgress) => {
      const { documents } = await readModels.organizations.find({ slug: SCHOOL.slug });
      const run = await openDemoRun(environment.vault).get();
      const isFinished = run === undefined || run.result !== undefined;
      if (documents.length > 0 && isFinished) {
        throw new OperationRefused(`${SCHOOL.name} already exists. Use another DATA_DIR for another demo.`);
      }
      const settle = (position: bigint) => engine.waitFor(position);
      return {
        ...(await createDemo(environment, { applications, isLocal: site.isLocal, onProgress, settle })),
        url: site.publicUrl.origin,
      };
    },
  }),

  'demo password': operation({
    kind: 'changes',
    input: z.object({}),
    run: async (composition) => {
      const { environment, site } = composition;
      const password = newDemoPassword(site.isLocal);
      const emails = await setDemoPassword(environment, password, contextOf(composition));
      if (emails.length === 0) {
        throw new OperationRefused(`${SCHOOL.name} does not exist. \`npm run intake -- demo\` creates it.`);
      }
      await noteDemoPassword(environment, { isRandom: !site.isLocal });
      return { emails, password };
    },
  }),

  'projections list': operation({
    kind: 'reads',
    toleratesDamage: true,
    input: z.object({}),
    run: async ({ engine }) => (await engine.status()).projections,
  }),

  'projections rebuild': operation({
    kind: 'changes',
    input: z.object({ name: z.string().nullable() }),
    run: async ({ engine }, { name }, onProgress) => {
      if (name !== null && !PROJECTIONS.some((known) => known.name === name)) {
        throw new OperationRefused(
          `There is no projection ${name}. These exist: ${PROJECTIONS.map((known) => known.name).join(', ')}.`,
        );
      }
      await engine.rebuild(name ?? 'all', ({ done, total, eventsPerSecond, etaMs }) =>
        onProgress({ label: 'Rebuilding', done, total, perSecond: eventsPerSecond, etaMs }),
      );
      return { rebuilt: name ?? PROJECTIONS.map((known) => known.name) };
    },
  }),

  'mail list': operation({ kind: 'reads', input: z.object({}), run: listEmails }),

  'mail retry': operation({
    kind: 'changes',
    input: z.object({ id: z.string().nullable(), since: z.iso.datetime().nullable() }),
    run: (composition, input, onProgress) =>
      retryEmails(composition, input, (done, total) => onProgress({ label: 'Queueing', done, total })),
  }),

  verify: operation({
    kind: 'reads',
    toleratesDamage: true,
    input: z.object({}),
    run: async ({ stores, codec, engine, guard, metrics }, _input, onProgress) => {
      const isFolded = !stores.areShared || (await hasLeader(stores.vault, LEADER_WAIT_MS.reads));
      const report = await verify({
        store: stores.eventStore,
        codec,
        vault: stores.vault,
        arePositionsDense: stores.eventStore.arePositionsDense,
        checkFiles: async () => (await stores.checkFiles?.(NEVER)) ?? null,
        files: stores.files,
        compareReadModels: isFolded ? () => differencesIn(engine, stores, onProgress) : undefined,
        onProgress: ({ position, head, files }) =>
          onProgress(
            files === undefined
              ? { label: 'Verifying', done: Number(position), total: Number(head) }
              : { label: 'Comparing files with the log', done: files, total: files },
          ),
      });
      if (report.damage !== null) guard.report(report.damage);
      else if (guard.damage) await guard.clear();
      const { isSound, events, streams, files, problems, problemCount, notes } = report;
      if (files) metrics.uploadsCompared(files);
      const head = String(report.head);
      const quarantined = (await engine.status()).projections
        .filter((projection) => projection.quarantined.count > 0)
        .map(({ name, quarantined }) => ({ name, quarantined }));
      const areReadModelsCompared = isFolded;
      return {
        isSound,
        events,
        streams,
        files,
        head,
        problems,
        problemCount,
        notes,
        areReadModelsCompared,
        quarantined,
      };
    },
  }),

  'rotate-key': operation({
    kind: 'changes',
    toleratesDamage: true,
    input: z.object({ newKey: z.string().nullable() }),
    run: async (composition, { newKey }, onProgress) => {
      const { config, environment, stores, masterKey: keys } = composition;
      const rotated = await rotateMasterKey({
        vault: stores.vault,
        keys,
        source:
          config.masterKey === undefined ? { file: stores.directory.masterKey } : { configured: config.masterKey },
        newKey,
        rewriteVault: stores.rewriteVault,
        truncateLogs: stores.truncateLogs,
        now: environment.now,
        onProgress: (done, total) => onProgress({ label: 'Encrypting with the new key', done, total }),
      });
      recordByOperator(composition, 'keyRotated');
      return rotated;
    },
  }),

  'security-log': operation({
    kind: 'reads',
    input: z.object({
      organization: z.string().nullable(),
      since: z.iso.datetime().nullable(),
      until: z.iso.datetime().nullable().default(null),
    }),
    run: listForOperator,
  }),

  'events export': operation({
    kind: 'reads',
    toleratesDamage: true,
    input: z.object({
      file: z.string(),
      passphrase: z.string().nullable(),
      organization: z.string().nullable().default(null),
    }),
    run: async (composition, { file, passphrase, organization }, onProgress) => {
      const { environment, readModels, stores, codec, masterKey } = composition;
      refuseInData(file, stores);
      const organizationId =
        organization === null
          ? null
          : namedOrganization((await readModels.organizations.find({})).documents, organization)._id;
      const createdAt = new Date(environment.now()).toISOString();
      const { eventStore: store, vault, files } = stores;
      const wanted = { file, passphrase, createdAt, organizationId };
      const exported = await exportEvents({ store, codec, vault, files, masterKey }, wanted, onProgress);
      // Without the keys nobody reads an applicant in it.
      if (passphrase !== null) {
        const schools = organizationId === null ? await schoolsOrInstallation(composition) : [organizationId];
        for (const id of schools) recordByOperator(composition, 'downloaded', id);
      }
      return exported;
    },
  }),

  'erasures export': operation({
    kind: 'reads',
    toleratesDamage: true,
    input: z.object({ file: z.string() }),
    run: async ({ environment, stores: { directory, vault }, masterKey }, { file }) => {
      refuseInData(file, { directory });
      const createdAt = new Date(environment.now()).toISOString();
      const hmacKey = await openHmacKey({ vault, masterKey });
      return { file, erasures: await exportErasures(vault, { file, createdAt, hmacKey }) };
    },
  }),

  backup: operation({
    kind: 'reads',
    toleratesDamage: true,
    input: z.object({ directory: z.string(), passphrase: z.string().nullable().default(null) }),
    run: async (composition, { directory, passphrase }, onProgress) => {
      const { environment, stores, codec, requests } = composition;
      refuseInData(directory, stores);
      const createdAt = new Date(environment.now()).toISOString();
      const { eventStore: store, vault, files } = stores;
      const options = { directory, createdAt, passphrase, pace: yieldingPace(requests.counts) };
      await requireOwnFolder({ vault, folder: dirname(directory), storeId: store.storeId });
      const manifest = await backUp({ store, codec, vault, files }, options, onProgress);
      recordByOperator(composition, 'downloaded');
      return { directory, ...manifest, remains: await removeLeftovers(dirname(directory)) };
    },
  }),
} as const satisfies Record<string, unknown>;

/** Undefined for an unknown operation. */
export function describeOperation(name: string): Pick<Operation, 'kind' | 'toleratesDamage'> | undefined {
  return Object.hasOwn(OPERATIONS, name) ? OPERATIONS[name as keyof typeof OPERATIONS] : undefined;
}

/** Parses the input from the socket like any other. */
export function createOperator(composition: Composition): Operator {
  return async (name, input, onProgress) => {
    const found = Object.hasOwn(OPERATIONS, name)
      ? (OPERATIONS[name as keyof typeof OPERATIONS] as unknown as Operation)
      : undefined;
    if (!found)
      throw new OperationRefused(`The server does not know the operation "${name}". Does it run another version?`);
    const parsed = found.input.safeParse(input);
    if (!parsed.success) {
      throw new OperationRefused(
        parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join(' '),
      );
    }
    return found.run(composition, parsed.data, onProgress).catch((error: unknown) => {
      const line = failureLine(error);
      throw typeof line === 'string' ? new OperationRefused(line) : error;
    });
  };
}

async function* differencesIn(engine: Engine, stores: Stores, onProgress: OnProgress): AsyncGenerator<Difference> {
  const obstacle = await obstacleOf(engine, stores);
  if (obstacle !== null) throw new OperationRefused(obstacle);
  yield* await compare(engine, onProgress);
}

/** Retries while a store is unreachable. */
async function compare(engine: Engine, onProgress: OnProgress): Promise<readonly Difference[]> {
  const names = PROJECTIONS.map(({ name }) => name);
  for (let tries = COMPARE_TRIES; ; tries -= 1) {
    try {
      return await Array.fromAsync(
        engine.compareWithFreshFold(names, ({ done, total, eventsPerSecond, etaMs }) =>
          onProgress({ label: 'Comparing read models', done, total, perSecond: eventsPerSecond, etaMs }),
        ),
      );
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      if (tries === 1) throw new StoreUnavailable((error as Error).message, { cause: error });
    }
  }
}

/** Without a server the list is written here. Returns null, or why it could not be. */
async function listedBesideBackups({ config, stores, masterKey, environment }: Composition): Promise<string | null> {
  const schedule = backupScheduleOf(config);
  if (!schedule) return null;
  const { eventStore: store, vault } = stores;
  try {
    await listErasures({ from: { store, vault }, schedule, masterKey, now: environment.now });
    return null;
  } catch (error) {
    const line = failureLine(error);
    if (typeof line !== 'string') throw error;
    return line;
  }
}

/** A copy inside the data directory would be lost with it or overwrite a part of it. */
function refuseInData(path: string, { directory }: Pick<Stores, 'directory'>): void {
  if (!isInside(path, directory.path)) return;
  throw new OperationRefused(
    `${path} is in DATA_DIR (${directory.path}). Choose a place elsewhere, best on another disk.`,
  );
}

/** The installation, where the read models cannot tell the schools: an export also saves what they cannot follow. */
async function schoolsOrInstallation({ readModels }: Composition): Promise<readonly (string | null)[]> {
  try {
    return (await readModels.organizations.find({})).documents.map(({ _id }) => _id);
  } catch (error) {
    if (isUnavailable(error)) return [null];
    throw error;
  }
}

function recordByOperator(
  { securityLog }: Pick<Composition, 'securityLog'>,
  kind: SecurityKind,
  organizationId: string | null = null,
  actor: SecurityActor = { kind: 'system', id: null },
): void {
  securityLog.record({ kind, organizationId, actor, isStaff: true, address: null, device: null, call: null });
}

const contextOf = ({ environment }: Composition): CommandContext => systemContext(environment.now());

function granted<Value>(result: Result<Value>): Value {
  if (result.ok) return result.value;
  const { message, errors = [] } = result.rejection;
  // The refusal's message often equals that of its first field.
  const isToldBelow = errors.some((error) => error.message === message);
  const details = errors.map((error) => `${error.field}: ${error.message}`);
  throw new OperationRefused([...(isToldBelow ? [] : [message]), ...details].join(' '));
}

/** By slug or id; default: the only one, or the only one with this Owner. */
async function organizationOf({ readModels, environment }: Composition, name: string, ownerEmail: string) {
  const { documents } = await readModels.organizations.find({});
  const { userId, state } = await findAccount(environment, ownerEmail);
  if (!state.exists) throw new OperationRefused(TEXTS.accounts.noSuchAccount(ownerEmail));
  const isOwned = ({ members }: (typeof documents)[number]) =>
    members.some((member) => member.userId === userId && member.role === 'Owner');
  const isMeant = name === '' ? isOwned : ({ _id, slug }: (typeof documents)[number]) => name === _id || name === slug;
  const found = name === '' && documents.length === 1 ? documents : documents.filter(isMeant);
  if (found.length === 1 && found[0]) return found[0];
  if (name !== '') throw new OperationRefused(`No organization has the slug "${name}".`);
  throw new OperationRefused(
    found.length === 0
      ? `${ownerEmail} is not an Owner of any organization.`
      : `${ownerEmail} is an Owner of ${found.map(({ slug }) => slug).join(', ')}. Choose one with --slug.`,
  );
}

const addressOf = (
  { site }: Composition,
  organizationId: string,
  path: string,
  query: Record<string, string> = {},
): string => {
  const address = new URL(path, site.publicUrl);
  for (const [name, value] of Object.entries({ organizationId, ...query })) address.searchParams.set(name, value);
  return address.href;
};

/** A single-use link for an account without a password. */
async function passwordLink(composition: Composition, organizationId: string, userId: string): Promise<string> {
  const expiresAt = new Date(composition.environment.now() + PASSWORD_LINK_MS).toISOString();
  const { token } = await composition.tokens.renew({
    kind: RESET_PASSWORD_TOKEN,
    subject: `user-${userId}`,
    expiresAt,
  });
  return addressOf(composition, organizationId, pagePath('passwordReset'), { token });
}
