import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { CORE_ANSWERS, type CoreAnswerName } from '../../../../domain/application/core-fields.ts';
import type { FieldValue } from '../../../../domain/application/events.ts';
import { textOf } from '../../../../domain/application/field-value.ts';
import { isStoredFile } from '../files/files.ts';
import type { Uploader } from '../files/upload.ts';
import { LazyMarkdown } from '../markdown/lazy-markdown.tsx';
import { pasteAsMarkdown } from '../markdown/paste-as-markdown.ts';
import { Notice } from '../ui/notice.tsx';
import { describedInput } from './described-input.tsx';
import { errorIdOf, FieldError } from './field-error.tsx';
import type { Field } from './field-errors.ts';
import { FileField } from './file-field.tsx';
import classes from './forms.module.css';

const autocompleteOf = (name: string): string =>
  Object.hasOwn(CORE_ANSWERS, name) ? CORE_ANSWERS[name as CoreAnswerName].autocomplete : 'off';

interface Answer {
  readonly value: FieldValue;
  readonly onChange: (value: FieldValue) => void;
  readonly error: string | null;
  readonly isDisabled?: boolean;
  readonly upload: Uploader;
  readonly onBusy?: (isBusy: boolean) => void;
}

export const inputIdOf = (formId: string, name: string): string => `${formId}-${name}`;

function Control({
  field,
  id,
  describedBy,
  answer,
}: {
  field: Field;
  id: string;
  describedBy: string | undefined;
  answer: Answer;
}) {
  if (field.Control) {
    return (
      <field.Control
        field={field}
        id={id}
        describedBy={describedBy}
        value={textOf(answer.value)}
        file={isStoredFile(answer.value) ? answer.value : null}
        onChange={answer.onChange}
        error={answer.error}
        isDisabled={answer.isDisabled ?? false}
        upload={answer.upload}
        onBusy={answer.onBusy}
      />
    );
  }
  if (field.dataType === 'file') {
    return (
      <FileField
        id={id}
        label={field.label}
        describedBy={describedBy}
        value={isStoredFile(answer.value) ? answer.value : null}
        upload={answer.upload}
        isRequired={field.required === true}
        error={answer.error}
        isDisabled={answer.isDisabled ?? false}
        onChange={(file) => answer.onChange(file ?? '')}
        {...(answer.onBusy ? { onBusy: answer.onBusy } : {})}
      />
    );
  }
  const shared = {
    ...describedInput(id, describedBy),
    name: field.name,
    value: textOf(answer.value),
    disabled: answer.isDisabled ?? false,
    onChange: (event: { currentTarget: { value: string } }) => answer.onChange(event.currentTarget.value),
    error: answer.error !== null,
    'aria-required': field.required === true,
    'aria-invalid': answer.error !== null,
  };
  if (field.dataType === 'paragraph') {
    const onPaste = field.isMarkdown ? pasteAsMarkdown : undefined;
    return <Textarea {...shared} minRows={4} rows={5} resize="vertical" onPaste={onPaste} />;
  }
  if (field.dataType === 'select') {
    return <NativeSelect {...shared} data={[{ value: '', label: 'Please choose' }, ...(field.options ?? [])]} />;
  }
  return (
    <TextInput
      {...shared}
      type={field.dataType === 'email' || field.dataType === 'tel' ? field.dataType : 'text'}
      inputMode={field.inputMode}
      autoComplete={autocompleteOf(field.name)}
    />
  );
}

export function FormField({ formId, field, answer }: { formId: string; field: Field; answer: Answer }) {
  const id = inputIdOf(formId, field.name);
  const helpId = field.details ? `${id}-help` : undefined;
  // A file field shows its own, because a failed upload has a better one.
  const errorId = answer.error && field.dataType !== 'file' ? errorIdOf(id) : undefined;
  const noteId = `${id}-note`;
  const remarkId = `${id}-remark`;
  const note = field.note?.(answer.value);
  return (
    <div className={classes.field}>
      <label htmlFor={id} className={classes.label}>
        {field.label}
        {field.required && (
          <span data-required-mark aria-hidden>
            {' '}
            *
          </span>
        )}
        {field.marksOptional && !field.required && <span className={classes.optional}> (optional)</span>}
      </label>
      {field.details && (
        <div id={helpId} className={classes.help}>
          <LazyMarkdown>{field.details}</LazyMarkdown>
        </div>
      )}
      {field.remark && (
        <Notice meaning="attention" id={remarkId}>
          <span dir="auto">{field.remark}</span>
        </Notice>
      )}
      <Control
        field={field}
        id={id}
        describedBy={[field.remark && remarkId, helpId, note && noteId, errorId].filter(Boolean).join(' ') || undefined}
        answer={answer}
      />
      {note && (
        <div id={noteId} className={classes.help}>
          {note}
        </div>
      )}
      {answer.error && field.dataType !== 'file' && <FieldError inputId={id} error={answer.error} />}
    </div>
  );
}
