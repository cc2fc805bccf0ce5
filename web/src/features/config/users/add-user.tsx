import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import type { Organization } from '../../../../../api/contract/organizations.ts';
import type { Role } from '../../../../../domain/access/actor.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { call } from '../../../shared/api/calls.ts';
import { errorsOf, type Field } from '../../../shared/forms/field-errors.ts';
import { useFormState } from '../../../shared/forms/use-form-state.ts';
import { showAlert, showConfirm } from '../../../shared/ui/dialogs.tsx';
import { Problem } from '../../../shared/ui/notice.tsx';
import { invitesQuery } from './queries.ts';
import { ABOUT_ROLES, ownerQuestion, useRolesToGive } from './roles.ts';
import classes from './users.module.css';

const FIELDS: readonly Field[] = [
  { name: 'email', label: 'Email', dataType: 'email', required: true },
  { name: 'role', label: 'Role', dataType: 'select', required: true },
];

export function AddUser({ organization }: { organization: Organization }) {
  const id = useId();
  const client = useQueryClient();
  const roles = useRolesToGive(organization._id);
  const form = useFormState({
    initialValues: { email: '', role: '' },
    validate: (values) => errorsOf(FIELDS, values),
  });
  const add = useMutation({
    mutationFn: ({ email, role }: { email: string; role: Role }) =>
      call('POST /api/addUserToOrg', { body: { orgId: organization._id, email: email.trim(), role } }),
    onSuccess: async ({ message }) => {
      form.reset();
      await client.invalidateQueries({ queryKey: invitesQuery(organization._id).queryKey });
      void showAlert(message);
    },
  });
  const send = async ({ email, role }: { email: string; role: string }) => {
    const isSure = role !== 'Owner' || (await showConfirm(ownerQuestion(email), { confirmLabel: 'Invite as Owner' }));
    if (isSure) add.mutate({ email, role: role as Role });
  };
  const { role } = form.values;
  return (
    <section className={classes.section} aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>Add a user</h3>
      <p className={classes.help} id={`${id}-note`}>
        {TEXTS.memberPages.inviteHelp}
      </p>
      <form
        noValidate
        className={classes.line}
        aria-describedby={`${id}-note`}
        onSubmit={form.onSubmit(
          (values) => void send(values),
          () => add.reset(),
        )}
      >
        <TextInput
          {...form.inputProps('email')}
          className={classes.grow}
          size="sm"
          type="email"
          label="Email"
          autoComplete="off"
          disabled={add.isPending}
          error={form.errors.email}
        />
        <NativeSelect
          {...form.inputProps('role')}
          className={classes.grow}
          size="sm"
          label="Role"
          data={[{ value: '', label: 'Please choose' }, ...roles]}
          disabled={add.isPending}
          error={form.errors.role}
          description={role ? `${role} ${ABOUT_ROLES[role as Role]}.` : undefined}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
        />
        <Button type="submit" size="sm" loading={add.isPending}>
          Add user
        </Button>
      </form>
      <Problem error={add.error} takesFocus />
    </section>
  );
}
