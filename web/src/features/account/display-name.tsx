import { Button, TextInput, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useRef } from 'react';
import type { User } from '../../../../api/contract/accounts.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { problemsOf } from '../../shared/api/api-client.ts';
import { call } from '../../shared/api/calls.ts';
import { allBut, USER_KEY } from '../../shared/api/keys.ts';
import formClasses from '../../shared/forms/forms.module.css';
import { nameErrors } from '../../shared/forms/name-field.tsx';
import { useFormState } from '../../shared/forms/use-form-state.ts';
import { userQuery } from '../../shared/session/session.ts';
import { Notice, Problem, takeFocus } from '../../shared/ui/notice.tsx';
import classes from './account.module.css';

/** For staff: applicants are called by the names in their applications. */
export function DisplayName({ user }: { user: User }) {
  const headingId = useId();
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const form = useFormState({ initialValues: { name: user.name ?? '' }, validate: nameErrors });
  const change = useMutation({
    mutationFn: (body: { name: string }) => call('PUT /api/me/name', { body }),
    onSuccess: (saved) => {
      form.setFieldValue('name', saved.name ?? '');
      client.setQueryData(userQuery.queryKey, saved);
      void client.invalidateQueries(allBut(USER_KEY));
    },
    onError: (error) => {
      form.setErrors(Object.fromEntries(problemsOf(error).map(({ field, message }) => [field, message])));
      input.current?.focus();
    },
  });
  const refuse = () => {
    change.reset();
    input.current?.focus();
  };
  return (
    <section className={classes.section} aria-labelledby={headingId}>
      <Title order={2} size="h3" id={headingId}>
        Your name
      </Title>
      {change.isSuccess && (
        <Notice key={change.submittedAt} meaning="good" role="status" ref={takeFocus}>
          {change.data.name === null ? TEXTS.accounts.nameRemoved : TEXTS.accounts.nameChanged(change.data.name)}
        </Notice>
      )}
      <form
        noValidate
        className={`${formClasses.form} ${classes.form}`}
        onSubmit={form.onSubmit((values) => change.mutate(values), refuse)}
      >
        {problemsOf(change.error).length === 0 && <Problem error={change.error} takesFocus />}
        <TextInput
          {...form.inputProps('name')}
          ref={input}
          label="Name"
          description={TEXTS.account.nameHelp}
          error={form.errors.name}
          autoComplete="name"
          dir="auto"
        />
        <div>
          <Button type="submit" loading={change.isPending}>
            Save the name
          </Button>
        </div>
      </form>
    </section>
  );
}
