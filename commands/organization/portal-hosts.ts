import { accept, type FieldError, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { isReservedName } from '../../domain/organization/reserved-names.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { Environment } from '../handling/environment.ts';

export interface PortalHosts {
  /** A whole host name: the portal's own, or one below BASE_DOMAIN. */
  isPortalHost(hostname: string): boolean;
  isPortalLabel(label: string): boolean;
}

export type OrganizationEnvironment = Environment & { readonly hosts: PortalHosts };

/** Refuses addresses that are reserved or belong to the portal; unchanged ones are not checked. */
export function checkAddresses(hosts: PortalHosts, changes: Readonly<Record<string, unknown>>): Result<null> {
  const errors: FieldError[] = [];
  for (const field of ['slug', 'subdomain'] as const) {
    const label = textOf(changes[field]);
    if (isReservedName(label) || hosts.isPortalLabel(label)) {
      errors.push({ field, message: TEXTS.organizations.nameReserved(label) });
    }
  }
  if (hosts.isPortalHost(textOf(changes.fullDomain))) {
    errors.push({ field: 'fullDomain', message: TEXTS.organizations.domainOfPortal });
  }
  return errors[0] ? reject('refused', errors[0].message, errors) : accept(null);
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim().toLowerCase() : '');
