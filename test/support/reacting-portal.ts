import { createSecretKey, randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import type { CommandContext } from '../../commands/context/context.ts';
import { createIdentity } from '../../commands/context/identity.ts';
import { createFileMailer } from '../../commands/email/file-mailer.ts';
import type { Mailer } from '../../commands/email/mailer.ts';
import { createSendEmail } from '../../commands/email/outgoing-email.ts';
import { createSenders } from '../../commands/email/sender.ts';
import { createCodec } from '../../commands/event-store/codec.ts';
import { createEventLog } from '../../commands/event-store/encoded-event-log.ts';
import type { Environment } from '../../commands/handling/environment.ts';
import { handle } from '../../commands/handling/handle.ts';
import { openOutbox } from '../../commands/outbox/outbox.ts';
import { createReactions, type ReactionsOptions } from '../../commands/reactions/reactions.ts';
import { createOneTimeTokens } from '../../commands/vault/one-time-tokens.ts';
import { createSubjectKeys } from '../../commands/vault/subject-keys.ts';
import type { Vault } from '../../commands/vault/vault.ts';
import { SYSTEM } from '../../domain/access/actor.ts';
import { application } from '../../domain/application/application.ts';
import { NO_TRACKING } from '../../domain/application/events.ts';
import { definitionOf } from '../../domain/events.ts';
import { organization } from '../../domain/organization/organization.ts';
import { openTemporaryStores, type TemporaryStores } from './temporary-stores.ts';

export async function openReactingPortal(
  cleanUp: (() => Promise<unknown>)[],
  { onAttempt = () => {} }: Pick<ReactionsOptions, 'onAttempt'> = {},
) {
  const stores: TemporaryStores = await openTemporaryStores();
  cleanUp.push(async () => stores[Symbol.asyncDispose]());
  const { vault } = stores;
  const clock = { now: Date.parse('2026-03-02T09:30:00.000Z') };
  const keys = createSubjectKeys({ vault, masterKey: createSecretKey(randomBytes(32)) });
  const log = createEventLog({ store: stores.store, codec: createCodec({ definitionOf, keys }) });
  const environment: Environment = {
    log,
    vault,
    identity: createIdentity(randomBytes(32)),
    queries: {
      applicationsOfUser: async () => [],
      applicationsWithEmail: async () => [],
      batchesOfProcess: async () => [],
      applicationsInProgress: async () => [],
      processesOffering: async () => [],
      referrersOfFile: async () => [],
      filesOfReferrers: async () => [],
      filesUploadedBy: async () => [],
      bytesUploadedBy: async () => 0,
      countDocuments: async () => 0,
      rolesOfUser: async () => [],
    },
    now: () => clock.now,
  };
  const tokens = createOneTimeTokens({ vault, now: environment.now });
  const context = (given: Partial<CommandContext> = {}): CommandContext => ({
    at: new Date(clock.now).toISOString(),
    actor: SYSTEM,
    organizationId: 'org',
    commandId: randomUUID(),
    commandHash: 'input',
    correlationId: 'request-1',
    causationId: null,
    ...given,
  });
  const outbox = openOutbox(vault);
  const directory = join(stores.directory, 'outbox');
  return {
    environment,
    clock,
    tokens,
    context,
    outbox,
    directory,
    /** Of one process, not running yet. */
    open: (mailer: Mailer = createFileMailer(directory), isShared = false, itsVault: Vault = vault) =>
      createReactions({
        environment: { ...environment, vault: itsVault },
        source: log,
        tokens,
        sendEmail: createSendEmail({
          environment,
          files: { get: async () => undefined },
          senderFor: createSenders({
            mailer,
            mailFrom: 'Intake <intake@portal.example>',
            sendGridUrl: 'smtp://127.0.0.1:9',
            secrets: { get: async () => undefined },
          }),
          linkTo: (site, path) => `https://${site?.slug ?? 'portal'}.example${path}`,
        }),
        isShared,
        onAttempt,
      }),
    async start(mailer?: Mailer, isShared?: boolean, itsVault?: Vault) {
      const reactions = this.open(mailer, isShared, itsVault);
      await reactions.establish();
      const stopping = new AbortController();
      const running = reactions.run(stopping.signal);
      const stop = () => {
        stopping.abort();
        return running.catch(() => undefined);
      };
      cleanUp.push(stop);
      return { ...reactions, running, stop };
    },
    async createOrganization() {
      const data = { name: 'Baybayin Code', slug: 'baybayin', timeZone: 'Asia/Manila' };
      await handle(environment, organization, 'org', [{ type: 'CreateOrganization', data }], context());
    },
    async apply(id: string, given: Partial<CommandContext> = {}, batchId = 'batch') {
      const data = {
        organizationId: 'org',
        batchId,
        trackingNumber: 1,
        tracking: NO_TRACKING,
        userId: null,
        email: 'ana@example.com',
        values: { firstName: 'Ana <b>', lastName: 'Cruz' },
      };
      const submitted = await handle(
        environment,
        application,
        id,
        [{ type: 'SubmitApplication', data }],
        context(given),
      );
      if (!submitted.ok) throw new Error(submitted.rejection.message);
    },
    settled: (state = 'delivered') =>
      vi.waitFor(async () => {
        const { documents } = await outbox.find({ state });
        expect(documents).not.toHaveLength(0);
        return documents;
      }, 20_000),
  };
}
