import { aggregate } from '../aggregate.ts';
import { accept, reject } from '../decision.ts';
import { TEXTS } from '../texts.ts';
import type { NameScope, RegistryEvent } from './events.ts';

export interface Holder {
  readonly ownerId: string;
  readonly takenAt: string;
}

export interface RegistryState {
  /** By `{scope}:{name}`. */
  readonly holders: Readonly<Record<string, Holder>>;
}

interface Name {
  readonly scope: NameScope;
  readonly name: string;
  readonly ownerId: string;
}

export type RegistryCommand =
  /** `supersedes` names a holder whose own event never followed, as whoever asks has found out (D12's rule for places). */
  | { readonly type: 'TakeName'; readonly data: Name & { readonly supersedes?: string } }
  | { readonly type: 'ReleaseName'; readonly data: Name };

/** Organizations by their addresses; the batches of one organization by their slugs. */
export const ORGANIZATION_REGISTRY = 'organizations';
export const batchRegistryOf = (organizationId: string): string => `batches:${organizationId}`;

/** Slugs and subdomains stand at the same place of a host name (D7), so one may not be another's other. */
const SAME_SPACE: Readonly<Record<NameScope, readonly NameScope[]>> = {
  slug: ['slug', 'subdomain'],
  subdomain: ['slug', 'subdomain'],
  fullDomain: ['fullDomain'],
  batchSlug: ['batchSlug'],
};

/** Decides who has a name: appended before the object's own event, so that of two who want it one is refused. */
export const registry = aggregate<RegistryState, RegistryEvent, RegistryCommand>({
  category: 'registry',
  initial: { holders: {} },

  evolve: {
    NameTaken: ({ holders }, { data: { scope, name, ownerId }, at }) => ({
      holders: { ...holders, [keyOf(scope, name)]: { ownerId, takenAt: at } },
    }),
    NameReleased: ({ holders }, { data: { scope, name } }) => {
      const { [keyOf(scope, name)]: _released, ...others } = holders;
      return { holders: others };
    },
  },

  decide: {
    TakeName: ({ supersedes, ...wanted }, state) => {
      const events: RegistryEvent[] = [];
      for (const scope of SAME_SPACE[wanted.scope]) {
        const holder = holderOf(state, scope, wanted.name);
        if (!holder || holder.ownerId === wanted.ownerId) continue;
        if (holder.ownerId !== supersedes) return rejectTaken(wanted);
        events.push({ type: 'NameReleased', data: { scope, name: wanted.name, ownerId: holder.ownerId } });
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

/** Who has the name, under its own scope or another that shares its place, other than `ownerId` itself. */
export function otherHolderOf(state: RegistryState, { scope, name, ownerId }: Name): Holder | undefined {
  return SAME_SPACE[scope]
    .map((space) => holderOf(state, space, name))
    .find((holder) => holder !== undefined && holder.ownerId !== ownerId);
}

export function holderOf({ holders }: RegistryState, scope: NameScope, name: string): Holder | undefined {
  const key = keyOf(scope, name);
  return Object.hasOwn(holders, key) ? holders[key] : undefined;
}

const keyOf = (scope: NameScope, name: string) => `${scope}:${name}`;

const rejectTaken = ({ scope, name }: Name) => {
  const message = scope === 'batchSlug' ? TEXTS.batches.slugTaken : TEXTS.organizations.nameTaken(name);
  return reject('duplicate', message, [{ field: scope === 'batchSlug' ? 'slug' : scope, message }]);
};
