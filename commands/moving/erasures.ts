import { type CommandContext, systemContext } from '../context.ts';
import type { EventLog } from '../event-store/event-log.ts';
import { uuidV5 } from '../identity.ts';
import { tellErasure } from '../privacy/tell-erasure.ts';
import type { VaultCollectionName } from '../vault/collections.ts';
import type { Vault } from '../vault/vault.ts';
import type { FileEntry } from './file-entries.ts';
import { MovingRefused } from './moving-refused.ts';
import { entriesOf, type VaultEntry } from './vault-entries.ts';

/** Who has been erased, and when (ISO-8601 UTC), by the stream that the person's key is kept under. */
export type Erasures = ReadonlyMap<string, string>;

/** The people whom this vault knows as erased. */
export async function erasuresOf(vault: Vault): Promise<Erasures> {
  const erasures = new Map<string, string>();
  for await (const { document } of entriesOf(vault, 'subjectKeys')) {
    if (typeof document.erasedAt === 'string') erasures.set(document._id, document.erasedAt);
  }
  return erasures;
}

const OF_ACCOUNTS: readonly string[] = ['passwords', 'drafts', 'preferences'] satisfies VaultCollectionName[];

/**
 * What a vault entry may still hold of people erased since: a tombstone instead of the key, which so never gets here; nothing
 * instead of a password or a link. Undefined for nothing.
 */
export function erased(
  entry: VaultEntry,
  erasures: Erasures,
  hasStream: (subject: string) => boolean,
): VaultEntry | undefined {
  const { collection, document } = entry;
  const { userId, subject, emailId } = document;
  if (collection === 'subjectKeys') {
    const erasedAt = erasures.get(document._id);
    if (erasedAt === undefined) return entry;
    // Nothing was written under a key without a stream: a tombstone would only bar those who come anew.
    return hasStream(document._id) ? { collection, document: { _id: document._id, erasedAt } } : undefined;
  }
  if (OF_ACCOUNTS.includes(collection) && erasures.has(`user-${userId}`)) return undefined;
  if (collection === 'invitationLinks' && erasures.has(`user-${emailId}`)) return undefined;
  if (collection === 'unusedFiles' && erasures.has(`file-${document._id}`)) return undefined;
  if (collection === 'oneTimeTokens' && erasures.has(String(subject))) return undefined;
  return entry;
}

/** The bytes of a file that has been deleted since. */
export const isErasedFile = ({ file }: FileEntry, erasures: Erasures): boolean => erasures.has(`file-${file}`);

/**
 * Tells the log of every tombstone that it does not know of: of people erased since the backup, or while it was made. Says how
 * many there were; repeating it changes nothing.
 */
export async function repeatErasures({
  log,
  vault,
  now,
}: {
  readonly log: EventLog;
  readonly vault: Vault;
  readonly now: () => number;
}): Promise<number> {
  let count = 0;
  for (const subject of (await erasuresOf(vault)).keys()) {
    const context = contextOfRepetition(log, subject, now);
    const result = await tellErasure({ log }, subject, context);
    if (!result.ok && result.rejection.code === 'conflict') throw new MovingRefused(result.rejection.message);
    if (result.ok) count += result.value.appended.length;
  }
  return count;
}

/** By nobody's wish of today, and always the same command. */
export function contextOfRepetition(
  log: Pick<EventLog, 'storeId'>,
  subject: string,
  now: () => number,
): CommandContext {
  return { ...systemContext(now(), uuidV5('repeat erasure', log.storeId, subject)), isSilent: true };
}
