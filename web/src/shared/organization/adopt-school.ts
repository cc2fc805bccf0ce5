import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { keyOf } from '../api/calls.ts';
import { organizationQuery, useOrganization } from './organization.ts';
import { chooseOrganization } from './organization-choice.ts';

/**
 * Where neither the address nor the person says which school is meant, what is being looked at does; it then stays the
 * current one, so that the way on from there is no dead end.
 */
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
