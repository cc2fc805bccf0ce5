import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { allBut, ORGANIZATION_KEY, USER_KEY } from '../api/keys.ts';
import { chooseOrganization } from '../api/organization-choice.ts';
import { organizationQuery, useOrganization } from './organization.ts';

const OTHERS = allBut(USER_KEY, ORGANIZATION_KEY);

interface OfSchool {
  readonly organizationId: string;
}

export const schoolsOf = (documents: readonly OfSchool[]): readonly string[] => [
  ...new Set(documents.map(({ organizationId }) => organizationId)),
];

/** Undefined if there are none or several. */
export function onlySchoolOf(documents: readonly OfSchool[] = []): string | undefined {
  const [school, ...others] = schoolsOf(documents);
  return others.length === 0 ? school : undefined;
}

/** Shows the page as its school's, whatever school was chosen before, and keeps that school for the next pages. */
export function useSchoolOfPage(organizationId: string | undefined): void {
  const client = useQueryClient();
  const { data: shown } = useOrganization();
  const isOther = organizationId !== undefined && shown !== undefined && shown?._id !== organizationId;
  useEffect(() => {
    if (!isOther) return;
    chooseOrganization(organizationId);
    void client.resetQueries({ queryKey: organizationQuery.queryKey });
    // After the page's own queries have subscribed; the rest may be the former school's.
    queueMicrotask(() => client.removeQueries({ type: 'inactive', ...OTHERS }));
  }, [client, isOther, organizationId]);
}

/** For a page that takes any school: chooses one if neither the host nor the visitor names any. */
export function useSchoolIfNone(organizationId: string | undefined): void {
  const isHomeless = useOrganization().data === null;
  useSchoolOfPage(isHomeless ? organizationId : undefined);
}
