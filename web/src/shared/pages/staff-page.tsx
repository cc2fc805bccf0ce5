import type { ReactNode } from 'react';
import type { Organization } from '../../../../api/contract/organizations.ts';
import { type Capability, can } from '../../../../domain/access/policy.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { useActor } from '../session/session.ts';
import { useVisit } from '../session/use-visit.ts';
import { PageSkeleton } from '../ui/skeleton.tsx';
import { ErrorState, usePageTitle } from './page-state.tsx';
import { Refused } from './refused.tsx';

/** A page of one school for staff with this capability. Others read why they cannot see it. */
export function StaffPage({
  title,
  capability,
  refused = TEXTS.access.configRefused,
  children,
}: {
  title: string;
  capability: Capability;
  refused?: string;
  children: (organization: Organization) => ReactNode;
}) {
  usePageTitle(title);
  const { isPending, failure, user, organization } = useVisit();
  const actor = useActor();
  if (isPending) return <PageSkeleton />;
  if (failure) return <ErrorState error={failure.error} onRetry={failure.retry} />;
  return organization && can(actor, capability, { organizationId: organization._id }) ? (
    children(organization)
  ) : (
    <Refused title={title} isSignedOut={user === null}>
      {refused}
    </Refused>
  );
}
