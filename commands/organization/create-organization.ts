import { can } from '../../domain/access/policy.ts';
import type { Wanted } from '../../domain/configuration/field-rules.ts';
import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import type { OrganizationDetails, OrganizationEvent } from '../../domain/organization/events.ts';
import {
  type OrganizationCommand,
  type OrganizationState,
  organization,
} from '../../domain/organization/organization.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { CommandContext } from '../context/context.ts';
import { uuidV5 } from '../context/identity.ts';
import type { Handled } from '../handling/handle.ts';
import { handleNamed } from '../registry/handle-named.ts';
import { ORGANIZATION_NAMES } from './organization-names.ts';
import { checkAddresses, type OrganizationEnvironment } from './portal-hosts.ts';

export interface CreateOrganization {
  readonly name: string;
  readonly slug: string;
  readonly timeZone: string;
  readonly details?: Wanted<OrganizationDetails>;
  readonly ownerId: string;
  /** Runs when nothing else can refuse, e.g. to create the Owner's account; its refusal is returned. */
  readonly prepare?: () => Promise<Result<unknown>>;
}

export async function createOrganization(
  environment: OrganizationEnvironment,
  { name, slug, timeZone, details = {}, ownerId, prepare }: CreateOrganization,
  context: CommandContext,
): Promise<Result<Handled<OrganizationState, OrganizationEvent>>> {
  if (!can(context.actor, 'organization.create')) return reject('forbidden', TEXTS.access.notAllowed);
  const addresses = checkAddresses(environment.hosts, { ...details, slug });
  const organizationId = uuidV5(context.commandId, 'organization');
  const commands: readonly OrganizationCommand[] = [
    { type: 'CreateOrganization', data: { name, slug, timeZone } },
    { type: 'ChangeDetails', data: { changes: details } },
    { type: 'AddMember', data: { userId: ownerId, role: 'Owner' } },
  ];
  return handleNamed(
    environment,
    organization,
    organizationId,
    ORGANIZATION_NAMES,
    () => (addresses.ok ? accept(commands) : addresses),
    {
      ...context,
      organizationId,
    },
    prepare,
  );
}
