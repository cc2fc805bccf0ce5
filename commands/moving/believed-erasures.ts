import { basename } from 'node:path';
import { isListOf } from './backup-folder.ts';
import type { Erasures } from './erasures.ts';
import type { ErasureList } from './erasures-file.ts';
import { MovingRefused } from './moving-refused.ts';

/** Lists of erasures that a move may take into account. */
export interface ErasureLists {
  /** By the operator. */
  readonly named: readonly ErasureList[];
  /** Found beside the source. */
  readonly beside: readonly ErasureList[];
  /** The operator vouches for lists that this installation has not proven. */
  readonly acceptsUnproven: boolean;
}

interface Believer {
  /** For messages. */
  readonly name: string;
  /** The log that moves in. */
  readonly storeId: string;
  /** The key of identities of the vault that moves in or is here. */
  readonly hmacKey: Buffer | undefined;
  /** Those that the log tells of. */
  readonly erased: Erasures;
  readonly hasStream: (subject: string) => boolean;
}

/**
 * The erasures that are to be repeated. A list counts where the installation's own key proves it: else whoever can write into the
 * folder of the backups could erase people. One without a valid proof that would erase nobody here is another installation's and
 * is passed over; refused is one that would, and one that claims to be of this log.
 */
export function believedErasures({ named, beside, acceptsUnproven }: ErasureLists, believer: Believer): Erasures {
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
    throw new MovingRefused(
      [
        `${list.path} has no valid proof that this installation wrote it. It would erase ${people.toLocaleString('en')} of the people and files in ${name}.`,
        'Nothing has been changed. If you do not know where it comes from, move it out of the folder or do not name it.',
        'If you do, as a list of a version that wrote no proofs, run this again with --unproven-erasures.',
      ].join(' '),
    );
  }
  return believed;
}
