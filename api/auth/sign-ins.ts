import type { Vault } from '../../commands/vault/vault.ts';

interface SignIn {
  readonly _id: string;
  readonly userId: string;
  readonly organizationId: string;
  /** ISO-8601 UTC. */
  readonly at: string;
}

/** When each member last signed in while a member of the organization, at whichever address. */
export interface SignIns {
  record(userId: string, organizationId: string): Promise<void>;
  /** Instants by user id. */
  lastOf(userIds: readonly string[], organizationId: string): Promise<ReadonlyMap<string, string>>;
  remove(userId: string, organizationId: string): Promise<void>;
}

export function createSignIns({ vault, now }: { vault: Vault; now: () => number }): SignIns {
  const documents = vault.collection<SignIn>({ name: 'signIns', indexes: ['userId'], mayBeLost: true });
  const idOf = (userId: string, organizationId: string) => `${organizationId}.${userId}`;
  return {
    async record(userId, organizationId) {
      const _id = idOf(userId, organizationId);
      const signIn = { _id, userId, organizationId, at: new Date(now()).toISOString() };
      if (!(await documents.replace(signIn))) await documents.insert(signIn);
    },
    async lastOf(userIds, organizationId) {
      const found = await documents.getMany(userIds.map((userId) => idOf(userId, organizationId)));
      return new Map(found.map(({ userId, at }) => [userId, at]));
    },
    async remove(userId, organizationId) {
      await documents.delete(idOf(userId, organizationId));
    },
  };
}
