import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { type AddressField, ORGANIZATION_RULES } from '../../domain/organization/details.ts';
import { organization } from '../../domain/organization/organization.ts';
import type { CommandContext } from '../context/context.ts';
import { checkName } from '../registry/names.ts';
import { ORGANIZATION_NAMES } from './organization-names.ts';
import { checkAddresses, type OrganizationEnvironment } from './portal-hosts.ts';

export interface CheckAddress {
  readonly organizationId: string;
  readonly field: AddressField;
  readonly name: string;
}

/** The name as it would be saved, or the refusal that saving it would meet. It reserves nothing. */
export async function checkAddress(
  environment: OrganizationEnvironment,
  { organizationId, field, name: wanted }: CheckAddress,
  context: CommandContext,
): Promise<Result<string | null>> {
  const checked = ORGANIZATION_RULES[field](wanted);
  if ('message' in checked) return reject('refused', checked.message);
  const name = checked.value;
  if (name === null) return accept(null);
  const reserved = checkAddresses(environment.hosts, { [field]: name });
  if (!reserved.ok) return reserved;
  const wantedName = { scope: field, name, ownerId: organizationId };
  const free = await checkName(environment, organization, ORGANIZATION_NAMES, wantedName, context);
  return free.ok ? accept(name) : free;
}
