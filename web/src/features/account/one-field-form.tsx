import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, type FormEvent, type ReactNode, type RefObject, useId, useRef, useState } from 'react';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { problemsOf } from '../../shared/api/api-client.ts';
import formClasses from '../../shared/forms/forms.module.css';
import { Problem } from '../../shared/ui/notice.tsx';
import classes from './account.module.css';

interface Props<Done> {
  /** Of the field, in the body of the call. */
  readonly name: 'password' | 'code' | 'name';
  readonly standing?: string;
  readonly label: string;
  readonly send: (value: string) => Promise<Done>;
  readonly onDone: (done: Done) => unknown;
  readonly onCancel: () => void;
  readonly children: (input: {
    readonly ref: RefObject<HTMLInputElement | null>;
    readonly value: string;
    readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void;
    readonly error: string | null;
    readonly 'aria-invalid': boolean;
    readonly autoFocus: true;
    readonly required: true;
    readonly withAsterisk: false;
  }) => ReactNode;
}

/** One question, whose field gets the focus. */
export function OneFieldForm<Done>({ name, standing = '', label, send, onDone, onCancel, children }: Props<Done>) {
  const client = useQueryClient();
  const mutationKey = [useId()];
  const input = useRef<HTMLInputElement>(null);
  const [value, setValue] = useState(standing);
  const [isMissing, setMissing] = useState(false);
  const isEmpty = value.trim() === '';
  const sending = useMutation({
    mutationKey,
    mutationFn: () => send(value),
    onSuccess: onDone,
    onError: () => input.current?.focus(),
  });
  const problem = problemsOf(sending.error).find(({ field }) => field === name);
  const error = isMissing && isEmpty ? TEXTS.forms.required : (problem?.message ?? null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(isEmpty);
    if (isEmpty) input.current?.focus();
    // A double click is quicker than the busy button.
    else if (client.isMutating({ mutationKey }) === 0) sending.mutate();
  };
  return (
    <form noValidate className={`${formClasses.form} ${classes.form}`} onSubmit={submit}>
      {!problem && <Problem error={sending.error} takesFocus />}
      {children({
        ref: input,
        value,
        onChange: ({ currentTarget }) => setValue(currentTarget.value),
        error,
        'aria-invalid': error !== null,
        autoFocus: true,
        required: true,
        withAsterisk: false,
      })}
      <div className={classes.actions}>
        <Button type="submit" loading={sending.isPending}>
          {label}
        </Button>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
