import type { CommandContext } from '../../commands/context/context.ts';
import type { Person } from '../../commands/privacy/person.ts';
import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { Composition } from '../composition/composition.ts';

export interface PersonFound {
  readonly email: string;
  readonly hasAccount: boolean;
  readonly applications: number;
  readonly organizations: readonly string[];
}

export async function findPerson(composition: Composition, email: string): Promise<Result<PersonFound>> {
  const found = await composition.privacy.findByEmail(email);
  return found.ok ? accept(await describe(composition, email, found.value)) : found;
}

export async function forgetPerson(
  composition: Composition,
  email: string,
  context: CommandContext,
): Promise<Result<PersonFound>> {
  const found = await composition.privacy.findByEmail(email);
  if (!found.ok) return found;
  const description = await describe(composition, email, found.value);
  const erased = await composition.privacy.erase(found.value, context);
  if (!erased.ok) return erased;
  const isKnown = description.hasAccount || description.applications > 0 || erased.value.removed > 0;
  return isKnown ? accept(description) : reject('not-found', TEXTS.privacy.nobodyAnywhere(email));
}

async function describe(
  { readModels }: Composition,
  email: string,
  { accountId, applicationIds }: Person,
): Promise<PersonFound> {
  const documents = await readModels.applications.getMany(applicationIds);
  const organizations = await readModels.organizations.getMany(documents.map(({ organizationId }) => organizationId));
  return {
    email,
    hasAccount: accountId !== null,
    applications: applicationIds.length,
    organizations: organizations.map(({ name }) => name).toSorted(),
  };
}
