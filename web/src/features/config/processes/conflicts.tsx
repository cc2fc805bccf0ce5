import { type Naming, placeWords, valueWords } from '../../../../../domain/process-editing/differences.ts';
import { type Path, valueAt } from '../../../../../domain/process-editing/tree.ts';
import { excerpts } from '../../../../../domain/text/excerpts.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { Conflict as SharedConflict } from '../../../shared/ui/conflict.tsx';
import { pathText } from './editing.ts';
import { type Conflict, placeOf } from './merge.ts';
import type { Base } from './session.ts';
import type { useProcessEditor } from './use-process-editor.ts';

/** Where this person and another one have changed the same, with a choice for each place. */
export function Conflicts({
  editor: { conflicts, resolve, settle, history },
  naming,
}: {
  editor: ReturnType<typeof useProcessEditor>;
  naming: Naming;
}) {
  const { config } = history;
  const open = conflicts.flatMap((conflict) => {
    const path = placeOf(config, conflict);
    return path ? [{ conflict, path }] : [];
  });
  if (open.length === 0) return null;
  const wayOf = (conflict: Conflict) => ({
    label: conflict.isDeletedByMe ? 'Delete it' : 'Use theirs',
    onChoose: () => resolve(conflict),
  });
  const [first, ...others] = open.map(({ conflict }) => conflict);
  const useAllOfTheirs = () => {
    for (const { conflict } of open) if (!conflict.isDeletedByMe) resolve(conflict);
    settle();
  };
  return (
    <SharedConflict
      values={open.map(({ conflict, path }) => ({
        name: pathText(path),
        label: placeWords(config, path),
        text: sidesOf(conflict, path, config, naming),
        ...(others.length > 0 && { way: wayOf(conflict) }),
      }))}
      mine={{
        label: open.some(({ conflict }) => conflict.isDeletedByMe) ? 'Keep it as below' : 'Keep mine',
        onChoose: settle,
      }}
      theirs={first && others.length === 0 ? wayOf(first) : { label: 'Use all of theirs', onChoose: useAllOfTheirs }}
    >
      {TEXTS.documents.changedMeanwhile('this')} {TEXTS.processEditor.yoursIsBelow}
    </SharedConflict>
  );
}

function sidesOf({ theirs, isDeletedByMe }: Conflict, path: Path, config: Base['config'], naming: Naming): string {
  if (isDeletedByMe) return TEXTS.processEditor.deletedByYou;
  if (typeof path.at(-1) === 'number') {
    return theirs === undefined ? TEXTS.processEditor.deletedByThem : TEXTS.processEditor.addedByBoth;
  }
  const member = String(path.at(-1));
  const [their, mine] = excerpts(valueWords(member, theirs, naming), valueWords(member, valueAt(config, path), naming));
  return TEXTS.processEditor.bothValues(their, mine);
}
