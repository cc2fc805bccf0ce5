import { useId, useRef } from 'react';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { RequestFailed } from '../../shared/api/api-client.ts';
import { ErrorSummary } from '../../shared/forms/error-summary.tsx';
import { errorsOf, type Field } from '../../shared/forms/field-errors.ts';
import { inputIdOf } from '../../shared/forms/form-field.tsx';
import { useFormState } from '../../shared/forms/use-form-state.ts';

export const EMAIL: Field = {
  name: 'email',
  label: 'Email',
  dataType: 'email',
  required: true,
  missing: TEXTS.forms.missingOwn('email'),
};

export const problemOf = (field: Field, error: unknown) =>
  error instanceof RequestFailed ? error.errors.find(({ field: name }) => name === field.name) : undefined;

/** A form of one field, whose refusals are shown at it. */
export function useOneField(field: Field, given = '') {
  const formId = useId();
  const summary = useRef<HTMLDivElement>(null);
  const form = useFormState({
    initialValues: { [field.name]: given },
    validate: (values) => errorsOf([field], values),
  });
  const errors = form.errors;
  return {
    onSubmit: (send: (value: string) => void) =>
      form.onSubmit(
        (values) => send(values[field.name] ?? ''),
        () => requestAnimationFrame(() => summary.current?.focus()),
      ),
    summary: <ErrorSummary formId={formId} fields={[field]} errors={errors} ref={summary} />,
    input: {
      ...form.inputProps(field.name),
      id: inputIdOf(formId, field.name),
      label: field.label,
      required: true,
      withAsterisk: false,
      error: errors[field.name],
    },
    value: form.values[field.name] ?? '',
    onError: (error: unknown) => {
      const problem = problemOf(field, error);
      if (!problem) return;
      form.setErrors({ [field.name]: problem.message });
      requestAnimationFrame(() => summary.current?.focus());
    },
  };
}
