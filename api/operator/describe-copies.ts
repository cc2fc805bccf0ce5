import { describeFault } from '../../commands/integrity/uploaded-files.ts';
import type { AttachmentCounts } from '../../commands/transfer/attachments.ts';
import { describeLeftovers, type Leftovers } from '../../commands/transfer/backup-folder.ts';
import type { Exported } from '../../commands/transfer/export-events.ts';
import type { FileFault, NotCopied } from '../../commands/transfer/file-entries.ts';
import type { ImportResult } from '../../commands/transfer/import-log.ts';
import type { Manifest } from '../../commands/transfer/manifest.ts';
import { counted } from './counted.ts';

/** Files that a text names. */
const MAX_NAMED = 100;

export const describeExport = (written: Exported): string =>
  [
    `${counted(written.events, 'event')} written to ${written.file}${written.belongings ? `, with ${attachmentsIn(written.belongings)}` : ''}.`,
    ...notCopiedLines(written),
    ...(written.belongings === null
      ? ['Its personal data can be read only with the vault. Use --vault to include it.']
      : []),
  ].join('\n');

export function describeBackup({
  directory,
  events,
  vault,
  files,
  remains,
}: Manifest & { directory: string; remains: Leftovers }): string {
  const attachments = attachmentsIn({ documents: vault.documents, files: files.files });
  return [
    `${counted(events.events, 'event')}, ${attachments} are in ${directory}, and were checked by reading them back. Keep the master key elsewhere.`,
    ...notCopiedLines(files),
    ...remains.removed.map((removed) => `${removed}, left by an interrupted backup, was removed.`),
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
    ...(belongings ? [attachmentsIn(belongings)] : []),
    ...(erased > 0 ? [`${counted(erased, 'erasure')} repeated`] : []),
  ];
  const before = standing > 0 ? ` (${standing.toLocaleString('en')} were already here)` : '';
  const more = behind > 0 ? `, and ${behind.toLocaleString('en')} more after them` : '';
  const nothing = faults.length > 0 ? [] : ['Nothing was missing.'];
  const came =
    standing < events
      ? [`${[`${counted(events, 'event')} imported${before}`, ...beside].join(', ')}.`, 'No emails are sent for them.']
      : [
          `All ${counted(events, 'event')} are already here${more}.`,
          ...(beside.length > 0 ? [`Restored: ${beside.join(', ')}.`] : nothing),
        ];
  return [
    came.join(' '),
    ...faultLines(faults, 'not restored, because they are missing or damaged in the source too'),
    ...(areKeysHere ? [] : [KEYS_LATER]),
  ].join('\n');
}

const KEYS_LATER =
  'The keys of the personal data are missing, and no server starts without them. Run "events import" with a file that has the vault.';

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
    ...(others > 0 ? [`and ${counted(others, 'other')}. Use --json to list all.`] : []),
  ];
}

const attachmentsIn = ({ documents, files }: AttachmentCounts): string =>
  `${counted(documents, 'document')} of the vault and ${counted(files, 'file')}`;
