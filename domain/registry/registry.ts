import { aggregate } from '../event-sourcing/aggregate.ts';
import { accept, reject } from '../event-sourcing/decision.ts';
import { TEXTS } from '../text/texts.ts';
import type { NameScope, RegistryEvent } from './events.ts';

export interface Holder {
  readonly ownerId: string;
  readonly takenAt: string;
}

export interface RegistryState {
  readonly holders: Readonly<Record<string, Holder>>;
  readonly reserved: Readonly<Record<string, Reservation>>;
}

/** For a year only the former holder can take a released name, so that old links never open another organization. */
export interface Reservation {
  readonly ownerId: string;
  readonly releasedAt: string;
}

/** A domain needs no reservation, because it serves only the organization that proves it in DNS. */
const RESERVABLE: readonly NameScope[] = ['slug', 'subdomain'];
const RESERVED_FOR_MS = 365 * 24 * 3_600_000;
/** The newest reservations of each organization, so that frequent renames do not block ever more names. */
const MOST_RESERVED = 20;

interface Name {
  readonly scope: NameScope;
  readonly name: string;
  readonly ownerId: string;
}

export type RegistryCommand =
  /** `supersedes` names a holder without an event of its own, as the caller has found. */
  | { readonly type: 'TakeName'; readonly data: Name & { readonly supersedes?: string } }
  | { readonly type: 'ReleaseName'; readonly data: Name & { readonly isReserved: boolean } };

/** Organizations by their addresses; the batches of one organization by their slugs. */
export const ORGANIZATION_REGISTRY = 'organizations';
export const batchRegistryOf = (organizationId: string): string => `batches:${organizationId}`;

/** Slugs and subdomains are the same label of a host name, so they must differ. */
const SAME_SPACE: Readonly<Record<NameScope, readonly NameScope[]>> = {
  slug: ['slug', 'subdomain'],
  subdomain: ['slug', 'subdomain'],
  fullDomain: ['fullDomain'],
  batchSlug: ['batchSlug'],
};

/** Appended before the object's own event, so that one of two simultaneous claims is refused. */
export const registry = aggregate<RegistryState, RegistryEvent, RegistryCommand>({
  category: 'registry',
  initial: { holders: {}, reserved: {} },

  evolve: {
    NameTaken: ({ holders, reserved }, { data: { scope, name, ownerId }, at }) => ({
      holders: { ...holders, [keyOf(scope, name)]: { ownerId, takenAt: at } },
      reserved: without(reserved, keyOf(scope, name)),
    }),
    NameReleased: ({ holders, reserved }, { data: { scope, name, ownerId, isReserved }, at }) => ({
      holders: without(holders, keyOf(scope, name)),
      reserved:
        isReserved && RESERVABLE.includes(scope)
          ? withReservation(reserved, keyOf(scope, name), { ownerId, releasedAt: at })
          : reserved,
    }),
  },

  decide: {
    TakeName: ({ supersedes, ...wanted }, state, { at }) => {
      const freeOn = reservedUntil(state, wanted, at);
      if (freeOn !== null) return rejectReserved(wanted, freeOn);
      const events: RegistryEvent[] = [];
      for (const scope of SAME_SPACE[wanted.scope]) {
        const holder = holderOf(state, scope, wanted.name);
        if (!holder || holder.ownerId === wanted.ownerId) continue;
        if (holder.ownerId !== supersedes) return rejectTaken(wanted);
        events.push({
          type: 'NameReleased',
          data: { scope, name: wanted.name, ownerId: holder.ownerId, isReserved: false },
        });
      }
      if (holderOf(state, wanted.scope, wanted.name)?.ownerId === wanted.ownerId) return accept(events);
      return accept([...events, { type: 'NameTaken', data: wanted }]);
    },

    ReleaseName: (name, state) =>
      accept(
        holderOf(state, name.scope, name.name)?.ownerId === name.ownerId ? [{ type: 'NameReleased', data: name }] : [],
      ),
  },
});

/** The holder other than `ownerId`, in this scope or one that shares its labels. */
export function otherHolderOf(state: RegistryState, { scope, name, ownerId }: Name): Holder | undefined {
  return SAME_SPACE[scope]
    .map((space) => holderOf(state, space, name))
    .find((holder) => holder !== undefined && holder.ownerId !== ownerId);
}

export function holderOf({ holders }: RegistryState, scope: NameScope, name: string): Holder | undefined {
  const key = keyOf(scope, name);
  return Object.hasOwn(holders, key) ? holders[key] : undefined;
}

/** When another holder's reservation of a name ends, as ISO-8601; null if there is none. */
export function reservedUntil({ reserved }: RegistryState, { scope, name, ownerId }: Name, at: string): string | null {
  for (const space of SAME_SPACE[scope]) {
    const key = keyOf(space, name);
    const found = Object.hasOwn(reserved, key) ? reserved[key] : undefined;
    if (!found || found.ownerId === ownerId) continue;
    const until = Date.parse(found.releasedAt) + RESERVED_FOR_MS;
    if (until > Date.parse(at)) return new Date(until).toISOString();
  }
  return null;
}

function withReservation(
  reserved: RegistryState['reserved'],
  key: string,
  reservation: Reservation,
): RegistryState['reserved'] {
  const { [key]: _before, ...others } = reserved;
  const own = Object.keys(others).filter((other) => others[other]?.ownerId === reservation.ownerId);
  const kept = own.length < MOST_RESERVED ? others : without(others, own[0] ?? '');
  return { ...kept, [key]: reservation };
}

function without<Value>(entries: Readonly<Record<string, Value>>, key: string): Readonly<Record<string, Value>> {
  const { [key]: _removed, ...others } = entries;
  return others;
}

const keyOf = (scope: NameScope, name: string) => `${scope}:${name}`;

const rejectReserved = ({ scope, name }: Name, until: string) => {
  const message = TEXTS.organizations.nameGivenUp(name, until.slice(0, 10));
  return reject('refused', message, [{ field: scope, message }]);
};

const rejectTaken = ({ scope, name }: Name) => {
  const message = scope === 'batchSlug' ? TEXTS.batches.slugTaken : TEXTS.organizations.nameTaken(name);
  return reject('duplicate', message, [{ field: scope === 'batchSlug' ? 'slug' : scope, message }]);
};
