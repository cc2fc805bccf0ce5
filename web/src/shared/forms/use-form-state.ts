import { type FormEvent, useRef, useState } from 'react';
import type { FieldValue } from '../../../../domain/application/events.ts';

type Errors = Readonly<Record<string, string>>;

/** Written here, because @mantine/form adds 6 kB to the first load. Several changes in one tick add up. */
export function useFormState<Values extends Record<string, FieldValue>>({
  initialValues,
  validate,
  onValuesChange,
}: {
  readonly initialValues: Values;
  readonly validate: (values: Values) => Errors;
  readonly onValuesChange?: (values: Values) => void;
}) {
  const [initial] = useState(initialValues);
  const [values, setState] = useState(initial);
  const [errors, setErrors] = useState<Errors>({});
  const latest = useRef(values);
  const change = (changed: Partial<Values>) => {
    latest.current = { ...latest.current, ...changed };
    setState(latest.current);
    onValuesChange?.(latest.current);
  };
  const clearFieldError = (name: string) => setErrors(({ [name]: _, ...others }) => others);
  const setFieldValue = (name: keyof Values & string, value: FieldValue) => {
    clearFieldError(name);
    change({ [name]: value } as Partial<Values>);
  };
  return {
    values,
    /** Also those that were set in this tick. */
    newest: () => latest.current,
    errors,
    setErrors,
    clearErrors: () => setErrors({}),
    clearFieldError,
    setFieldValue,
    setValues(changed: Partial<Values>) {
      setErrors({});
      change(changed);
    },
    reset() {
      setErrors({});
      change(initial);
    },
    inputProps: (name: keyof Values & string) => ({
      value: values[name],
      onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
        setFieldValue(name, event.currentTarget.value),
    }),
    onSubmit: (onValid: (values: Values) => void, onInvalid: () => void) => (event: FormEvent) => {
      event.preventDefault();
      const found = validate(latest.current);
      setErrors(found);
      if (Object.keys(found).length > 0) onInvalid();
      else onValid(latest.current);
    },
  };
}
