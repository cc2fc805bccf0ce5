import { Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Organization } from '../../../../../api/contract/organizations.ts';
import { usePosition } from '../../../shared/as-of/use-past.ts';
import documents from '../../../shared/editor/documents.module.css';
import { ErrorState, usePageTitle } from '../../../shared/pages/page-state.tsx';
import { Bone, Loading } from '../../../shared/ui/skeleton.tsx';
import { AddUser } from './add-user.tsx';
import { MemberTable } from './member-table.tsx';
import { PastMembers } from './past-members.tsx';
import { PendingInvites } from './pending-invites.tsx';
import { membersQuery } from './queries.ts';
import { RequireFactor } from './require-factor.tsx';

/** Only for people who manage members; no list of members or invitations is readable without that right. */
export function UsersPage({ organization }: { organization: Organization }) {
  usePageTitle('Users and Roles');
  const asOf = usePosition();
  const { data: members, error, refetch } = useQuery(membersQuery(organization._id, asOf));
  return (
    <section className={documents.page}>
      <Title order={2} size="h3">
        Users and Roles
      </Title>
      {error && !members ? (
        <ErrorState order={2} title="The users could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : !members ? (
        <Loading label="Loading the users">
          <Bone height="2.75rem" />
          <Bone height="2.75rem" />
          <Bone height="2.75rem" />
        </Loading>
      ) : asOf === null ? (
        <MemberTable organization={organization} members={members} />
      ) : (
        <PastMembers members={members} />
      )}
      {asOf === null && (
        <>
          <AddUser organization={organization} />
          <PendingInvites organization={organization} />
          {members && <RequireFactor organization={organization} members={members} />}
        </>
      )}
    </section>
  );
}
