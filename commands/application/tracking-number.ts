import type { Vault, VaultCollection } from '../vault/vault.ts';

const FIRST = 10_001;

interface TakenNumber {
  readonly _id: string;
  readonly organizationId: string;
  readonly number: number;
}

interface Numbers {
  readonly collection: VaultCollection<TakenNumber>;
  /** Per organization: a hint for the next attempt. */
  readonly highest: Map<string, number>;
}

const NUMBERS = new WeakMap<Vault, Numbers>();

/** An insert decides every race. Numbers of failed submissions stay unused. */
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
