import { idPrefix, KEPT_MS, openSecurityEntries, type SecurityEntry } from '../../commands/security-log/entries.ts';
import { HOUR_MS } from '../../commands/security-log/security-log.ts';
import type { Vault } from '../../commands/vault/vault.ts';
import type { SecurityKind } from '../../domain/security-log/kinds.ts';
import { cursorBehind } from '../../projections/document-store/query-values.ts';

export interface WantedEntries {
  /** Null: of the installation only; undefined: all. */
  readonly organizationId?: string | null | undefined;
  readonly kind?: SecurityKind | undefined;
  readonly actorId?: string | undefined;
  /** ISO-8601 UTC: entries with something that happened from then on, until then. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  /** The `_id` of the last entry of the former page. */
  readonly after?: string | undefined;
  readonly limit: number;
}

/** The newest period first, never older than they are kept. `next` is null on the last page. */
export async function listSecurityLog(
  { vault, now }: { readonly vault: Vault; readonly now: () => number },
  { organizationId, kind, actorId, since, until, after, limit }: WantedEntries,
): Promise<{ readonly entries: readonly SecurityEntry[]; readonly next: string | null }> {
  const filter = {
    ...(organizationId === undefined ? {} : { organizationId }),
    ...(kind === undefined ? {} : { kind }),
    ...(actorId === undefined ? {} : { actorId }),
  };
  const newest = until === undefined ? Number.POSITIVE_INFINITY : Date.parse(until);
  const oldest = Math.max(now() - KEPT_MS, since === undefined ? 0 : Date.parse(since));
  const isWanted = ({ firstAt, lastAt }: SecurityEntry) =>
    Date.parse(lastAt) >= oldest && Date.parse(firstAt) <= newest;
  // Behind the entries of a minute may be that of an hour, which began earlier and goes on.
  const last = idPrefix(oldest - (oldest % HOUR_MS) - 1);
  // Sorts before all entries of the moment's own period.
  const start = until === undefined ? '' : idPrefix(newest);
  let behind = after !== undefined && after > start ? after : start;
  const found: SecurityEntry[] = [];
  for (;;) {
    const { documents } = await openSecurityEntries(vault).find(filter, {
      limit: limit + 1,
      cursor: cursorBehind({ _id: behind }, undefined),
    });
    found.push(...documents.filter((entry) => entry._id < last && isWanted(entry)));
    if (found.length > limit) return { entries: found.slice(0, limit), next: found[limit - 1]?._id ?? null };
    behind = documents.at(-1)?._id ?? behind;
    if (documents.length <= limit || behind >= last) return { entries: found, next: null };
  }
}
