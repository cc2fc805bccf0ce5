import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { CommandContext } from '../context/context.ts';
import { uuidV5 } from '../context/identity.ts';
import type { InvitationLink } from '../vault/invitation-links.ts';
import type { InvitationEnvironment } from './invitation-environment.ts';

const LIFE_MS = 14 * 24 * 3_600_000;

/** Per mailbox and inviter, because each is an email to an arbitrary address. Counted apart from sign-ins. */
export async function admitInvitation(
  { attempts, identity }: Pick<InvitationEnvironment, 'attempts' | 'identity'>,
  email: string,
  { actor }: Pick<CommandContext, 'actor'>,
): Promise<Result<null>> {
  const attempt = { account: `invitation:${identity.userId(email, 0)}`, address: `inviter:${actor.id ?? actor.kind}` };
  return (await attempts.admit(attempt)) ? accept(null) : reject('too-many-requests', TEXTS.accounts.tooManyAttempts);
}

export interface NewLink extends InvitationLink {
  /** ISO-8601 UTC. */
  readonly expiresAt: string;
}

/** Stored before any event names it; an unreferenced link is swept. */
export async function newLink(
  { invitationLinks, now }: Pick<InvitationEnvironment, 'invitationLinks' | 'now'>,
  {
    organizationId,
    email,
    inviteId,
  }: { readonly organizationId: string; readonly email: string; readonly inviteId?: string },
  { commandId }: Pick<CommandContext, 'commandId'>,
): Promise<NewLink> {
  const id = inviteId ?? uuidV5(commandId, 'invitation');
  const link = await invitationLinks.make({ inviteId: id, organizationId, email });
  return { ...link, expiresAt: new Date(now() + LIFE_MS).toISOString() };
}
