import { Button } from '@mantine/core';
import { textOf } from '../../../../domain/application/field-value.ts';
import { Notice } from '../ui/notice.tsx';
import type { Field, Values } from './field-errors.ts';
import classes from './forms.module.css';

/** Two people changed the same answers: theirs are saved, mine are still in the form, and both ways are open. */
export function ConflictOffer({
  fields,
  theirs,
  onKeep,
  onTake,
}: {
  /** Those that both have changed. */
  fields: readonly Field[];
  theirs: Values;
  onKeep: () => void;
  onTake: (values: Record<string, Values[string]>) => void;
}) {
  if (fields.length === 0) return null;
  return (
    <Notice meaning="attention" role="alert">
      <p className={classes.noticeWords}>
        Somebody else has changed this in the meantime. Your words are still below and not saved yet: save once more to
        put them in its place.
      </p>
      <dl className={classes.theirs}>
        {fields.map(({ name, label }) => (
          <div key={name}>
            <dt>{label}</dt>
            <dd dir="auto">{textOf(theirs[name] ?? '') || '—'}</dd>
          </div>
        ))}
      </dl>
      <div className={classes.noticeButtons}>
        <Button size="compact-sm" variant="default" onClick={onKeep}>
          Keep mine
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => onTake(Object.fromEntries(fields.map(({ name }) => [name, theirs[name] ?? ''])))}
        >
          Take theirs
        </Button>
      </div>
    </Notice>
  );
}
