import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { CommandContext } from '../context/context.ts';
import type { AccountEnvironment } from '../user/account-environment.ts';
import { type AccountEnsured, type EnsureAccount, ensureAccount } from '../user/ensure-account.ts';
import { findAccount } from '../user/find-account.ts';
import { type CreateOrganization, createOrganization } from './create-organization.ts';
import type { OrganizationEnvironment } from './portal-hosts.ts';

export interface SetUpOrganization extends Pick<CreateOrganization, 'name' | 'slug' | 'timeZone'> {
  readonly owner: EnsureAccount;
}

export interface Founded {
  readonly organizationId: string;
  readonly owner: Omit<AccountEnsured, 'position'>;
  readonly position: bigint;
}

/** With the Owner's account if there is none: both or neither. */
export async function setUpOrganization(
  environment: OrganizationEnvironment & AccountEnvironment,
  { owner, ...organization }: SetUpOrganization,
  { ofAccount, ofOrganization }: { readonly ofAccount: CommandContext; readonly ofOrganization: CommandContext },
): Promise<Result<Founded>> {
  const { userId: ownerId } = await findAccount(environment, owner.email);
  let ensured: AccountEnsured | undefined;
  const prepare = async () => {
    const answer = await ensureAccount(environment, owner, ofAccount);
    if (answer.ok) ensured = answer.value;
    // Erased and created again meanwhile, with another id.
    return answer.ok && answer.value.userId !== ownerId ? reject('conflict', TEXTS.documents.busy) : answer;
  };
  const created = await createOrganization(environment, { ...organization, ownerId, prepare }, ofOrganization);
  if (!created.ok) return created;
  if (!ensured) throw new Error('The organization was created without its Owner');
  return accept({ organizationId: created.value.id, owner: ensured, position: created.value.position });
}
