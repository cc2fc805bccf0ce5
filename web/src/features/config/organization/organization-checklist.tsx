import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Organization } from '../../../../../api/contract/organizations.ts';
import type { ProcessConfig } from '../../../../../domain/process/config.ts';
import { missingFromOrganization } from '../../../../../domain/readiness/missing.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { queryOf } from '../../../shared/api/calls.ts';
import { Checklist } from '../../../shared/editor/checklist.tsx';
import { ErrorState } from '../../../shared/pages/page-state.tsx';
import { Bone, Loading } from '../../../shared/ui/skeleton.tsx';

const TITLE = 'Before your first application';

/** Of the saved settings, programs and processes. */
export function OrganizationChecklist({ organization, canWrite }: { organization: Organization; canWrite: boolean }) {
  const query = { organizationId: organization._id };
  const batches = useQuery(queryOf('/api/batches', { query }));
  const processes = useQuery(queryOf('/api/processConfigBlobs', { query }));
  const missing = useMemo(
    () =>
      batches.data &&
      processes.data &&
      missingFromOrganization({
        organization: {
          ...organization,
          sendGridEmailAddress: organization.sendGridEmailAddress ?? null,
          fullDomainKeptUntil: organization.fullDomainKeptUntil ?? null,
          calendlyAccessToken: organization.calendlyAccessToken,
        },
        batches: batches.data,
        processes: processes.data.map(({ json }) => JSON.parse(json) as ProcessConfig),
      }),
    [organization, batches.data, processes.data],
  );
  if (missing) {
    const ready = TEXTS.schoolEditor.ready;
    return <Checklist title={TITLE} ready={ready} missing={missing} canWrite={canWrite} />;
  }
  const error = batches.error ?? processes.error;
  if (error) {
    const retry = () => void Promise.all([batches.refetch(), processes.refetch()]);
    return <ErrorState order={2} title="The checklist could not be loaded" error={error} onRetry={retry} />;
  }
  return (
    <Loading label="Loading the checklist">
      <Bone width="60%" />
      <Bone width="50%" />
    </Loading>
  );
}
