import { TEXTS } from '../../../../domain/text/texts.ts';
import { Conflict } from '../ui/conflict.tsx';
import { DraftNotice } from './draft-notice.tsx';
import { inWords, type Values } from './field-errors.ts';
import type { DraftedForm } from './use-drafted-form.ts';

export function DraftNotices({ drafted, saved }: { drafted: DraftedForm; saved: Values }) {
  const { elsewhere, ways, conflicts } = drafted;
  return (
    <>
      {elsewhere && (
        <DraftNotice elsewhere={elsewhere} onSwap={ways.swap} onDiscard={ways.discard} onDismiss={ways.dismiss} />
      )}
      {conflicts.length > 0 && (
        <Conflict
          values={conflicts.map((field) => ({
            name: field.name,
            label: field.label,
            text: inWords(field, saved[field.name] ?? ''),
          }))}
          mine={{ label: 'Keep mine', onChoose: drafted.keepMine }}
          theirs={{ label: 'Use theirs', onChoose: () => drafted.takeTheirs(conflicts.map(({ name }) => name)) }}
        >
          {TEXTS.documents.changedMeanwhile('this')} {TEXTS.editing.saveAgain}
        </Conflict>
      )}
    </>
  );
}
