import { Button, CopyButton, TextInput, VisuallyHidden } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import type { SignupLink } from '../../../../../api/contract/invitations.ts';
import type { Organization } from '../../../../../api/contract/organizations.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { messageOf } from '../../../shared/api/api-client.ts';
import { call } from '../../../shared/api/calls.ts';
import { isProvenNow } from '../../../shared/api/session-guard.ts';
import { Day } from '../../../shared/dates/dates.tsx';
import { ErrorState } from '../../../shared/pages/page-state.tsx';
import { showAlert, showConfirm } from '../../../shared/ui/dialogs.tsx';
import { Bone, Loading } from '../../../shared/ui/skeleton.tsx';
import { invitesQuery } from './queries.ts';
import classes from './users.module.css';

export function PendingInvites({ organization }: { organization: Organization }) {
  const id = useId();
  const { data: invites, error, refetch } = useQuery(invitesQuery(organization._id));
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h3 id={id}>Pending invites</h3>
      {error && !invites ? (
        <ErrorState order={2} title="The invites could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : !invites ? (
        <Loading label="Loading the invites">
          <Bone height="2.75rem" />
        </Loading>
      ) : invites.length === 0 ? (
        <p className={classes.help}>{TEXTS.members.noInvites}</p>
      ) : (
        <div className={classes.scroller}>
          <table className={`${classes.table} ${classes.stacked} ${classes.invites}`}>
            <thead>
              <tr>
                <th scope="col">Email</th>
                <th scope="col">Role to use</th>
                <th scope="col">Signup link</th>
                <th scope="col">Actions</th>
              </tr>
            </thead>
            <tbody>
              {invites.map((invite) => (
                <Invite key={invite._id} organizationId={organization._id} invite={invite} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

function Invite({ organizationId, invite }: { organizationId: string; invite: SignupLink }) {
  const client = useQueryClient();
  const { _id, email, roleToUse, signupLink, linkNeedsConfirmation, expiresAt } = invite;
  const refresh = () => client.invalidateQueries({ queryKey: invitesQuery(organizationId).queryKey });
  const onError = async (error: Error) => {
    void showAlert(messageOf(error));
    await refresh();
  };
  const resend = useMutation({
    mutationFn: () => call('POST /api/signupLinks/{id}/resend', { params: { id: _id } }),
    onSuccess: async () => {
      await refresh();
      void showAlert(TEXTS.members.invitedAgain(email));
    },
    onError,
  });
  const revoke = useMutation({
    mutationFn: () => call('DELETE /api/signupLinks/{id}', { params: { id: _id } }),
    onSuccess: async ({ message }) => {
      await refresh();
      void showAlert(message);
    },
    onError,
  });
  const ask = async () => {
    const question = TEXTS.memberPages.confirmRevoke(email);
    if (await showConfirm(question, { confirmLabel: 'Revoke', isDestructive: true })) revoke.mutate();
  };
  const show = async () => {
    if (await isProvenNow('identity')) await refresh();
  };
  const isBusy = resend.isPending || revoke.isPending;
  return (
    <tr>
      <th scope="row">
        <span dir="auto">{email}</span>
        <span className={classes.help}>{emailWords(invite)}</span>
      </th>
      <td>{roleToUse}</td>
      <td>
        {linkNeedsConfirmation ? (
          <Button variant="default" size="sm" onClick={() => void show()}>
            <span>
              Show link<VisuallyHidden> for {email}</VisuallyHidden>
            </span>
          </Button>
        ) : signupLink === null ? (
          <span className={classes.help}>{TEXTS.memberPages.onlyEmailedLink}</span>
        ) : (
          <div className={classes.link}>
            <TextInput
              className={classes.grow}
              size="sm"
              readOnly
              dir="ltr"
              value={signupLink}
              aria-label={`Signup link for ${email}`}
              onFocus={({ currentTarget }) => currentTarget.select()}
            />
            <CopyButton value={signupLink} timeout={3000}>
              {({ copied, copy }) => (
                <Button variant="default" size="sm" onClick={copy}>
                  <span aria-live="polite">{copied ? 'Copied' : 'Copy'}</span>
                  <VisuallyHidden>the signup link for {email}</VisuallyHidden>
                </Button>
              )}
            </CopyButton>
          </div>
        )}
        <span className={classes.help}>
          Works until <Day at={expiresAt} />
        </span>
      </td>
      <td>
        <div className={classes.buttons}>
          <Button
            variant="default"
            size="sm"
            loading={resend.isPending}
            disabled={isBusy}
            onClick={() => resend.mutate()}
            aria-label={`Resend the invitation of ${email}`}
          >
            Resend
          </Button>
          <Button
            variant="default"
            size="sm"
            loading={revoke.isPending}
            disabled={isBusy}
            onClick={() => void ask()}
            aria-label={`Revoke the invitation of ${email}`}
          >
            Revoke
          </Button>
        </div>
      </td>
    </tr>
  );
}

function emailWords({ mail: { state, reason } }: SignupLink): string {
  if (state === 'delivered') return 'Email sent';
  if (state === 'failed') return `Email failed: ${reason ?? 'unknown reason'}`;
  return reason === null ? 'Sending the email…' : `Sending the email again: ${reason}`;
}
