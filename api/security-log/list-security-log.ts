import { idPrefix, KEPT_MS, openSecurityEntries, type SecurityEntry } from '../../commands/security-log/entries.ts';
import type { Vault } from '../../commands/vault/vault.ts';
import type { SecurityKind } from '../../domain/security-log/kinds.ts';
import { cursorBehind } from '../../projections/document-store/query-values.ts';

export interface WantedEntries {
  /** Null: of the installation only; undefined: all. */
  readonly organizationId?: string | null | undefined;
  readonly kind?: SecurityKind | undefined;
  readonly actorId?: string | undefined;
  /** ISO-8601 UTC, by the beginning of an entry's period. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  /** The `_id` of the last entry of the former page. */
  readonly after?: string | undefined;
  readonly limit: number;
}

/** The newest first, never older than they are kept. `next` is null on the last page. */
export async function listSecurityLog(
  { vault, now }: { readonly vault: Vault; readonly now: () => number },
  { organizationId, kind, actorId, since, until, after, limit }: WantedEntries,
): Promise<{ readonly entries: readonly SecurityEntry[]; readonly next: string | null }> {
  const filter = {
    ...(organizationId === undefined ? {} : { organizationId }),
    ...(kind === undefined ? {} : { kind }),
    ...(actorId === undefined ? {} : { actorId }),
  };
  // Sorts before all entries of the moment's own period.
  const start = until === undefined ? '' : idPrefix(Date.parse(until));
  const behind = after !== undefined && after > start ? after : start;
  const oldest = Math.max(now() - KEPT_MS, since === undefined ? 0 : Date.parse(since));
  const { documents } = await openSecurityEntries(vault).find(filter, {
    limit: limit + 1,
    cursor: cursorBehind({ _id: behind }, undefined),
  });
  const young = documents.filter(({ lastAt }) => Date.parse(lastAt) >= oldest);
  const entries = young.slice(0, limit);
  const isLast = young.length < documents.length || documents.length <= limit;
  return { entries, next: isLast ? null : (entries.at(-1)?._id ?? null) };
}
