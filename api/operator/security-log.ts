import type { SecurityEntry } from '../../commands/security-log/entries.ts';
import type { Composition } from '../composition/composition.ts';
import { listSecurityLog } from '../security-log/list-security-log.ts';
import { namedOrganization } from './named-organization.ts';

export type ListedSecurityEntry = Omit<SecurityEntry, '_id' | 'at' | 'share'> & {
  /** The slug; null for the installation. */
  readonly school: string | null;
};
export interface ListedSecurityLog {
  readonly entries: readonly ListedSecurityEntry[];
  readonly hasMore: boolean;
}

const MOST_LISTED = 1000;

/** Of one school by its slug or id, or of all schools and the installation. */
export async function listForOperator(
  { environment, readModels, securityLog }: Composition,
  {
    organization,
    since,
    until,
  }: {
    readonly organization: string | null;
    readonly since: string | null;
    readonly until: string | null;
  },
): Promise<ListedSecurityLog> {
  const { documents: schools } = await readModels.organizations.find({});
  const wanted = organization === null ? undefined : namedOrganization(schools, organization);
  await securityLog.flush();
  const { entries, next } = await listSecurityLog(environment, {
    organizationId: wanted?._id,
    since: since ?? undefined,
    until: until ?? undefined,
    limit: MOST_LISTED,
  });
  const slugs = new Map(schools.map(({ _id, slug }) => [_id, slug]));
  return {
    entries: entries.toSorted(newestFirst).map(({ _id, at: _at, share: _share, ...entry }) => ({
      ...entry,
      school: entry.organizationId === null ? null : (slugs.get(entry.organizationId) ?? entry.organizationId),
    })),
    hasMore: next !== null,
  };
}

/** The list is in order by minutes only. */
const newestFirst = (one: SecurityEntry, other: SecurityEntry): number => (one.firstAt < other.firstAt ? 1 : -1);
