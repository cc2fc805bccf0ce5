import { randomUUID } from 'node:crypto';
import { can } from '../../domain/access/policy.ts';
import type { Wanted } from '../../domain/configuration/field-rules.ts';
import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import {
  ORGANIZATION_SECRETS,
  type OrganizationDetails,
  type OrganizationEvent,
  type OrganizationSecret,
} from '../../domain/organization/events.ts';
import {
  type OrganizationCommand,
  type OrganizationState,
  organization,
} from '../../domain/organization/organization.ts';
import { isMask, isNewSecret, secretFault } from '../../domain/values/secret-mask.ts';
import type { CommandContext } from '../context/context.ts';
import { lookUpFiles } from '../file/referred-files.ts';
import { changedFields } from '../handling/changed-fields.ts';
import type { Environment } from '../handling/environment.ts';
import type { Handled } from '../handling/handle.ts';
import { handleNamed } from '../registry/handle-named.ts';
import { checkName } from '../registry/names.ts';
import type { SealedSecrets } from '../vault/sealed-secrets.ts';
import { ORGANIZATION_NAMES } from './organization-names.ts';
import { checkAddresses, type OrganizationEnvironment } from './portal-hosts.ts';

export interface ChangeOrganization {
  readonly organizationId: string;
  readonly payload: Wanted<OrganizationDetails> & {
    readonly version?: number | null;
  } & { readonly [Secret in OrganizationSecret]?: string | null };
}

interface HeldSecrets {
  readonly _id: string;
  readonly secrets: Readonly<Record<OrganizationSecret, string | null>>;
}

/** Whether this person's change replaces or removes a key of an outside service. */
export const changesSecret = (
  actor: CommandContext['actor'],
  wanted: { readonly [Secret in OrganizationSecret]?: unknown },
  { _id: organizationId, secrets }: HeldSecrets,
): boolean =>
  can(actor, 'organization.writeSecrets', { organizationId }) &&
  ORGANIZATION_SECRETS.some((name) => isNewSecret(wanted[name], secrets[name]));

/**
 * New keys of outside services are stored in the vault first; the log records that they changed. A mask, or a key from
 * a person who may not write keys, changes nothing.
 */
export async function changeOrganization(
  environment: OrganizationEnvironment & { readonly secrets: SealedSecrets },
  { organizationId, payload }: ChangeOrganization,
  context: CommandContext,
): Promise<Result<Handled<OrganizationState, OrganizationEvent>>> {
  const files = await lookUpFiles(environment, payload);
  const { version = null, sendGridApiKey, calendlyAccessToken, ...details } = files.named(payload);
  const isAllowed = can(context.actor, 'organization.writeSecrets', { organizationId });
  const secrets = isAllowed ? { sendGridApiKey, calendlyAccessToken } : {};
  const errors = ORGANIZATION_SECRETS.flatMap((field) => {
    const message = isNew(secrets[field]) ? secretFault(secrets[field].trim()) : null;
    return message === null ? [] : [{ field, message }];
  });
  if (errors[0]) return reject('refused', errors[0].message, errors);
  const sealed = await sealNew(environment.secrets, organizationId, secrets);

  const domain = await checkDomain(environment, organizationId, payload.fullDomain, context);

  const changed = await handleNamed(
    environment,
    organization,
    organizationId,
    ORGANIZATION_NAMES,
    (loaded) => {
      const fields = changedFields(organization, loaded, documentOf, { version, fields: { ...details, ...sealed } });
      if (!fields.ok) return fields;
      const holds = loaded.state.details;
      const stored = files.check(fields.value, { organizationId, target: 'organization', id: organizationId, holds });
      if (!stored.ok) return stored;
      const addresses = checkAddresses(environment.hosts, fields.value);
      if (!addresses.ok) return addresses;
      return 'fullDomain' in fields.value && !domain.ok ? domain : accept(commandsFor(fields.value));
    },
    { ...context, organizationId },
  );
  await removeUnused(environment.secrets, sealed, changed.ok ? changed.value : undefined);
  return changed;
}

/** Several organizations can request a domain until one proves it. */
async function checkDomain(
  environment: Environment,
  ownerId: string,
  wanted: string | null | undefined,
  context: CommandContext,
): Promise<Result<null>> {
  const name = wanted?.trim().toLowerCase() ?? '';
  if (name === '') return accept(null);
  return checkName(environment, organization, ORGANIZATION_NAMES, { scope: 'fullDomain', name, ownerId }, context);
}

type SecretIds = Partial<Record<OrganizationSecret, string | null>>;

const documentOf = ({ details, secrets }: OrganizationState) => ({ ...details, ...secrets });

const isSecret = (field: string): field is OrganizationSecret =>
  ORGANIZATION_SECRETS.some((secret) => secret === field);

function commandsFor(fields: Readonly<Record<string, unknown>>): readonly OrganizationCommand[] {
  const details = Object.entries(fields).filter(([field]) => !isSecret(field));
  return [
    { type: 'ChangeDetails', data: { changes: Object.fromEntries(details) } },
    ...ORGANIZATION_SECRETS.filter((name) => fields[name] !== undefined).map(
      (name): OrganizationCommand => ({
        type: 'ChangeSecret',
        data: { name, secretId: fields[name] as string | null },
      }),
    ),
  ];
}

const isNew = (value: string | null | undefined): value is string => typeof value === 'string' && !isMask(value.trim());

/** Vault entries of the new values; null to remove, absent to keep. */
async function sealNew(
  secrets: SealedSecrets,
  organizationId: string,
  wanted: { readonly [Secret in OrganizationSecret]?: string | null | undefined },
): Promise<SecretIds> {
  const ids: SecretIds = {};
  for (const name of ORGANIZATION_SECRETS) {
    const value = wanted[name]?.trim() ?? wanted[name];
    if (value === undefined || (value !== null && isMask(value))) continue;
    if (value === null || value === '') {
      ids[name] = null;
      continue;
    }
    const id = randomUUID();
    await secrets.put(id, value, organizationId);
    ids[name] = id;
  }
  return ids;
}

/** Replaced values, and new ones of a refused change. */
async function removeUnused(
  secrets: SealedSecrets,
  sealed: SecretIds,
  handled: Handled<OrganizationState, OrganizationEvent> | undefined,
): Promise<void> {
  const before = handled?.events
    .slice(0, handled.events.length - handled.appended.length)
    .reduce(organization.evolve, organization.initial).secrets;
  for (const name of ORGANIZATION_SECRETS) {
    const holds = handled?.state.secrets[name] ?? null;
    const id = sealed[name];
    if (id === undefined) continue;
    if (id !== null && id !== holds) await secrets.delete(id);
    const old = before?.[name] ?? null;
    if (old !== null && old !== holds) await secrets.delete(old);
  }
}
