import { Button, TextInput, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { User } from '../../../../api/contract/accounts.ts';
import type { Passkey } from '../../../../api/contract/passkeys.ts';
import { PASSKEY_NAME_LIMIT } from '../../../../domain/text/text-limits.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { deviceName } from '../../../../domain/values/device-name.ts';
import { messageOf } from '../../shared/api/api-client.ts';
import { call } from '../../shared/api/calls.ts';
import { Day, formatAgo } from '../../shared/dates/dates.tsx';
import { ErrorState } from '../../shared/pages/page-state.tsx';
import { hasPasskeys, makePasskey } from '../../shared/session/passkeys.ts';
import { secondFactorsQuery } from '../../shared/session/second-factors-query.ts';
import { reloadFactors } from '../../shared/session/session.ts';
import { showAlert, showConfirm } from '../../shared/ui/dialogs.tsx';
import { Notice, takeFocus } from '../../shared/ui/notice.tsx';
import classes from './account.module.css';
import { OneFieldForm } from './one-field-form.tsx';

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
          onBegin={() => setSaid(null)}
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
  const { _id: id, name, host, addedAt, lastUsedAt, isSynced } = passkey;
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
        <span className={classes.quiet}>{TEXTS.passkeys.worksAt(host)}</span>
      </div>
      {isRenaming ? (
        <NameForm
          standing={name}
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

interface AddProps {
  readonly user: User;
  readonly onBegin: () => void;
  readonly onDone: (said: string) => void;
}

function Add({ user, onBegin, onDone }: AddProps) {
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  if (!user.emailVerified) return <p className={classes.quiet}>{TEXTS.secondFactors.emailFirst}</p>;
  if (!hasPasskeys()) return <p className={classes.quiet}>{TEXTS.passkeys.unsupported}</p>;
  if (!isOpen) {
    return (
      <Button
        variant="default"
        onClick={() => {
          onBegin();
          setOpen(true);
        }}
      >
        Add a passkey
      </Button>
    );
  }
  return (
    <NameForm
      standing={deviceName(navigator.userAgent)}
      label="Create the passkey"
      help={TEXTS.passkeys.nameHelp}
      send={async (name) => call('POST /api/me/passkeys', { body: { name, passkey: await makePasskey() } })}
      onDone={async ({ name, host }) => {
        await reloadFactors(client);
        setOpen(false);
        onDone(TEXTS.passkeys.added(name, host));
      }}
      onCancel={() => setOpen(false)}
    />
  );
}

interface NameFormProps {
  readonly standing: string;
  readonly label: string;
  readonly help?: string;
  readonly send: (name: string) => Promise<Passkey>;
  readonly onDone: (passkey: Passkey) => Promise<void>;
  readonly onCancel: () => void;
}

const NameForm = ({ help, ...rest }: NameFormProps) => (
  <OneFieldForm {...rest} name="name">
    {(input) => (
      <TextInput
        {...input}
        label="Name of the passkey"
        description={help}
        maxLength={PASSKEY_NAME_LIMIT}
        autoComplete="off"
        dir="auto"
      />
    )}
  </OneFieldForm>
);
