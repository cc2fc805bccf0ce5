import type { TokenScope } from './token-scopes.ts';

export type Role = 'Owner' | 'Admin' | 'Viewer';
export const ROLES = ['Owner', 'Admin', 'Viewer'] as const satisfies readonly Role[];

export const ACTOR_KINDS = ['user', 'anonymous', 'system', 'provider', 'token'] as const;

/**
 * The author of an event. `provider` is an outside service, `system` a reaction, timer or the CLI, `token` a program with an
 * API token.
 */
export interface ActorReference {
  readonly kind: (typeof ACTOR_KINDS)[number];
  readonly id?: string;
}

export interface Actor extends ActorReference {
  readonly roles: readonly { readonly orgId: string; readonly role: Role }[];
  /** Roles where a second factor is required that this person does not have. They give nothing until there is one. */
  readonly rolesWithoutFactor?: readonly { readonly orgId: string; readonly role: Role }[];
  readonly isCreator: boolean;
  /** What a token may do, in its own organization only. */
  readonly token?: { readonly orgId: string; readonly scopes: readonly TokenScope[] };
}

export const ANONYMOUS: Actor = { kind: 'anonymous', roles: [], isCreator: false };
export const SYSTEM: Actor = { kind: 'system', roles: [], isCreator: true };
