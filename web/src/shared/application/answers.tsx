import type { ReactNode } from 'react';
import type { FieldValue } from '../../../../domain/application/events.ts';
import { shortFileName } from '../../../../domain/text/groups/short-file-name.ts';
import { addressOfFile } from '../files/files.ts';
import type { Field, Values } from '../forms/field-errors.ts';
import classes from './answers.module.css';

function Answer({ value }: { value: FieldValue }) {
  if (typeof value === 'string') return value || '—';
  return (
    <a href={addressOfFile(value)} title={value.fileName}>
      {shortFileName(value.fileName)}
    </a>
  );
}

/** Questions and what was answered, to be read. `beside`: what follows an answer. */
export function Answers({
  fields,
  values,
  beside,
}: {
  fields: readonly Pick<Field, 'name' | 'label'>[];
  values: Values;
  beside?: (field: Pick<Field, 'name' | 'label'>) => ReactNode;
}) {
  return (
    <dl className={classes.answers}>
      {fields.map(({ name, label }) => (
        <div key={name}>
          <dt dir="auto">{label}</dt>
          <dd dir="auto">
            <Answer value={values[name] ?? ''} />
            {beside?.({ name, label })}
          </dd>
        </div>
      ))}
    </dl>
  );
}
