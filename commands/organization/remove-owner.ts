import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import type { OrganizationEvent } from '../../domain/organization/events.ts';
import {
  type OrganizationCommand,
  type OrganizationState,
  organization,
} from '../../domain/organization/organization.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { CommandContext } from '../context/context.ts';
import type { Environment } from '../handling/environment.ts';
import { type Handled, handle } from '../handling/handle.ts';
import { findAccount } from '../user/find-account.ts';

export interface RemoveOwner {
  readonly organizationId: string;
  readonly email: string;
}

/** For the operator only; never the last Owner. */
export async function removeOwner(
  environment: Environment,
  { organizationId, email }: RemoveOwner,
  context: CommandContext,
): Promise<Result<Handled<OrganizationState, OrganizationEvent>>> {
  const { userId, state } = await findAccount(environment, email);
  if (!state.exists) return reject('not-found', TEXTS.accounts.noSuchAccount(email));
  return handle(
    environment,
    organization,
    organizationId,
    ({ state: { members } }) =>
      members[userId] === 'Owner'
        ? accept<readonly OrganizationCommand[]>([{ type: 'RemoveMember', data: { userId } }])
        : reject('refused', TEXTS.members.notAnOwner(email)),
    { ...context, organizationId },
  );
}
