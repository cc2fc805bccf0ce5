import type { Batch } from '../../../../../api/contract/batches.ts';
import type { Missing } from '../../../../../domain/readiness/missing.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { Checklist } from '../../../shared/editor/checklist.tsx';
import { showConfirm } from '../../../shared/ui/dialogs.tsx';
import type { Choices } from './use-choices.ts';

/** Of the saved batch. A batch that is not a Draft has the list only while something is missing. */
export function OpeningChecklist({
  batch: { status },
  missing,
  canWrite,
}: {
  batch: Batch;
  missing: readonly Missing[];
  canWrite: boolean;
}) {
  if (status === 'Complete' || (status !== 'Draft' && missing.length === 0)) return null;
  return (
    <Checklist
      title={status === 'Open' ? 'Still missing' : 'Before it opens'}
      ready={TEXTS.batchEditor.nothingMissing}
      missing={missing}
      canWrite={canWrite}
    />
  );
}

/** Asks before a batch opens with something missing. It never refuses. */
export async function confirmOpening(
  batch: Batch,
  saved: Batch | undefined,
  missingFrom: Choices['missingFrom'],
): Promise<boolean> {
  if (batch.status !== 'Open' || saved?.status === 'Open') return true;
  const missing = missingFrom(batch);
  if (missing.length === 0) return true;
  const lines = missing.map(({ text, isNeeded }) => `• ${text}${isNeeded ? '' : ' (optional)'}`);
  return showConfirm([`Open “${batch.name}” now?`, ...lines].join('\n'), { confirmLabel: 'Open now' });
}
