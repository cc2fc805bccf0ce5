import type { FileCounts } from '../../commands/integrity/verify.ts';
import type { Quarantined } from '../../projections/engine/status.ts';
import { counted } from './counted.ts';
import { quarantineLines } from './describe-projections.ts';

export interface Verified {
  readonly isSound: boolean;
  readonly events: number;
  readonly streams: number;
  readonly files: FileCounts;
  readonly problems: readonly string[];
  /** `problems` has only the first ones. */
  readonly problemCount: number;
  readonly notes: readonly string[];
  readonly areReadModelsCompared: boolean;
  readonly quarantined: readonly { readonly name: string; readonly quarantined: Quarantined }[];
}

const NOT_COMPARED = 'The read models were not compared, because no worker is running.';

export function describeVerified(verified: Verified): string {
  const { isSound, events, streams, files, problems, problemCount, notes, areReadModelsCompared } = verified;
  const kept = [...verified.quarantined.flatMap((one) => quarantineLines(one.name, one.quarantined)), ...notes];
  if (!isSound) {
    const notCompared = areReadModelsCompared ? [] : [NOT_COMPARED];
    return [`${counted(problemCount, 'problem')}:`, ...problems, ...notCompared, ...kept].join('\n');
  }
  const sound = `Sound: ${counted(events, 'event')} in ${counted(streams, 'stream')}, ${counted(files.named, 'uploaded file')}`;
  const compared = areReadModelsCompared ? ', every read model equals a fresh fold.' : `. ${NOT_COMPARED}`;
  return [sound + compared, ...kept].join('\n');
}
