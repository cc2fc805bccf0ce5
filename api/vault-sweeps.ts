import type { EventLog } from '../commands/event-store/event-log.ts';
import { START } from '../commands/event-store/port.ts';
import { load } from '../commands/handle.ts';
import { sweepErased } from '../commands/privacy/sweep-erased.ts';
import type { Sweeps } from '../commands/vault/sweep.ts';
import { organization } from '../domain/organization/organization.ts';
import { categoryOf, idOf } from '../domain/streams.ts';
import { user } from '../domain/user/user.ts';
import { webhook } from '../domain/webhook/webhook.ts';
import type { Composition } from './composition.ts';

/** What the vault holds no longer than it is needed (design §2). */
export const vaultSweeps = ({
  environment,
  tokens,
  sessions,
  requestKeys,
  drafts,
  reactions,
  privacy,
}: Pick<
  Composition,
  'environment' | 'tokens' | 'sessions' | 'requestKeys' | 'drafts' | 'reactions' | 'privacy'
>): Sweeps => {
  const mayJudge = looksWhole(environment.log);
  return {
    'one-time tokens': () => tokens.sweep(),
    'attempt counts': () => environment.attempts.sweep(),
    sessions: () => sessions.sweep(),
    'request keys': () => requestKeys.sweep(),
    drafts: () => drafts.sweep(),
    outbox: () => reactions.sweep(),
    'erased people': () => sweepErased(privacy.environment),
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
      await environment.secrets.sweep(async (owner, secretId) => {
        if (categoryOf(owner) === webhook.category) {
          const { state } = await load(environment, webhook, idOf(owner));
          return state.kind === 'document' && state.details.secretId === secretId;
        }
        const { state } = await load(environment, organization, owner);
        return Object.values(state.secrets).includes(secretId);
      }, signal);
    },
  };
};

/** By a log that is empty, or shorter than it was, everything would be named no longer. */
function looksWhole(log: Pick<EventLog, 'head'>): () => Promise<boolean> {
  let longest = START;
  return async () => {
    const head = await log.head();
    if (head < longest) throw new Error('The log holds less than it did: what it may name stays in the vault');
    longest = head;
    return head > START;
  };
}
