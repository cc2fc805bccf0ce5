import type { Vault, VaultCollection } from '../vault/vault.ts';

/** The first application of an organization. */
const FIRST = 10_001;

interface TakenNumber {
  readonly _id: string;
  readonly organizationId: string;
  readonly number: number;
}

interface Numbers {
  readonly collection: VaultCollection<TakenNumber>;
  /** The highest number known to be taken, by organization: where to try next, never a promise. */
  readonly highest: Map<string, number>;
}

const NUMBERS = new WeakMap<Vault, Numbers>();

/**
 * A number that no other application of the organization has: the insert decides, whoever else asks. Numbers
 * of submissions that lost a race stay unused.
 */
export async function takeTrackingNumber(vault: Vault, organizationId: string): Promise<number> {
  const { collection, highest } = numbersOf(vault);
  if (!highest.has(organizationId)) raise(highest, organizationId, await lastTaken(collection, organizationId));
  for (;;) {
    const number = (highest.get(organizationId) ?? FIRST - 1) + 1;
    highest.set(organizationId, number);
    if (await collection.insert({ _id: `${organizationId}:${number}`, organizationId, number })) return number;
    raise(highest, organizationId, await lastTaken(collection, organizationId));
  }
}

function numbersOf(vault: Vault): Numbers {
  const known = NUMBERS.get(vault);
  if (known) return known;
  const collection = vault.collection<TakenNumber>({
    name: 'trackingNumbers',
    indexes: ['organizationId', 'number'],
  });
  const numbers = { collection, highest: new Map<string, number>() };
  NUMBERS.set(vault, numbers);
  return numbers;
}

async function lastTaken(collection: VaultCollection<TakenNumber>, organizationId: string): Promise<number> {
  const options = { sort: { by: 'number', descending: true }, limit: 1 };
  const { documents } = await collection.find({ organizationId }, options);
  return documents[0]?.number ?? FIRST - 1;
}

const raise = (highest: Map<string, number>, organizationId: string, number: number): void => {
  highest.set(organizationId, Math.max(number, highest.get(organizationId) ?? 0));
};
