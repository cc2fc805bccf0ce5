export type Role = 'Owner' | 'Admin' | 'Viewer';
export const ROLES = ['Owner', 'Admin', 'Viewer'] as const satisfies readonly Role[];

/** Who did something, as an event records it. `provider` is an outside service, `system` a reaction, timer or the CLI. */
export interface ActorReference {
  readonly kind: 'user' | 'anonymous' | 'system' | 'provider';
  readonly id?: string;
}

/** Who asks for something, with all that the policy table needs to know of them. */
export interface Actor extends ActorReference {
  readonly roles: readonly { readonly orgId: string; readonly role: Role }[];
  readonly isCreator: boolean;
}

export const ANONYMOUS: Actor = { kind: 'anonymous', roles: [], isCreator: false };
/** The operator's CLI, reactions and timers: allowed everything, named as such in the history. */
export const SYSTEM: Actor = { kind: 'system', roles: [], isCreator: true };
