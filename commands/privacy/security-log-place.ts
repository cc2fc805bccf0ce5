import { openSecurityEntries } from '../security-log/entries.ts';
import { withoutPerson } from '../security-log/security-log.ts';
import type { Vault } from '../vault/vault.ts';
import type { Person } from './person.ts';
import type { Place } from './place.ts';

/** An account's entries keep what happened and when: erasing an account must not hide actions. */
export function createSecurityLogPlace(vault: Vault): Place {
  const entries = openSecurityEntries(vault);
  const entriesOf = async (person: Person) => {
    const filter = filterOf(person);
    return filter === null ? [] : (await entries.find(filter)).documents;
  };
  const remove = async (id: string): Promise<boolean> => {
    for (;;) {
      const stored = await entries.get(id);
      if (!stored || stored.actorId === null) return false;
      if (await entries.replace(withoutPerson(stored), { count: stored.count })) return true;
    }
  };
  return {
    async find(person) {
      const found = await entriesOf(person);
      return {
        held: found.map(({ kind, firstAt, lastAt, count, network, device }) => ({
          kind,
          firstAt,
          lastAt,
          count,
          network,
          device,
        })),
        async remove() {
          // Also what was added meanwhile.
          const ids = new Set([...found, ...(await entriesOf(person))].map(({ _id }) => _id));
          const removed = await Promise.all([...ids].map(remove));
          return { count: removed.filter(Boolean).length };
        },
      };
    },
  };
}

/** Of an account that a person keeps for other schools, only what the erasing school holds. */
function filterOf({ accountId, keptAccountId, organizationId }: Person): Readonly<Record<string, string>> | null {
  if (accountId !== null) return { actorId: accountId };
  return keptAccountId !== null && organizationId !== null ? { actorId: keptAccountId, organizationId } : null;
}
