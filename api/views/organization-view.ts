import { domainRecordOf } from '../../commands/organization/domain-record.ts';
import type { SealedSecrets } from '../../commands/vault/sealed-secrets.ts';
import type { Actor } from '../../domain/access/actor.ts';
import { can } from '../../domain/access/policy.ts';
import { keptUntil } from '../../domain/organization/domain-proof.ts';
import { maskSecret } from '../../domain/values/secret-mask.ts';
import { type OrganizationDocument, withoutPeople } from '../../projections/organizations.ts';
import type { Organization } from '../contract/organizations.ts';

/** Members see the sender, Owners the masked keys. */
export async function organizationView(
  document: OrganizationDocument,
  actor: Actor,
  sealed: SealedSecrets,
): Promise<Organization> {
  const {
    _pos,
    secrets,
    domain,
    servedDomain: _served,
    secondFactorFrom = null,
    sendGridEmailAddress,
    statusLimits,
    contactText,
    contractText,
    paymentText,
    ...shown
  } = withoutPeople(document);
  const resource = { organizationId: shown._id };
  const masked = async (id: string | null) => {
    const secret = id === null ? undefined : await sealed.get(id);
    return secret === undefined ? null : maskSecret(secret);
  };
  return {
    ...shown,
    fullDomainState: domain?.state ?? null,
    contactText: textOf(contactText),
    ...(actor.kind === 'user' ? { contractText: textOf(contractText), paymentText: textOf(paymentText) } : {}),
    ...(can(actor, 'organization.read', resource)
      ? {
          sendGridEmailAddress,
          statusLimits,
          secondFactorFrom,
          fullDomainRecord: domain && domainRecordOf(shown._id, domain.name),
          fullDomainKeptUntil: domain && keptUntil(domain),
        }
      : {}),
    ...(can(actor, 'organization.writeSecrets', resource)
      ? {
          sendGridApiKey: await masked(secrets.sendGridApiKey),
          calendlyAccessToken: await masked(secrets.calendlyAccessToken),
        }
      : {}),
  };
}

/** Documents of earlier versions of the read model lack the texts. */
const textOf = (text: string | null | undefined): string | null => text ?? null;
