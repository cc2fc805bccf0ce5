import { Fragment, type ReactNode } from 'react';
import { type Field, inWords, type Values } from '../forms/field-errors.ts';
import classes from './documents.module.css';

/** The fields of an editor for people who may only read. */
export function ReadOnlyFields({
  fields,
  values,
  headings = {},
}: {
  fields: readonly Field[];
  values: Values;
  /** Headings before these fields, by the field's name. */
  headings?: Readonly<Record<string, ReactNode>> | undefined;
}) {
  return (
    <div className={classes.facts}>
      {fields.map((field) => {
        const value = values[field.name] ?? '';
        return (
          <Fragment key={field.name}>
            {headings[field.name]}
            <dl>
              <dt>{field.label}</dt>
              <dd dir="auto">{field.View ? <field.View value={value} /> : inWords(field, value) || '—'}</dd>
            </dl>
          </Fragment>
        );
      })}
    </div>
  );
}
