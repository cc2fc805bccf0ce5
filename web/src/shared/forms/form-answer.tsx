import { memo, type RefObject } from 'react';
import type { FieldValue } from '../../../../domain/application/events.ts';
import type { Uploader } from '../files/upload.ts';
import type { Field } from './field-errors.ts';
import { FormField } from './form-field.tsx';

/** A ref holds the current callbacks, so that fields do not rerender. */
export interface FieldCallbacks {
  readonly change: (name: string, value: FieldValue) => void;
  readonly uploaderOf: (field: Field) => Uploader;
  readonly noteBusy: (name: string, isBusy: boolean) => void;
}

/** One field, which rerenders only when its own answer changes: typing costs the same in long and short forms. */
export const FormAnswer = memo(function FormAnswer({
  formId,
  field,
  value,
  error,
  isDisabled,
  callbacks,
}: {
  formId: string;
  field: Field;
  value: FieldValue;
  error: string | null;
  isDisabled: boolean;
  callbacks: RefObject<FieldCallbacks>;
}) {
  return (
    <FormField
      formId={formId}
      field={field}
      answer={{
        value,
        onChange: (changed) => callbacks.current.change(field.name, changed),
        error,
        isDisabled,
        upload: (...sent) => callbacks.current.uploaderOf(field)(...sent),
        onBusy: (isBusy) => callbacks.current.noteBusy(field.name, isBusy),
      }}
    />
  );
});
