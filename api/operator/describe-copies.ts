import { describeFault } from '../../commands/integrity/uploaded-files.ts';
import { describeLeftovers, type Leftovers } from '../../commands/transfer/backup-folder.ts';
import type { BelongingCounts } from '../../commands/transfer/belongings.ts';
import type { Exported } from '../../commands/transfer/export-events.ts';
import type { FileFault, NotCopied } from '../../commands/transfer/file-entries.ts';
import type { ImportResult } from '../../commands/transfer/import-log.ts';
import type { Manifest } from '../../commands/transfer/manifest.ts';
import { counted } from './counted.ts';

/** Files that a text names. */
const MAX_NAMED = 100;

export const describeExport = (written: Exported): string =>
  [
    `${counted(written.events, 'event')} written to ${written.file}${written.belongings ? `, with ${belongingsOf(written.belongings)}` : ''}.`,
    ...notCopiedLines(written),
    ...(written.belongings === null
      ? ['Personal data in it can be read only beside the vault: --vault takes it along.']
      : []),
  ].join('\n');

export function describeBackup({
  directory,
  events,
  vault,
  files,
  remains,
}: Manifest & { directory: string; remains: Leftovers }): string {
  const belongings = belongingsOf({ documents: vault.documents, files: files.files });
  return [
    `${counted(events.events, 'event')}, ${belongings} are in ${directory}, and were read back. Keep the master key elsewhere.`,
    ...notCopiedLines(files),
    ...remains.removed.map((removed) => `${removed}, left of an interrupted backup, was removed.`),
    ...remains.left.map((left) => `${describeLeftovers(left)}.`),
  ].join('\n');
}

export function describeMove({
  events,
  standing,
  behind,
  belongings,
  erased,
  faults,
  areKeysHere,
}: ImportResult): string {
  const beside = [
    ...(belongings ? [belongingsOf(belongings)] : []),
    ...(erased > 0 ? [`${counted(erased, 'erasure')} repeated`] : []),
  ];
  const before = standing > 0 ? ` (${standing.toLocaleString('en')} stood here before)` : '';
  const more = behind > 0 ? `, and ${behind.toLocaleString('en')} more behind them` : '';
  const nothing = faults.length > 0 ? [] : ['Nothing was missing.'];
  const came =
    standing < events
      ? [
          `${[`${counted(events, 'event')} moved in${before}`, ...beside].join(', ')}.`,
          'Nothing is mailed because of them.',
        ]
      : [
          `All ${counted(events, 'event')} stand here already${more}.`,
          ...(beside.length > 0 ? [`Put back: ${beside.join(', ')}.`] : nothing),
        ];
  return [
    came.join(' '),
    ...faultLines(faults, 'not put back, because the source has not got them whole either'),
    ...(areKeysHere ? [] : [KEYS_LATER]),
  ].join('\n');
}

const KEYS_LATER =
  'The keys of the personal data are not here: no server starts before they are. "events import" of a file with the vault brings them.';

function notCopiedLines({ faults, unreferenced }: NotCopied): string[] {
  const notes = unreferenced.map((id) => ({ id, upload: null, fault: 'damaged' }) as const);
  return [...faultLines(faults, 'not copied'), ...notes.slice(0, MAX_NAMED).map(describeFault)];
}

function faultLines(faults: readonly FileFault[], what: string): string[] {
  if (faults.length === 0) return [];
  const named = faults.slice(0, MAX_NAMED).map(describeFault);
  const others = faults.length - named.length;
  return [
    `${counted(faults.length, 'file')} ${faults.length === 1 ? 'was' : 'were'} ${what}:`,
    ...named,
    ...(others > 0 ? [`and ${counted(others, 'other')}. --json names all.`] : []),
  ];
}

const belongingsOf = ({ documents, files }: BelongingCounts): string =>
  `${counted(documents, 'document')} of the vault and ${counted(files, 'file')}`;
