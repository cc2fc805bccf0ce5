import { type CommandContext, systemContext } from '../context/context.ts';
import { uuidV5 } from '../context/identity.ts';
import { recordErasure } from '../erasure/record-erasure.ts';
import type { EventLog } from '../event-store/event-log.ts';
import type { VaultCollectionName } from '../vault/collections.ts';
import type { Vault } from '../vault/vault.ts';
import type { FileEntry } from './file-entries.ts';
import { TransferRefused } from './transfer-refused.ts';
import { entriesOf, type VaultEntry } from './vault-entries.ts';

/** Times (ISO-8601 UTC) by the stream of the subject's key. */
export type Erasures = ReadonlyMap<string, string>;

export async function erasuresOf(vault: Vault): Promise<Erasures> {
  const erasures = new Map<string, string>();
  for await (const { document } of entriesOf(vault, 'subjectKeys')) {
    if (typeof document.erasedAt === 'string') erasures.set(document._id, document.erasedAt);
  }
  return erasures;
}

const OF_ACCOUNTS: readonly string[] = [
  'authenticators',
  'passkeys',
  'passwords',
  'drafts',
  'preferences',
] satisfies VaultCollectionName[];

/** A tombstone instead of a key; undefined instead of a password or a link. */
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
    // No event was written under a key without a stream; a tombstone would only block a new sign-up.
    return hasStream(document._id) ? { collection, document: { _id: document._id, erasedAt } } : undefined;
  }
  if (OF_ACCOUNTS.includes(collection) && erasures.has(`user-${userId}`)) return undefined;
  if (collection === 'invitationLinks' && erasures.has(`user-${emailId}`)) return undefined;
  if (collection === 'unusedFiles' && erasures.has(`file-${document._id}`)) return undefined;
  if (collection === 'oneTimeTokens' && erasures.has(String(subject))) return undefined;
  return entry;
}

export const isErasedFile = ({ file }: FileEntry, erasures: Erasures): boolean => erasures.has(`file-${file}`);

/** Appends the erasure of every tombstone that the log does not know, and returns their number; repeatable. */
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
    const result = await recordErasure({ log }, subject, context);
    if (!result.ok && result.rejection.code === 'conflict') throw new TransferRefused(result.rejection.message);
    if (result.ok) count += result.value.appended.length;
  }
  return count;
}

/** The same command on each repetition, by the system. */
export function contextOfRepetition(
  log: Pick<EventLog, 'storeId'>,
  subject: string,
  now: () => number,
): CommandContext {
  return { ...systemContext(now(), uuidV5('repeat erasure', log.storeId, subject)), isSilent: true };
}
