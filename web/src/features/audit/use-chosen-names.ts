import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../shared/api/calls.ts';
import type { AuditAddress } from './address.ts';
import { objectOf } from './audit-words.ts';

const NEWEST = '1';

/** Reads the names of the person and the object in the address from their newest entries. */
export function useChosenNames(organizationId: string, { actorId, documentId }: AuditAddress) {
  const { data: byPerson } = useQuery({
    ...queryOf('/api/audit', { query: { organizationId, actorId, limit: NEWEST } }),
    enabled: actorId !== '',
  });
  const { data: ofObject } = useQuery({
    ...queryOf('/api/audit', { query: { organizationId, documentId, limit: NEWEST } }),
    enabled: documentId !== '',
  });
  const [entry] = ofObject ?? [];
  return { person: byPerson?.[0]?.actor.email ?? null, object: entry ? objectOf(entry) : null };
}
