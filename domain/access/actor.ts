export type Role = 'Owner' | 'Admin' | 'Viewer';
export const ROLES = ['Owner', 'Admin', 'Viewer'] as const satisfies readonly Role[];

/** The author of an event. `provider` is an outside service, `system` a reaction, timer or the CLI. */
export interface ActorReference {
  readonly kind: 'user' | 'anonymous' | 'system' | 'provider';
  readonly id?: string;
}

export interface Actor extends ActorReference {
  readonly roles: readonly { readonly orgId: string; readonly role: Role }[];
  readonly isCreator: boolean;
}

export const ANONYMOUS: Actor = { kind: 'anonymous', roles: [], isCreator: false };
export const SYSTEM: Actor = { kind: 'system', roles: [], isCreator: true };
