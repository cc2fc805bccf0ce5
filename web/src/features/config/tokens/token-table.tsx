import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ApiTokenView } from '../../../../../api/contract/api-tokens.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { messageOf } from '../../../shared/api/api-client.ts';
import { call, keyOf } from '../../../shared/api/calls.ts';
import { Day } from '../../../shared/dates/dates.tsx';
import { useStaffNames } from '../../../shared/staff-queries/staff-names.ts';
import { showAlert, showConfirm } from '../../../shared/ui/dialogs.tsx';
import users from '../users/users.module.css';
import classes from './tokens.module.css';

export const TokenTable = ({ tokens }: { tokens: readonly ApiTokenView[] }) => (
  <ul className={classes.list} aria-label="API tokens">
    {tokens.map((token) => (
      <TokenItem key={token._id} token={token} />
    ))}
  </ul>
);

function TokenItem({ token }: { token: ApiTokenView }) {
  const client = useQueryClient();
  const { _id: id, name, scopes, prefix, createdAt, createdBy, state, lastUsedAt } = token;
  const nameOf = useStaffNames();
  const revoke = useMutation({
    mutationFn: () => call('DELETE /api/tokens/{id}', { params: { id } }),
    onError: (error) => void showAlert(messageOf(error)),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf('/api/tokens') }),
  });
  const ask = async () => {
    const question = TEXTS.apiTokens.confirmRevoke(name);
    if (await showConfirm(question, { confirmLabel: 'Revoke', isDestructive: true })) revoke.mutate();
  };
  return (
    <li className={classes.item} data-state={state}>
      <div>
        <strong dir="auto">{name}</strong>
        <span>{scopes.map((scope) => TEXTS.apiTokens.scopes[scope]).join(' · ')}</span>
        <span className={users.help}>
          <code>{prefix}…</code> · created <Day at={createdAt} />
          {createdBy && (
            <>
              {' '}
              by <bdi>{nameOf(createdBy)}</bdi>
            </>
          )}
        </span>
        <span className={users.help}>
          <End token={token} /> ·{' '}
          {lastUsedAt === null ? (
            'never used'
          ) : (
            <>
              last used <Day at={lastUsedAt} />
            </>
          )}
        </span>
      </div>
      {state === 'valid' && (
        <Button
          variant="default"
          size="sm"
          loading={revoke.isPending}
          onClick={() => void ask()}
          aria-label={`Revoke ${name}`}
        >
          Revoke
        </Button>
      )}
    </li>
  );
}

function End({ token: { state, expiresAt, revokedAt } }: { token: ApiTokenView }) {
  if (state === 'revoked' && revokedAt !== null) {
    return (
      <>
        Revoked <Day at={revokedAt} />
      </>
    );
  }
  return (
    <>
      {state === 'expired' ? 'Expired' : 'Expires'} <Day at={expiresAt} />
    </>
  );
}
