import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { can } from '../../../../domain/access/policy.ts';
import { type CallByName, callAmong } from '../../../../domain/user/display-name.ts';
import { useOrganization } from '../organization/organization.ts';
import { useActor } from '../session/session.ts';
import { membersQuery } from './list-queries.ts';

const NOBODY: readonly never[] = [];

/** How pages of the current school call its members; by email until the list arrives, and for Viewers, who may not read it. */
export function useStaffNames(applicant?: string): CallByName {
  const { data: organization } = useOrganization();
  const enabled = can(useActor(), 'member.read', { organizationId: organization?._id ?? null });
  const { data: members = NOBODY } = useQuery({ ...membersQuery, enabled });
  return useMemo(() => callAmong(members, applicant === undefined ? [] : [applicant]), [members, applicant]);
}
