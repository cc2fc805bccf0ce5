import { Button } from '@mantine/core';
import { type Naming, placeWords, valueWords } from '../../../../../domain/process-editing/differences.ts';
import { type Path, valueAt } from '../../../../../domain/process-editing/tree.ts';
import { excerpts } from '../../../../../domain/text/excerpts.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { Notice } from '../../../shared/ui/notice.tsx';
import { pathText } from './editing.ts';
import { type Conflict, placeOf } from './merge.ts';
import classes from './processes.module.css';
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
  return (
    <Notice meaning="attention" role="alert">
      <p>{TEXTS.documents.changedMeanwhile('this')} Your version is below and not saved yet.</p>
      <ul className={classes.conflicts}>
        {open.map(({ conflict, path }) => (
          <li key={pathText(path)} dir="auto">
            <strong>{placeWords(config, path)}</strong>: {sidesOf(conflict, path, config, naming)}{' '}
            <Button size="compact-xs" variant="default" onClick={() => resolve(conflict)}>
              {conflict.isDeletedByMe ? 'Delete it' : 'Use theirs'}
            </Button>
          </li>
        ))}
      </ul>
      <Button size="compact-sm" variant="default" onClick={settle}>
        {open.some(({ conflict }) => conflict.isDeletedByMe) ? 'Keep it as below' : 'Keep mine'}
      </Button>
    </Notice>
  );
}

function sidesOf({ theirs, isDeletedByMe }: Conflict, path: Path, config: Base['config'], naming: Naming): string {
  if (isDeletedByMe) return 'you deleted it, and they changed it. It is kept.';
  if (typeof path.at(-1) === 'number') {
    return theirs === undefined ? 'they deleted it, and you changed it.' : 'both of you added it in different ways.';
  }
  const member = String(path.at(-1));
  const [their, mine] = excerpts(valueWords(member, theirs, naming), valueWords(member, valueAt(config, path), naming));
  return `they have ${their}, you have ${mine}.`;
}
