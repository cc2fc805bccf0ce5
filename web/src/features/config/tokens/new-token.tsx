import { Button, Checkbox, CopyButton, NativeSelect, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { Organization } from '../../../../../api/contract/organizations.ts';
import { TOKEN_SCOPES, type TokenScope } from '../../../../../domain/access/token-scopes.ts';
import { TEXT_LIMIT } from '../../../../../domain/text/text-limits.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { call, keyOf } from '../../../shared/api/calls.ts';
import { Notice, Problem } from '../../../shared/ui/notice.tsx';
import users from '../users/users.module.css';
import classes from './tokens.module.css';

const LIFETIMES = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '180', label: '180 days' },
  { value: '365', label: 'One year' },
];
const EMPTY = { name: '', scopes: [] as readonly TokenScope[], days: '90' };

/** The whole token exists only in this component, until the page is left. */
export function NewToken({ organization: { _id: organizationId } }: { organization: Organization }) {
  const id = useId();
  const client = useQueryClient();
  const [values, setValues] = useState(EMPTY);
  const [isChecked, setIsChecked] = useState(false);
  const create = useMutation({
    mutationFn: ({ name, scopes, days }: typeof EMPTY) =>
      call('POST /api/tokens', { query: { organizationId }, body: { name, scopes: [...scopes], days: Number(days) } }),
    onSuccess: async () => {
      setValues(EMPTY);
      setIsChecked(false);
      await client.invalidateQueries({ queryKey: keyOf('/api/tokens') });
    },
  });
  const errors = {
    name: values.name.trim() === '' ? TEXTS.apiTokens.nameRequired : undefined,
    scopes: values.scopes.length === 0 ? TEXTS.apiTokens.scopeRequired : undefined,
  };
  const shown: Partial<typeof errors> = isChecked ? errors : {};
  const choose = (scope: TokenScope, isOn: boolean) =>
    setValues({
      ...values,
      scopes: TOKEN_SCOPES.filter((one) => (one === scope ? isOn : values.scopes.includes(one))),
    });
  const token = create.data?.token;
  return (
    <section className={users.section} aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>Create a token</h3>
      {token && (
        <div className={classes.created} role="status">
          <Notice meaning="attention">{TEXTS.apiTokens.shownOnce}</Notice>
          <code className={classes.token}>{token}</code>
          <CopyButton value={token}>
            {({ copied, copy }) => (
              <Button variant="default" size="sm" onClick={copy}>
                {copied ? 'Copied' : 'Copy the token'}
              </Button>
            )}
          </CopyButton>
        </div>
      )}
      <form
        noValidate
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          setIsChecked(true);
          if (!errors.name && !errors.scopes && !create.isPending) create.mutate(values);
        }}
      >
        <TextInput
          size="sm"
          label="Name"
          description={TEXTS.memberPages.tokenNameHelp}
          maxLength={TEXT_LIMIT}
          autoComplete="off"
          value={values.name}
          onChange={({ currentTarget }) => setValues({ ...values, name: currentTarget.value })}
          error={shown.name}
        />
        <Checkbox.Group label="What it may do" error={shown.scopes} value={[...values.scopes]}>
          <div className={classes.scopes}>
            {TOKEN_SCOPES.map((scope) => (
              <Checkbox
                key={scope}
                value={scope}
                label={TEXTS.apiTokens.scopes[scope]}
                description={TEXTS.apiTokens.scopeNotes[scope]}
                onChange={({ currentTarget }) => choose(scope, currentTarget.checked)}
              />
            ))}
          </div>
        </Checkbox.Group>
        <NativeSelect
          size="sm"
          label="Expires after"
          data={LIFETIMES}
          value={values.days}
          onChange={({ currentTarget }) => setValues({ ...values, days: currentTarget.value })}
        />
        <Button type="submit" size="sm" loading={create.isPending} className={classes.button}>
          Create token
        </Button>
        <Problem error={create.error} takesFocus />
      </form>
    </section>
  );
}
