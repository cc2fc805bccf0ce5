import { Button, TextInput, Title } from '@mantine/core';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useRef, useState } from 'react';
import type { User } from '../../../../api/contract/accounts.ts';
import type { Passkey } from '../../../../api/contract/passkeys.ts';
import { PASSKEY_NAME_LIMIT } from '../../../../domain/text/text-limits.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { deviceName } from '../../../../domain/values/device-name.ts';
import { messageOf, problemsOf } from '../../shared/api/api-client.ts';
import { call } from '../../shared/api/calls.ts';
import { USER_KEY } from '../../shared/api/keys.ts';
import { Day, formatAgo } from '../../shared/dates/dates.tsx';
import formClasses from '../../shared/forms/forms.module.css';
import { ErrorState } from '../../shared/pages/page-state.tsx';
import { hasPasskeys, makePasskey, secondFactorsQuery } from '../../shared/session/passkeys.ts';
import { showAlert, showConfirm } from '../../shared/ui/dialogs.tsx';
import { Notice, Problem, takeFocus } from '../../shared/ui/notice.tsx';
import classes from './account.module.css';

/** Of the account: they log in without a password. `onAdded`: after one was added. */
export function Passkeys({ user, onAdded }: { user: User; onAdded?: () => void }) {
  const headingId = useId();
  const { data, error, refetch } = useQuery(secondFactorsQuery);
  const [said, setSaid] = useState<string | null>(null);
  const isStaff = user.orgRoles.length > 0 || user.isCreator;
  return (
    <section className={classes.section} aria-labelledby={headingId}>
      <Title order={2} size="h3" id={headingId}>
        Passkeys
      </Title>
      {said !== null && (
        <Notice key={said} meaning="good" role="status" ref={takeFocus}>
          {said}
        </Notice>
      )}
      <p>{isStaff ? TEXTS.passkeys.leadStaff : TEXTS.passkeys.lead}</p>
      {data ? (
        <List passkeys={data.passkeys} onDone={setSaid} />
      ) : (
        <ErrorState order={2} error={error} onRetry={() => void refetch()} />
      )}
      {data && (
        <Add
          user={user}
          onDone={(words) => {
            setSaid(words);
            onAdded?.();
          }}
        />
      )}
      {data && data.passkeys.length > 0 && <p className={classes.quiet}>{TEXTS.passkeys.lost}</p>}
    </section>
  );
}

/** A school may require a factor, so the signed-in person changes too. */
async function reloadFactors(client: QueryClient): Promise<void> {
  void client.invalidateQueries({ queryKey: USER_KEY });
  await client.invalidateQueries({ queryKey: secondFactorsQuery.queryKey });
}

function List({ passkeys, onDone }: { passkeys: readonly Passkey[]; onDone: (said: string) => void }) {
  if (passkeys.length === 0) return <p className={classes.quiet}>{TEXTS.passkeys.empty}</p>;
  return (
    <ul className={classes.devices} aria-label="Passkeys">
      {passkeys.map((passkey) => (
        <Row key={passkey._id} passkey={passkey} onDone={onDone} />
      ))}
    </ul>
  );
}

function Row({ passkey, onDone }: { passkey: Passkey; onDone: (said: string) => void }) {
  const client = useQueryClient();
  const [isRenaming, setRenaming] = useState(false);
  const { _id: id, name, host, isUsableHere, addedAt, lastUsedAt, isSynced } = passkey;
  const reload = () => reloadFactors(client);
  const remove = useMutation({
    mutationFn: () => call('DELETE /api/me/passkeys/{id}', { params: { id } }),
    onSuccess: ({ message }) => onDone(message),
    onError: (error) => void showAlert(messageOf(error)),
    onSettled: reload,
  });
  const ask = async () => {
    const question = TEXTS.passkeys.confirmRemove(name);
    if (await showConfirm(question, { confirmLabel: 'Remove', isDestructive: true })) remove.mutate();
  };
  return (
    <li className={classes.device}>
      <div>
        <strong dir="auto">{name}</strong>
        <span className={classes.quiet}>
          Added <Day at={addedAt} /> · {lastUsedAt === null ? 'not used yet' : `last used ${formatAgo(lastUsedAt)}`}
        </span>
        <span className={classes.quiet}>{isSynced ? TEXTS.passkeys.synced : TEXTS.passkeys.deviceBound}</span>
        {!isUsableHere && <span className={classes.quiet}>{TEXTS.passkeys.worksAt(host)}</span>}
      </div>
      {isRenaming ? (
        <NameForm
          name={name}
          label="Save the name"
          send={(wanted) => call('PUT /api/me/passkeys/{id}', { params: { id }, body: { name: wanted } })}
          onDone={async (renamed) => {
            await reload();
            setRenaming(false);
            onDone(TEXTS.passkeys.renamed(renamed.name));
          }}
          onCancel={() => setRenaming(false)}
        />
      ) : (
        <div className={classes.choices}>
          <Button variant="default" size="sm" onClick={() => setRenaming(true)} aria-label={`Rename ${name}`}>
            Rename
          </Button>
          <Button
            variant="default"
            size="sm"
            loading={remove.isPending}
            onClick={() => void ask()}
            aria-label={`Remove ${name}`}
          >
            Remove
          </Button>
        </div>
      )}
    </li>
  );
}

function Add({ user, onDone }: { user: User; onDone: (said: string) => void }) {
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  if (!user.emailVerified) return <p className={classes.quiet}>{TEXTS.secondFactors.emailFirst}</p>;
  if (!hasPasskeys()) return <p className={classes.quiet}>{TEXTS.passkeys.unsupported}</p>;
  if (!isOpen) {
    return (
      <Button variant="default" onClick={() => setOpen(true)}>
        Add a passkey
      </Button>
    );
  }
  return (
    <NameForm
      name={deviceName(navigator.userAgent)}
      label="Create the passkey"
      help={TEXTS.passkeys.nameHelp}
      send={async (name) => call('POST /api/me/passkeys', { body: { name, passkey: await makePasskey() } })}
      onDone={async ({ name }) => {
        await reloadFactors(client);
        setOpen(false);
        onDone(TEXTS.passkeys.added(name));
      }}
      onCancel={() => setOpen(false)}
    />
  );
}

function NameForm({
  name,
  label,
  help,
  send,
  onDone,
  onCancel,
}: {
  name: string;
  label: string;
  help?: string;
  send: (name: string) => Promise<Passkey>;
  onDone: (passkey: Passkey) => Promise<void>;
  onCancel: () => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [value, setValue] = useState(name);
  const [isMissing, setMissing] = useState(false);
  const save = useMutation({ mutationFn: () => send(value.trim()), onSuccess: onDone });
  const problem = problemsOf(save.error).find(({ field }) => field === 'name');
  const error = isMissing && value.trim() === '' ? TEXTS.forms.required : (problem?.message ?? null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(value.trim() === '');
    if (value.trim() === '') input.current?.focus();
    else if (!save.isPending) save.mutate();
  };
  return (
    <form noValidate className={`${formClasses.form} ${classes.form}`} onSubmit={submit}>
      {!problem && <Problem error={save.error} takesFocus />}
      <TextInput
        ref={input}
        label="Name of the passkey"
        description={help}
        value={value}
        maxLength={PASSKEY_NAME_LIMIT}
        onChange={({ currentTarget }) => setValue(currentTarget.value)}
        error={error}
        aria-invalid={error !== null}
        autoComplete="off"
        autoFocus
        required
        withAsterisk={false}
        dir="auto"
      />
      <div className={classes.actions}>
        <Button type="submit" loading={save.isPending}>
          {label}
        </Button>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
