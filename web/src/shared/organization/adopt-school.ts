import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { keyOf } from '../api/calls.ts';
import { chooseOrganization } from '../api/organization-choice.ts';
import { organizationQuery, useOrganization } from './organization.ts';

/** Chooses the shown document's organization if neither host nor visitor names one, so that later pages know it. */
export function useAdoptedSchool(organizationId: string | undefined): void {
  const client = useQueryClient();
  const isHomeless = useOrganization().data === null;
  useEffect(() => {
    if (!isHomeless || !organizationId) return;
    chooseOrganization(organizationId);
    void client.resetQueries({ queryKey: organizationQuery.queryKey });
    void client.invalidateQueries({ queryKey: keyOf('/api/batches'), exact: true });
  }, [client, isHomeless, organizationId]);
}
