import type { EventLog } from '../../commands/event-store/event-log.ts';
import { START } from '../../commands/event-store/port.ts';
import type { FileEnvironment } from '../../commands/file/file-environment.ts';
import { sweepFiles } from '../../commands/file/sweep-files.ts';
import { load } from '../../commands/handling/handle.ts';
import type { InvitationEnvironment } from '../../commands/invitation/invitation-environment.ts';
import { sweepErased } from '../../commands/privacy/sweep-erased.ts';
import { sweepSecurityLog } from '../../commands/security-log/entries.ts';
import type { SealedSecrets } from '../../commands/vault/sealed-secrets.ts';
import type { Sweeps } from '../../commands/vault/sweep.ts';
import { usageOf } from '../../commands/vault/usage.ts';
import { openDeliveryRecords } from '../../commands/webhook-delivery/records.ts';
import { sweepDeliveries } from '../../commands/webhook-delivery/sweep.ts';
import { categoryOf, idOf } from '../../domain/event-sourcing/streams.ts';
import { organization } from '../../domain/organization/organization.ts';
import { user } from '../../domain/user/user.ts';
import { formerSecretsOf, type WebhookDetails } from '../../domain/webhook/events.ts';
import { webhook } from '../../domain/webhook/webhook.ts';
import { assessments } from '../../projections/assessments.ts';
import type { Engine } from '../../projections/engine/contract.ts';
import { fileReferences } from '../../projections/file-references.ts';
import { files } from '../../projections/files.ts';
import { rest } from '../../timing/rest.ts';
import { isComplete } from '../read-models/is-complete.ts';
import type { Privacy } from '../read-models/privacy.ts';
import type { ReadModels } from '../read-models/read-models.ts';

const MAX_WAIT_MS = 60_000;

interface Sweeper {
  sweep(): Promise<void>;
}

interface Swept {
  readonly environment: FileEnvironment & InvitationEnvironment & { readonly secrets: SealedSecrets };
  readonly engine: Engine;
  readonly readModels: Pick<ReadModels, 'assessments'>;
  readonly tokens: Sweeper;
  readonly sessions: Sweeper;
  readonly loginRequests: Sweeper;
  readonly requestKeys: Sweeper;
  readonly drafts: Sweeper;
  readonly reactions: Sweeper;
  readonly privacy: Pick<Privacy, 'environment'>;
  readonly compareUploads: (signal: AbortSignal) => Promise<void>;
}

export const vaultSweeps = ({
  environment,
  engine,
  readModels,
  tokens,
  sessions,
  loginRequests,
  requestKeys,
  drafts,
  reactions,
  privacy,
  compareUploads,
}: Swept): Sweeps => {
  const mayJudge = looksWhole(environment.log);
  /** A read model that is behind or incomplete would report new entries as unused. */
  const isUpToDate = async (collection: string, signal: AbortSignal): Promise<boolean> => {
    const options = { timeoutMs: MAX_WAIT_MS, collections: [collection] };
    const caughtUp = engine.waitFor(await environment.log.head(), options);
    // A server that stops has ended its folding, so the read model may never catch up.
    const outcome = await Promise.race([caughtUp, rest(MAX_WAIT_MS, signal)]);
    if (signal.aborted) return false;
    if (outcome === 'reached' && (await isComplete(engine, [collection]))) return true;
    throw new Error(`It is not certain what ${collection} refer to, so nothing was deleted`);
  };
  return {
    'one-time tokens': () => tokens.sweep(),
    'attempt counts': () => environment.attempts.sweep(),
    'login links': () => loginRequests.sweep(),
    sessions: () => sessions.sweep(),
    'request keys': () => requestKeys.sweep(),
    drafts: () => drafts.sweep(),
    usage: () => usageOf(environment).sweep(),
    'security log': () => sweepSecurityLog(environment),
    outbox: () => reactions.sweep(),
    'messages to webhooks': () => sweepDeliveries(openDeliveryRecords(environment.vault), environment.now()),
    'erased people': () => sweepErased(privacy.environment),
    files: async (signal) => {
      if (!(await mayJudge())) return;
      if (!(await isUpToDate(fileReferences.name, signal))) return;
      await sweepFiles(environment, signal);
      if (!(await isUpToDate(files.name, signal))) return;
      await compareUploads(signal);
    },
    passwords: async (signal) => {
      if (!(await mayJudge())) return;
      await environment.passwords.sweep(async (userId, passwordId) => {
        const { state } = await load(environment, user, userId);
        return state.passwordId === passwordId;
      }, signal);
    },
    'links of invitations': async (signal) => {
      if (!(await mayJudge())) return;
      const at = new Date(environment.now()).toISOString();
      await environment.invitationLinks.sweep(async (organizationId, linkId) => {
        const { state } = await load(environment, organization, organizationId);
        const invitations = Object.values(state.invitations.byId);
        return invitations.some((invitation) => invitation.linkId === linkId && invitation.expiresAt > at);
      }, signal);
    },
    secrets: async (signal) => {
      if (!(await mayJudge())) return;
      if (!(await isUpToDate(assessments.name, signal))) return;
      await environment.secrets.sweep(async (owner, secretId) => {
        if (categoryOf(owner) === webhook.category) {
          const { state } = await load(environment, webhook, idOf(owner));
          return state.kind === 'document' && isNamed(state.details, secretId, environment.now());
        }
        const { state } = await load(environment, organization, owner);
        if (Object.values(state.secrets).includes(secretId)) return true;
        const { documents } = await readModels.assessments.find({ organizationId: owner });
        return documents.some(({ messagingSecretId }) => messagingSecretId === secretId);
      }, signal);
    },
  };
};

function isNamed(details: WebhookDetails, id: string, now: number): boolean {
  const isFormer = formerSecretsOf(details).some(({ secretId, until }) => secretId === id && now < Date.parse(until));
  return details.secretId === id || isFormer;
}

/** With a log that is empty or has shrunk, everything would look unused. */
function looksWhole(log: Pick<EventLog, 'head'>): () => Promise<boolean> {
  let longest = START;
  return async () => {
    const head = await log.head();
    if (head < longest) throw new Error('The log has become shorter, so nothing was deleted from the vault');
    longest = head;
    return head > START;
  };
}
