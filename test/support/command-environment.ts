import { createSecretKey, randomBytes, randomUUID } from 'node:crypto';
import type { CommandContext } from '../../commands/context/context.ts';
import { createIdentity } from '../../commands/context/identity.ts';
import { createCodec } from '../../commands/event-store/codec.ts';
import { createEventLog } from '../../commands/event-store/encoded-event-log.ts';
import type { EventLog } from '../../commands/event-store/event-log.ts';
import { createStreamCache } from '../../commands/event-store/stream-cache.ts';
import type { CommandQueries } from '../../commands/handling/environment.ts';
import { handle } from '../../commands/handling/handle.ts';
import type { OrganizationEnvironment, PortalHosts } from '../../commands/organization/portal-hosts.ts';
import { createSubjectKeys } from '../../commands/vault/subject-keys.ts';
import { type Actor, ANONYMOUS, type Role, SYSTEM } from '../../domain/access/actor.ts';
import { application } from '../../domain/application/application.ts';
import type { ApplicationEvent } from '../../domain/application/events.ts';
import { batch } from '../../domain/batch/batch.ts';
import type { BatchStatus } from '../../domain/batch/status.ts';
import type { AnyEvent, Recorded } from '../../domain/event-sourcing/event.ts';
import { definitionOf } from '../../domain/events.ts';
import { fileIdsIn } from '../../domain/file/references.ts';
import { processConfig } from '../../domain/process/process.ts';
import { normalizeEmail } from '../../domain/values/email.ts';
import { openTemporaryStores } from './temporary-stores.ts';

export interface CommandEnvironment extends OrganizationEnvironment, AsyncDisposable {
  readonly keys: ReturnType<typeof createSubjectKeys>;
  /** By user, for `rolesOfUser`. */
  readonly roles: Map<string, readonly { orgId: string; role: Role }[]>;
  /** In the organization `org`. */
  createBatch(options?: {
    name?: string;
    status?: BatchStatus;
    config?: unknown;
    organizationId?: string;
  }): Promise<string>;
  setBatchStatus(batchId: string, status: BatchStatus): Promise<void>;
}

/** On the embedded stores; the queries fold the log, so they never lag. */
export async function openCommandEnvironment(): Promise<CommandEnvironment> {
  const { store, vault, ...stores } = await openTemporaryStores();
  const cache = createStreamCache(8_000_000);
  const keys = createSubjectKeys({
    vault,
    masterKey: createSecretKey(randomBytes(32)),
    onVoid: cache.evictSubject,
  });
  const log = createEventLog({ store, codec: createCodec({ definitionOf, keys }), cache });
  const roles: CommandEnvironment['roles'] = new Map();
  const environment: OrganizationEnvironment = {
    log,
    vault,
    identity: createIdentity(randomBytes(32)),
    now: () => Date.now(),
    hosts: PORTAL_HOSTS,
    queries: queriesOver(log, roles),
  };
  return {
    ...environment,
    keys,
    roles,
    async createBatch({ name = 'June', status = 'Open', config, organizationId = 'org' } = {}) {
      const processId = config === undefined ? null : randomUUID();
      if (processId !== null) {
        const data = { organizationId, config } as never;
        await must(handle(environment, processConfig, processId, [{ type: 'CreateProcess', data }], contextBy(SYSTEM)));
      }
      const id = randomUUID();
      const data = { organizationId, details: { name, processId }, status };
      await must(handle(environment, batch, id, [{ type: 'CreateBatch', data }], contextBy(SYSTEM)));
      return id;
    },
    async setBatchStatus(batchId, status) {
      const command = { type: 'ChangeStatus', data: { status } } as const;
      await must(handle(environment, batch, batchId, [command], contextBy(SYSTEM)));
    },
    [Symbol.asyncDispose]: () => stores[Symbol.asyncDispose](),
  };
}

/** The portal is at portal.base.example, schools below base.example. */
const PORTAL_HOSTS: PortalHosts = {
  isPortalHost: (hostname) => /(^|\.)base\.example$/.test(hostname),
  isPortalLabel: (label) => label === 'portal',
};

export const contextBy = (actor: Actor = ANONYMOUS, changes: Partial<CommandContext> = {}): CommandContext => ({
  at: new Date().toISOString(),
  actor,
  organizationId: 'org',
  commandId: randomUUID(),
  commandHash: 'hash',
  correlationId: randomUUID(),
  causationId: null,
  ...changes,
});

export const person = (id: string, role?: Role, orgId = 'org'): Actor => ({
  kind: 'user',
  id,
  isCreator: false,
  roles: role ? [{ orgId, role }] : [],
});

export async function must<Value>(
  result: Promise<{ ok: true; value: Value } | { ok: false; rejection: unknown }>,
): Promise<Value> {
  const answer = await result;
  if (answer.ok) return answer.value;
  throw new Error(`Refused: ${JSON.stringify(answer.rejection)}`);
}

export async function allEvents(log: EventLog): Promise<readonly Recorded<AnyEvent & { data: unknown }>[]> {
  const events = [];
  for (let after = 0n; ; ) {
    const page = await log.readAll({ after, limit: 1_000 });
    if (page.events.length === 0) return events;
    events.push(...page.events);
    after = page.position;
  }
}

export async function applicationsIn(log: EventLog): Promise<ReadonlyMap<string, typeof application.initial>> {
  const states = new Map<string, typeof application.initial>();
  for (const event of await allEvents(log)) {
    if (!event.stream.startsWith('application-')) continue;
    const id = event.stream.slice('application-'.length);
    const happened = event as unknown as Recorded<ApplicationEvent>;
    states.set(id, application.evolve(states.get(id) ?? application.initial, happened));
  }
  return states;
}

function queriesOver(log: EventLog, roles: CommandEnvironment['roles']): CommandQueries {
  const live = async () =>
    [...(await applicationsIn(log))].flatMap(([_id, state]) =>
      state.kind === 'application' ? [{ _id, ...state }] : [],
    );
  return {
    applicationsOfUser: async (userId) => (await live()).filter((found) => found.userId === userId),
    applicationsWithEmail: async (email) =>
      (await live()).filter((found) => found.email !== null && normalizeEmail(found.email) === normalizeEmail(email)),
    batchesOfProcess: async (processId) =>
      (await allEvents(log)).flatMap(({ type, stream, data }) => {
        const created = data as { processId?: string; name: string };
        const isUser = type === 'BatchCreated' && created.processId === processId;
        return isUser ? [{ _id: stream.slice('batch-'.length), name: created.name }] : [];
      }),
    processesOffering: async () => [],
    referrersOfFile: async (fileId) => [
      ...new Set(
        (await allEvents(log)).flatMap(({ stream, data, personal }) =>
          fileIdsIn([data, personal]).has(fileId) ? [stream] : [],
        ),
      ),
    ],
    filesOfReferrers: async (streams) =>
      (await allEvents(log)).flatMap(({ stream, data, personal }) =>
        streams.includes(stream) ? [...fileIdsIn([data, personal])] : [],
      ),
    filesUploadedBy: async () => [],
    bytesUploadedBy: async () => 0,
    countDocuments: async () => 0,
    applicationsInProgress: async () => [],
    rolesOfUser: async (userId) => roles.get(userId) ?? [],
  };
}
