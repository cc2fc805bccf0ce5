import type { Response } from 'express';
import type { CommandContext } from '../../commands/context/context.ts';
import {
  acceptInvitation,
  findInvitationFor,
  type GivenLink,
  type OpenInvitation,
} from '../../commands/invitation/accept-invitation.ts';
import { accept, type Result } from '../../domain/event-sourcing/decision.ts';
import { displayNameOf } from '../../domain/user/display-name.ts';
import type { Services } from '../composition/services.ts';
import { nameForSecurityLog } from '../http/record-answer.ts';
import type { RequestContext } from '../http/request-context.ts';
import { settle } from '../http/settle.ts';

interface Given {
  readonly token?: string | null | undefined;
  readonly proof?: GivenLink['proof'];
  readonly provenEmail?: string | null;
  readonly name?: string | null | undefined;
}

/** An open invitation, and the name under which the person accepts it. */
export interface Accepting extends OpenInvitation {
  readonly name: string | null;
}

/** Whether a request names an invitation. */
export const isNamed = (token: string | null | undefined): token is string =>
  token !== undefined && token !== null && token !== '';

/** Returns the open invitation for this email, if the request names one. */
export async function invitationOf(
  { environment }: Pick<Services, 'environment'>,
  { token, proof, provenEmail = null, name }: Given,
  email: string,
  { at }: Pick<RequestContext, 'at'>,
): Promise<Result<Accepting | null>> {
  if (!isNamed(token)) return accept(null);
  const named = displayNameOf(name ?? '');
  if (!named.ok) return named;
  const found = await findInvitationFor(environment, { token, proof, provenEmail }, { email, at });
  return found.ok ? accept({ ...found.value, name: named.value }) : found;
}

/** The link in the email of an invitation, which only its mailbox has; not one that has been used before. */
export const isMailboxProof = (invitation: Accepting | null): boolean =>
  invitation?.acceptedBy === null && invitation.hasProof;

/** Grants the role, and waits until the read models show it. */
export async function joinByInvitation(
  { environment, engine }: Pick<Services, 'environment' | 'engine'>,
  invitation: Accepting,
  userId: string,
  command: CommandContext,
  response: Response,
): Promise<Result<null>> {
  const accepted = await acceptInvitation(environment, invitation, { userId, name: invitation.name }, command);
  if (!accepted.ok) return accepted;
  const { acceptedBy, link } = invitation;
  if (acceptedBy === null) nameForSecurityLog(response, { accountId: userId, organizationId: link.organizationId });
  await settle(engine, response, accepted.value);
  return accept(null);
}
