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
import { type Handled, load } from '../handling/handle.ts';
import type { ResolveTxt } from '../outgoing/txt-records.ts';
import { handleNamed } from '../registry/handle-named.ts';
import { domainRecordOf } from './domain-record.ts';
import { ORGANIZATION_NAMES } from './organization-names.ts';

export interface VerifyDomain {
  readonly organizationId: string;
}

export const DOMAIN_ATTEMPTS = 'verify-domain:';

export type DomainEnvironment = Environment & { readonly resolveTxt: ResolveTxt };

/** The first organization to prove a domain gets it. */
export async function verifyDomain(
  environment: DomainEnvironment,
  { organizationId }: VerifyDomain,
  context: CommandContext,
): Promise<Result<Handled<OrganizationState, OrganizationEvent>>> {
  const { state } = await load(environment, organization, organizationId);
  if (!state.exists) return reject('not-found', TEXTS.access.notFound);
  if (state.domain === null) return refused(TEXTS.organizations.domainMissing);
  const { name: domain } = state.domain;
  const record = domainRecordOf(organizationId, domain);
  const texts = await environment.resolveTxt(record.name);
  if (texts === null) return refused(TEXTS.organizations.dnsUnavailable(domain));
  const isFound = texts.some((text) => text.trim() === record.value);
  if (!isFound && state.domain.state === 'pending') {
    return refused(TEXTS.organizations.domainNotProven(record.name, record.value));
  }
  const commands: readonly OrganizationCommand[] = [{ type: 'RecordDomainCheck', data: { domain, isFound } }];
  return handleNamed(environment, organization, organizationId, ORGANIZATION_NAMES, () => accept(commands), {
    ...context,
    organizationId,
  });
}

const refused = (message: string) => reject('refused', message, [{ field: 'fullDomain', message }]);
