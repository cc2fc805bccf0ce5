import { HMAC_KEY } from '../vault/hmac-key.ts';
import { putDocument } from '../vault/put-document.ts';
import type { Vault, VaultCollection } from '../vault/vault.ts';
import { type EventStore, START } from './port.ts';

const ID = 'own';

/** Ends the start: beside another log everything in the vault would look unused, and be swept. */
export class LogRefused extends Error {
  override readonly name = 'LogRefused';
}

interface Binding {
  readonly _id: string;
  readonly storeId: string;
}

/**
 * Binds a vault to its log, once. Refuses another log, an empty one instead of a lost one, and events beside a vault
 * without their keys.
 */
export async function requireOwnLog(
  vault: Vault,
  log: Pick<EventStore, 'storeId' | 'head'>,
  settings: readonly string[],
): Promise<void> {
  const bindings = bindingsOf(vault);
  const { storeId } = log;
  const bound = await bindings.get(ID);
  if (bound && bound.storeId !== storeId) {
    throw new LogRefused(
      `The vault belongs to another log (${bound.storeId}) than this one (${storeId}). ${remedy('log', settings)}`,
    );
  }
  const isUsed = await isInUse(vault);
  if ((await log.head()) !== START && !(await hasKeys(vault))) {
    throw new LogRefused(
      `The log holds events, but the vault ${isUsed ? 'has lost its keys' : 'is empty'}. ${remedy('vault', settings)}`,
    );
  }
  if (bound) return;
  if (isUsed) await requireWorkedOn(vault, log, settings);
  if (!(await bindings.insert({ _id: ID, storeId }))) await requireOwnLog(vault, log, settings);
}

/** For a log that has just been imported. */
export async function bindToLog(vault: Vault, { storeId }: Pick<EventStore, 'storeId'>): Promise<void> {
  await putDocument(bindingsOf(vault), { _id: ID, storeId });
}

const bindingsOf = (vault: Vault) => vault.collection<Binding>({ name: 'ownLog', indexes: [] });

const BACK = { log: '"intake restore" or "intake events import"', vault: '"intake restore"' } as const;
const remedy = (lost: keyof typeof BACK, settings: readonly string[]): string =>
  `Nothing has been changed. Check ${settings.join(' and ')}; if the ${lost} is lost, put it back with ${BACK[lost]}.`;

/** Whether it holds data of people. The HMAC key does not count: the first start creates it. */
export async function isInUse(vault: Vault): Promise<boolean> {
  const holds = await Promise.all([
    holdsKeysOfPeople(vault),
    isFilled(vault.collection({ name: 'passwords', indexes: [] })),
    isFilled(vault.collection({ name: 'secrets', indexes: [] })),
  ]);
  return holds.includes(true);
}

/** Without these keys people would get other ids, and their data would be unreadable. */
export async function hasKeys(vault: Vault): Promise<boolean> {
  const identity = await vault.collection({ name: 'identity', indexes: [] }).get(HMAC_KEY);
  return identity !== undefined && (await holdsKeysOfPeople(vault));
}

const holdsKeysOfPeople = (vault: Vault) => isFilled(vault.collection({ name: 'subjectKeys', indexes: [] }));

const isFilled = async (collection: VaultCollection<{ readonly _id: string }>): Promise<boolean> =>
  (await collection.find({}, { limit: 1 })).documents.length > 0;

/** For a vault of a version without bindings, which shows only by earlier work. */
async function requireWorkedOn(...[vault, log, settings]: Parameters<typeof requireOwnLog>): Promise<void> {
  if ((await log.head()) === START)
    throw new LogRefused(`The vault is in use, but the log is empty. ${remedy('log', settings)}`);
  const checkpoints = vault.collection<Binding>({ name: 'reactionCheckpoints', indexes: [] });
  const worked = await checkpoints.get('reactions');
  if (!worked || worked.storeId === log.storeId) return;
  throw new LogRefused(
    `The vault has been used with another log (${worked.storeId}) than this one (${log.storeId}). ${remedy('log', settings)}`,
  );
}
