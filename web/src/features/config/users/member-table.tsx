import { Button, NativeSelect } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Fragment, useId, useState } from 'react';
import type { Member } from '../../../../../api/contract/accounts.ts';
import type { Organization } from '../../../../../api/contract/organizations.ts';
import type { Role } from '../../../../../domain/access/actor.ts';
import { can } from '../../../../../domain/access/policy.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { messageOf } from '../../../shared/api/api-client.ts';
import { call } from '../../../shared/api/calls.ts';
import { USER_KEY } from '../../../shared/api/keys.ts';
import { Day } from '../../../shared/dates/dates.tsx';
import { describedInput } from '../../../shared/forms/described-input.tsx';
import { useActor, useUser } from '../../../shared/session/session.ts';
import { showAlert, showConfirm } from '../../../shared/ui/dialogs.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { membersQuery } from './queries.ts';
import { ABOUT_ROLES, ownerQuestion, useRolesToGive } from './roles.ts';
import classes from './users.module.css';

const REMOVE = 'Remove from organization';

export function MemberTable({ organization, members }: { organization: Organization; members: readonly Member[] }) {
  const { data: user } = useUser();
  const [openId, setOpenId] = useState<string | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const id = useId();
  return (
    <>
      <div className={classes.scroller}>
        <table className={`${classes.table} ${classes.stacked}`}>
          <thead>
            <tr>
              <th scope="col">Member</th>
              <th scope="col">Role</th>
              <th scope="col">Last login</th>
              <th scope="col">Second factor</th>
            </tr>
          </thead>
          <tbody>
            {members.map((member) => {
              const isOpen = openId === member._id;
              const Chevron = isOpen ? IconChevronDown : IconChevronRight;
              const panelId = `${id}-${member._id}`;
              return (
                <Fragment key={member._id}>
                  <tr data-open={isOpen}>
                    <th scope="row">
                      <button
                        type="button"
                        className={classes.expander}
                        aria-expanded={isOpen}
                        aria-controls={isOpen ? panelId : undefined}
                        onClick={() => setOpenId(isOpen ? null : member._id)}
                      >
                        <Chevron size={18} stroke={1.75} aria-hidden />
                        <span>
                          <MemberName member={member} />
                          {member._id === user?._id && ' (you)'}
                        </span>
                      </button>
                    </th>
                    <td data-title="Role">{roleOf(member)}</td>
                    <td data-title="Last login">{member.lastSignInAt ? <Day at={member.lastSignInAt} /> : 'Never'}</td>
                    <td data-title="Second factor">{factorsOf(member)}</td>
                  </tr>
                  {isOpen && (
                    <tr id={panelId}>
                      <td colSpan={4} className={classes.panel}>
                        <MemberTools
                          organization={organization}
                          member={member}
                          onDone={(words) => {
                            setOpenId(null);
                            setDone(words);
                          }}
                        />
                      </td>
                    </tr>
                  )}
                </Fragment>
              );
            })}
          </tbody>
        </table>
      </div>
      <div role="status">{done !== null && <Notice meaning="good">{done}</Notice>}</div>
    </>
  );
}

/** With the email in any case, which decides who is meant. */
export const MemberName = ({ member: { name, email } }: { member: Member }) =>
  name === null ? (
    <span dir="auto">{email}</span>
  ) : (
    <>
      <span dir="auto">{name}</span>{' '}
      <span dir="auto" className={classes.email}>
        {email}
      </span>
    </>
  );

const factorsOf = ({ hasAuthenticator, passkeys }: Member): string =>
  [...(hasAuthenticator ? ['App'] : []), ...(passkeys > 0 ? [TEXTS.passkeys.count(passkeys)] : [])].join(', ') ||
  'None';

export const roleOf = ({ orgRoles }: Member): Role => orgRoles[0]?.role ?? 'Viewer';

interface ToolProps {
  readonly organization: Organization;
  readonly member: Member;
  readonly onDone: (words: string) => void;
}

function MemberTools(props: ToolProps) {
  const { organization, member } = props;
  const actor = useActor();
  const makesOwners = can(actor, 'member.makeOwner', { organizationId: organization._id });
  const { data: user } = useUser();
  const isOwner = roleOf(member) === 'Owner';
  return (
    <div className={classes.tools}>
      {isOwner ? <p>{TEXTS.members.ownerIsFixedFor(member.email)}</p> : <RoleTool {...props} />}
      {(!isOwner || makesOwners) && <SessionsTool {...props} />}
      {(!isOwner || makesOwners) && member.calendarAddressAt && (
        <CalendarTool {...props} createdAt={member.calendarAddressAt} />
      )}
      {member._id !== user?._id && member.factorsResetBy === 'owner' && <FactorTool {...props} />}
      {member._id !== user?._id && member.factorsResetBy === 'operator' && (
        <p className={classes.help}>{TEXTS.secondFactors.resetElsewhere}</p>
      )}
    </div>
  );
}

