import { memo, type RefObject } from 'react';
import type { FieldValue } from '../../../../domain/application/events.ts';
import type { Uploader } from '../files/upload.ts';
import type { Field } from './field-errors.ts';
import { FormField } from './form-field.tsx';

/** What a field does to its form, as the form is by then. */
export interface FormHands {
  readonly change: (name: string, value: FieldValue) => void;
  readonly uploaderOf: (field: Field) => Uploader;
  readonly noteBusy: (name: string, isBusy: boolean) => void;
}

/** One field of a form, drawn anew only where its own answer changes: a letter costs as much in a long form as in a short one. */
export const FormAnswer = memo(function FormAnswer({
  formId,
  field,
  value,
  error,
  isDisabled,
  hands,
}: {
  formId: string;
  field: Field;
  value: FieldValue;
  error: string | null;
  isDisabled: boolean;
  hands: RefObject<FormHands>;
}) {
  return (
    <FormField
      formId={formId}
      field={field}
      answer={{
        value,
        onChange: (changed) => hands.current.change(field.name, changed),
        error,
        isDisabled,
        upload: (...sent) => hands.current.uploaderOf(field)(...sent),
        onBusy: (isBusy) => hands.current.noteBusy(field.name, isBusy),
      }}
    />
  );
});
