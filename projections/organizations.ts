import type { Role } from '../domain/actor.ts';
import type { Recorded } from '../domain/event.ts';
import type { OrganizationDetails, OrganizationEvent, OrganizationSecret } from '../domain/organization/events.ts';
import { organization } from '../domain/organization/organization.ts';
import { idOf } from '../domain/streams.ts';
import { projection } from './engine/projection.ts';

export interface Member {
  readonly userId: string;
  readonly role: Role;
}

/** An organization with all that its staff see; the public part of it is chosen on read. */
export interface OrganizationDocument extends OrganizationDetails {
  readonly _id: string;
  readonly _pos?: bigint;
  /** Revision of the organization's stream. */
  readonly version: number;
  /** Vault entries of the keys to outside services. */
  readonly secrets: Readonly<Record<OrganizationSecret, string | null>>;
  /** In the order in which they joined. */
  readonly members: readonly Member[];
}

function fold(
  document: OrganizationDocument | undefined,
  event: Recorded<OrganizationEvent>,
): OrganizationDocument | undefined {
  const state = organization.evolve(document ? stateOf(document) : organization.initial, event);
  if (!state.exists) return undefined;
  return {
    ...state.details,
    _id: idOf(event.stream),
    version: event.revision,
    secrets: state.secrets,
    members: Object.entries(state.members).map(([userId, role]) => ({ userId, role })),
  };
}

function stateOf({ _id, _pos, version, secrets, members, ...details }: OrganizationDocument) {
  return {
    exists: true,
    details,
    secrets,
    members: Object.fromEntries(members.map(({ userId, role }) => [userId, role])),
  };
}

export const organizations = projection<OrganizationDocument, OrganizationEvent>({
  name: 'organizations',
  version: 1,
  indexes: ['slug', 'subdomain', 'fullDomain'],
  id: (event) => idOf(event.stream),
  streams: (id) => [`organization-${id}`],
  on: {
    OrganizationCreated: fold,
    OrganizationDetailsChanged: fold,
    OrganizationSecretChanged: fold,
    MemberAdded: fold,
    MemberRoleChanged: fold,
    MemberRemoved: fold,
  },
});
