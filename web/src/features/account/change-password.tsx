import { Button, PasswordInput, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useRef } from 'react';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { problemsOf } from '../../shared/api/api-client.ts';
import { call } from '../../shared/api/calls.ts';
import { ErrorSummary } from '../../shared/forms/error-summary.tsx';
import { errorsOf, type Field } from '../../shared/forms/field-errors.ts';
import { inputIdOf } from '../../shared/forms/form-field.tsx';
import formClasses from '../../shared/forms/forms.module.css';
import { NewPassword } from '../../shared/forms/new-password.tsx';
import { useFormState } from '../../shared/forms/use-form-state.ts';
import { secondFactorsQuery } from '../../shared/session/second-factors-query.ts';
import { Notice, Problem, takeFocus } from '../../shared/ui/notice.tsx';
import classes from './account.module.css';
import { sessionsQuery } from './queries.ts';

const CURRENT = { name: 'currentPassword', label: 'Current password', dataType: 'text', required: true } as const;
const NEW = { name: 'newPassword', label: 'New password', dataType: 'text', required: true } as const;
const FIELDS = [CURRENT, NEW] as const satisfies readonly Field[];
type Name = (typeof FIELDS)[number]['name'];

const EMPTY: Record<Name, string> = { currentPassword: '', newPassword: '' };

const SETTING = [NEW] as const;

/** The old password is required, so that an unattended device is not enough to take over an account; without one, a confirmation. */
export function ChangePassword({ hasPassword }: { hasPassword: boolean }) {
  const fields = hasPassword ? FIELDS : SETTING;
  const formId = useId();
  const headingId = useId();
  const client = useQueryClient();
  const summary = useRef<HTMLDivElement>(null);
  const form = useFormState({ initialValues: EMPTY, validate: (values) => errorsOf(fields, values) });
  const change = useMutation({
    mutationFn: (body: Record<Name, string>) =>
      hasPassword
        ? call('POST /api/password', { body })
        : call('POST /api/me/password', { body: { newPassword: body.newPassword } }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: secondFactorsQuery.queryKey });
      form.reset();
      void client.invalidateQueries({ queryKey: sessionsQuery.queryKey });
    },
    onError: (error) => {
      form.setErrors(Object.fromEntries(problemsOf(error).map(({ field, message }) => [field, message])));
      requestAnimationFrame(() => summary.current?.focus());
    },
  });
  const errors = form.errors;
  const shared = ({ name, label }: (typeof FIELDS)[number]) => ({
    ...form.inputProps(name),
    id: inputIdOf(formId, name),
    label,
    required: true,
    error: errors[name],
  });
  return (
    <section className={classes.section} aria-labelledby={headingId}>
      <Title order={2} size="h3" id={headingId}>
        {hasPassword ? 'Change your password' : 'Set a password'}
      </Title>
      {change.isSuccess && (
        <Notice meaning="good" role="status" ref={takeFocus}>
          {change.data.message}
        </Notice>
      )}
      {!hasPassword && <p>{TEXTS.loginLinks.setHelp}</p>}
      <form
        noValidate
        className={`${formClasses.form} ${classes.form}`}
        onSubmit={form.onSubmit(
          (values) => change.mutate(values),
          () => requestAnimationFrame(() => summary.current?.focus()),
        )}
      >
        <ErrorSummary formId={formId} fields={fields} errors={errors} ref={summary} />
        {problemsOf(change.error).length === 0 && <Problem error={change.error} takesFocus />}
        {hasPassword && (
          <PasswordInput
            {...shared(CURRENT)}
            aria-invalid={Boolean(errors.currentPassword)}
            withAsterisk={false}
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': 'Show the current password', tabIndex: 0 }}
          />
        )}
        <NewPassword {...shared(NEW)} value={form.values.newPassword} />
        <div>
          <Button type="submit" loading={change.isPending}>
            {hasPassword ? 'Change the password' : 'Set the password'}
          </Button>
        </div>
      </form>
    </section>
  );
}
