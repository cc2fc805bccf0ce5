import { basename } from 'node:path';
import { isListOf } from './backup-folder.ts';
import type { Erasures } from './erasures.ts';
import type { ErasureList } from './erasures-file.ts';
import { TransferRefused } from './transfer-refused.ts';

export interface ErasureLists {
  readonly named: readonly ErasureList[];
  readonly beside: readonly ErasureList[];
  /** The operator vouches for lists without a valid proof. */
  readonly acceptsUnproven: boolean;
}

interface Believer {
  readonly name: string;
  readonly storeId: string;
  /** Of the imported vault, or of the vault here. */
  readonly hmacKey: Buffer | undefined;
  readonly erased: Erasures;
  readonly hasStream: (subject: string) => boolean;
}

/**
 * A list counts if the installation's own key proves it; otherwise anyone who can write to the backup folder could
 * erase people. An unproven list is refused if it would erase a person here or claims to be of this log, else ignored.
 */
export function trustedErasures({ named, beside, acceptsUnproven }: ErasureLists, believer: Believer): Erasures {
  const { name, storeId, hmacKey, erased, hasStream } = believer;
  const lists = [...named, ...beside];
  const proofs = new Map(lists.map((list) => [list, list.proofUnder(hmacKey)]));
  const isCounted = (list: ErasureList) => acceptsUnproven || proofs.get(list) === 'valid';
  const believed = new Map(lists.filter(isCounted).flatMap(({ erasures }) => [...erasures]));
  for (const list of lists.filter((one) => !isCounted(one))) {
    const isMeant = named.includes(list) || isListOf(storeId, basename(list.path));
    const people = [...list.erasures.keys()].filter(
      (subject) => hasStream(subject) && !believed.has(subject) && !erased.has(subject),
    ).length;
    if (people === 0 && !(isMeant && proofs.get(list) === 'wrong')) continue;
    throw new TransferRefused(
      [
        `${list.path} has no valid proof that this installation wrote it. It would erase ${people.toLocaleString('en')} of the people and files in ${name}.`,
        'Nothing has been changed. If you do not know where it comes from, move it out of the folder or do not name it.',
        'If you do, as a list of a version that wrote no proofs, run this again with --unproven-erasures.',
      ].join(' '),
    );
  }
  return believed;
}