function RoleTool({ organization, member, onDone }: ToolProps) {
  const client = useQueryClient();
  const id = useId();
  const roles = useRolesToGive(organization._id);
  const { data: user } = useUser();
  const standing = roleOf(member);
  const [wanted, setWanted] = useState<string>(standing);
  const orgId = organization._id;
  const change = useMutation({
    mutationFn: async (role: string) => {
      const body = { orgId, userId: member._id };
      if (role === REMOVE) await call('POST /api/removeMemberFromOrg', { body });
      else await call('POST /api/changeRoleInOrganization', { body: { ...body, role: role as Role } });
      return role;
    },
    onSuccess: async (role) => {
      await client.invalidateQueries({ queryKey: membersQuery(orgId, null).queryKey });
      if (member._id === user?._id) void client.invalidateQueries({ queryKey: USER_KEY });
      onDone(role === REMOVE ? TEXTS.memberPages.left(member.email) : TEXTS.memberPages.hasRole(member.email, role));
    },
    onError: (error) => void showAlert(TEXTS.members.roleChangeFailed(messageOf(error))),
  });
  const confirm = async () => {
    const question = questionFor(wanted, member.email, member._id === user?._id);
    const isDestructive = wanted === REMOVE;
    const confirmLabel = isDestructive ? 'Remove' : wanted === 'Owner' ? 'Make Owner' : 'Change role';
    if (question === null || (await showConfirm(question, { confirmLabel, isDestructive }))) change.mutate(wanted);
  };
  return (
    <form
      className={classes.line}
      onSubmit={(event) => {
        event.preventDefault();
        void confirm();
      }}
    >
      <div className={classes.grow}>
        <label htmlFor={id} className={classes.label}>
          Role
        </label>
        <NativeSelect
          {...describedInput(id, `${id}-about`)}
          size="sm"
          data={[...roles, REMOVE]}
          value={wanted}
          onChange={({ currentTarget: { value } }) => setWanted(value)}
        />
        <p id={`${id}-about`} className={classes.help}>
          {wanted === REMOVE ? TEXTS.memberPages.loseAccess : `${wanted}: ${ABOUT_ROLES[wanted as Role]}.`}
        </p>
      </div>
      <Button type="submit" size="sm" loading={change.isPending} disabled={wanted === standing}>
        Confirm changes
      </Button>
    </form>
  );
}

function questionFor(wanted: string, email: string, isSelf: boolean): string | null {
  if (wanted === 'Owner') return ownerQuestion(email);
  if (wanted === REMOVE) {
    return isSelf ? TEXTS.memberPages.confirmLeave : TEXTS.memberPages.confirmRemove(email);
  }
  return isSelf ? TEXTS.memberPages.confirmOwnRole(wanted) : null;
}

function SessionsTool({ organization, member, onDone }: ToolProps) {
  const client = useQueryClient();
  const { data: user } = useUser();
  const end = useMutation({
    mutationFn: () => call('POST /api/endMemberSessions', { body: { orgId: organization._id, userId: member._id } }),
    onSuccess: ({ message }) => {
      if (member._id === user?._id) void client.invalidateQueries();
      onDone(`${member.email} has been logged out here. ${message}`);
    },
    onError: (error) => void showAlert(messageOf(error)),
  });
  const ask = async () => {
    const question = TEXTS.memberPages.confirmLogout(member.email, organization.name);
    if (await showConfirm(question, { confirmLabel: 'Log out' })) end.mutate();
  };
  return (
    <Button variant="default" size="sm" loading={end.isPending} onClick={() => void ask()}>
      Log out on all devices
    </Button>
  );
}

function FactorTool({ organization, member, onDone }: ToolProps) {
  const client = useQueryClient();
  const reset = useMutation({
    mutationFn: () => call('POST /api/resetSecondFactors', { body: { orgId: organization._id, userId: member._id } }),
    onSuccess: ({ message }) => onDone(message),
    onError: (error) => void showAlert(messageOf(error)),
    onSettled: () => client.invalidateQueries({ queryKey: membersQuery(organization._id, null).queryKey }),
  });
  const ask = async () => {
    const question = TEXTS.secondFactors.confirmReset(member.email);
    if (await showConfirm(question, { confirmLabel: 'Reset', isDestructive: true })) reset.mutate();
  };
  return (
    <Button variant="default" size="sm" loading={reset.isPending} onClick={() => void ask()}>
      Reset second factor
    </Button>
  );
}

function CalendarTool({ organization, member, createdAt, onDone }: ToolProps & { readonly createdAt: string }) {
  const client = useQueryClient();
  const { data: user } = useUser();
  const aboutId = useId();
  const revoke = useMutation({
    mutationFn: () => call('POST /api/revokeMemberCalendar', { body: { orgId: organization._id, userId: member._id } }),
    onSuccess: async ({ message }) => {
      if (member._id === user?._id) void client.invalidateQueries();
      await client.invalidateQueries({ queryKey: membersQuery(organization._id, null).queryKey });
      onDone(`The calendar address of ${member.email} has been revoked. ${message}`);
    },
    onError: (error) => {
      // The address may have ended in the meantime.
      void client.invalidateQueries({ queryKey: membersQuery(organization._id, null).queryKey });
      void showAlert(messageOf(error));
    },
  });
  const ask = async () => {
    const question = TEXTS.members.confirmCalendarRevoked(member.email);
    if (await showConfirm(question, { confirmLabel: 'Revoke', isDestructive: true })) revoke.mutate();
  };
  return (
    <div>
      <Button
        variant="default"
        size="sm"
        loading={revoke.isPending}
        onClick={() => void ask()}
        aria-describedby={aboutId}
      >
        Revoke calendar address
      </Button>
      <p id={aboutId} className={classes.help}>
        Created <Day at={createdAt} />. A calendar app uses it to read this school’s interviews.
      </p>
    </div>
  );
}
