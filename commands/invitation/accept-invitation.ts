import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { mayBeAccepted } from '../../domain/organization/invitations.ts';
import { type OrganizationState, organization } from '../../domain/organization/organization.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { user } from '../../domain/user/user.ts';
import { normalizeEmail } from '../../domain/values/email.ts';
import type { CommandContext } from '../context/context.ts';
import { uuidV5 } from '../context/identity.ts';
import { verifyEmail } from '../email-proof/verify-email.ts';
import { handle, load } from '../handling/handle.ts';
import { type InvitationLink, isProof } from '../vault/invitation-links.ts';
import type { InvitationEnvironment } from './invitation-environment.ts';

/** Attempts: many people may join one organization at once. */
const MEETING = 20;

export interface OpenInvitation {
  readonly link: InvitationLink;
  readonly hasProof: boolean;
  readonly role: OrganizationState['members'][string];
  readonly expiresAt: string;
  readonly acceptedBy: string | null;
}

export interface GivenLink {
  readonly token: string;
  readonly proof?: string | null | undefined;
  /** Of the account that uses the link; replaces the proof from the email. */
  readonly provenEmail?: string | null;
}

export async function findInvitation(
  environment: Pick<InvitationEnvironment, 'log' | 'invitationLinks'>,
  { token, proof, provenEmail }: GivenLink,
  at: string,
): Promise<OpenInvitation | undefined> {
  const link = await environment.invitationLinks.find(token);
  if (!link) return undefined;
  const { inviteId, linkId, organizationId } = link;
  const { invitations } = (await load(environment, organization, organizationId)).state;
  const invitation = Object.hasOwn(invitations.byId, inviteId) ? invitations.byId[inviteId] : undefined;
  const isProven = provenEmail != null && normalizeEmail(provenEmail) === normalizeEmail(link.email);
  const hasProof = isProven || isProof(link, proof);
  const isUsed = invitation !== undefined && invitation.acceptedBy !== null && invitation.linkId === linkId;
  if (!invitation || !(isUsed || mayBeAccepted(invitations, inviteId, { linkId, at, hasProof }))) return undefined;
  const { role, expiresAt, acceptedBy } = invitation;
  return { link, hasProof, role, expiresAt, acceptedBy };
}

export async function findInvitationFor(
  environment: Pick<InvitationEnvironment, 'log' | 'invitationLinks'>,
  given: GivenLink,
  { email, at }: { readonly email: string; readonly at: string },
): Promise<Result<OpenInvitation>> {
  const found = await findInvitation(environment, given, at);
  if (!found)
    return reject('refused', TEXTS.accounts.linkInvalid, [{ field: 'token', message: TEXTS.accounts.linkInvalid }]);
  if (normalizeEmail(found.link.email) === normalizeEmail(email)) return accept(found);
  const message = TEXTS.accounts.linkOfAnother;
  return reject('refused', message, [{ field: 'email', message }]);
}

/**
 * To the account with the invitation's email, which the emailed link's proof also proves. A repetition by the same
 * person changes nothing. `name` is how colleagues will see them, and null to leave it.
 */
export async function acceptInvitation(
  environment: InvitationEnvironment,
  { link, hasProof }: Pick<OpenInvitation, 'link' | 'hasProof'>,
  { userId, name }: { readonly userId: string; readonly name: string | null },
  context: CommandContext,
): Promise<Result<{ readonly position: bigint }>> {
  const { inviteId, linkId, organizationId } = link;
  // The link determines the command ids, whatever Idempotency-Key was sent.
  const command = (purpose: string): CommandContext => ({
    ...context,
    actor: { kind: 'user', id: userId, roles: [], isCreator: false },
    organizationId,
    commandId: uuidV5('accept-invitation', linkId, userId, purpose),
    commandHash: uuidV5('accept-invitation', linkId, userId),
  });
  const joined = await handle(
    environment,
    organization,
    organizationId,
    [{ type: 'AcceptInvitation', data: { inviteId, linkId, userId, hasProof } }],
    command('join'),
    { attempts: MEETING },
  );
  if (!joined.ok) return joined;
  const named = name === null ? joined : await changeName(environment, { userId, name }, command('name'));
  if (!named.ok) return named;
  const verified = hasProof
    ? await verifyEmail(environment, { userId, isHolder: true }, command('prove the email'))
    : joined;
  if (!verified.ok) return verified;
  const positions = [joined, named, verified].map(({ value }) => value.position);
  return accept({ position: positions.reduce((one, other) => (one > other ? one : other)) });
}

const changeName = (
  environment: InvitationEnvironment,
  { userId, name }: { readonly userId: string; readonly name: string },
  command: CommandContext,
) =>
  handle(environment, user, userId, [{ type: 'ChangeDisplayName', data: { name } }], {
    ...command,
    organizationId: null,
  });
