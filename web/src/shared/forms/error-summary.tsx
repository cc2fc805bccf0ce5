import type { Ref } from 'react';
import { Notice } from '../ui/notice.tsx';
import { type Field, summaryOf } from './field-errors.ts';
import { inputIdOf } from './form-field.tsx';
import classes from './forms.module.css';

export function ErrorSummary({
  formId,
  fields,
  errors,
  ref,
}: {
  formId: string;
  fields: readonly Field[];
  errors: Readonly<Record<string, string>>;
  ref: Ref<HTMLDivElement>;
}) {
  const wrong = fields.filter(({ name }) => errors[name]);
  if (wrong.length === 0) return null;
  return (
    <Notice meaning="problem" role="alert" ref={ref}>
      <div className={classes.summary}>
        <strong>{summaryOf(fields, errors)}</strong>
        <ul>
          {wrong.map(({ name, label }) => (
            <li key={name}>
              <a
                href={`#${inputIdOf(formId, name)}`}
                onClick={(event) => {
                  event.preventDefault();
                  document.getElementById(inputIdOf(formId, name))?.focus();
                }}
              >
                {label}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </Notice>
  );
}
