import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { z } from 'zod';
import type { Vault } from '../vault/vault.ts';
import { claimFile, requireFolder } from './backup-folder.ts';
import { replaceLines } from './line-writer.ts';
import { readWhole } from './regular-file.ts';
import { TransferRefused } from './transfer-refused.ts';

/** In the folder: the installation that makes backups there, and a counter. */
const CLAIM = z.object({
  format: z.literal('intake-backup-folder'),
  version: z.literal(1),
  id: z.uuid(),
  count: z.int(),
  host: z.string().regex(/^[\w.-]{1,255}$/),
});
type Claim = z.infer<typeof CLAIM>;
const MAX_CLAIM_BYTES = 4096;

/** In the vault: the last counter that this installation wrote to a folder. */
interface OwnClaim {
  readonly _id: string;
  readonly count: number;
}

/** Lets a restored vault claim a folder whatever its counter. */
const TAKEOVER = 'folder-takeover';

const claimsOf = (vault: Vault) => vault.collection<OwnClaim>({ name: 'backups', indexes: [] });
const idOf = ({ id }: Pick<Claim, 'id'>): string => `folder:${id}`;

interface FolderOfLog {
  readonly vault: Vault;
  readonly folder: string;
  readonly storeId: string;
}

/**
 * Each check increments the counters in the folder and in the vault, so a copy of the installation finds an unknown
 * counter. Processes with one vault share the claim, and it moves with the vault. Throws `TransferRefused`.
 */
export async function claimFolder(place: FolderOfLog): Promise<void> {
  const { vault, folder, storeId } = place;
  await requireFolder(folder);
  const claims = claimsOf(vault);
  const takeover = await claims.get(TAKEOVER);
  const current = takeover ? undefined : await requireOwnFolder(place);
  const id = current?.id ?? randomUUID();
  const count = (current?.known ?? 0) + 1;
  const own = { _id: idOf({ id }), count };
  // If another process of this vault was faster, the vault's counter is at least this one.
  await (current ? claims.replace(own, { count: current.known }) : claims.insert(own));
  const claim: Claim = { format: 'intake-backup-folder', version: 1, id, count, host: hostname() };
  await replaceLines(claimFile(folder, storeId), [claim]);
  if (takeover) await claims.delete(TAKEOVER);
}

/** Refuses a folder that a copy of this installation uses. */
export async function requireOwnFolder({
  vault,
  folder,
  storeId,
}: FolderOfLog): Promise<(Claim & { readonly known: number }) | undefined> {
  const file = claimFile(folder, storeId);
  const claim = await readClaim(file);
  if (!claim) return undefined;
  const own = await claimsOf(vault).get(idOf(claim));
  if (own && claim.count <= own.count) return { ...claim, known: own.count };
  throw new TransferRefused(
    `${folder} is in use by another copy of this installation, last on ${claim.host}; or this one was put back from an older copy. Give each copy a folder of its own. To keep using this one, stop the other and delete ${file}.`,
  );
}

/** For a restored vault with outdated claims. */
export async function allowTakeover(vault: Vault): Promise<void> {
  await claimsOf(vault).insert({ _id: TAKEOVER, count: 0 });
}

/** A truncated claim counts as none. */
async function readClaim(file: string): Promise<Claim | undefined> {
  try {
    return CLAIM.safeParse(JSON.parse((await readWhole(file, MAX_CLAIM_BYTES)).toString())).data;
  } catch (error) {
    const isRefused = error instanceof TransferRefused;
    const { code } = (isRefused ? (error.cause ?? {}) : error) as NodeJS.ErrnoException;
    if (error instanceof SyntaxError || code === 'ENOENT') return undefined;
    throw isRefused ? error : new TransferRefused(`${file} cannot be read (${code}).`, { cause: error });
  }
}
