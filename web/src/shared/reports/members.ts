import type { QueryOf } from '../../../../api/contract/endpoint.ts';
import type { Endpoints } from '../../../../api/contract/endpoints.ts';
import { pagePath } from '../../../../domain/values/pages.ts';
import { queryOf } from '../api/calls.ts';
import { AS_OF } from '../as-of/as-of-address.ts';

type MembersQuestion = QueryOf<Endpoints['reportMembers']>;
type WhatIfQuestion = QueryOf<Endpoints['whatIfMembers']>;
type NumberQuestion = QueryOf<Endpoints['getReportApplications']>;

export type Question = Readonly<Record<string, string>>;

/** The parameter of the dashboard's address that holds it. */
export const MEMBERS = 'members';

/** `asOf`: the position that the page of the number shows, if not now. */
export function membersPath(question: Question, asOf: string | null = null): string {
  const params = new URLSearchParams({ tab: 'all', inactive: '1', [MEMBERS]: String(new URLSearchParams(question)) });
  if (asOf !== null) params.set(AS_OF, asOf);
  return `${pagePath('dashboard')}?${params}`;
}

/** The applications that the address asks for; a what-if has rows. The server refuses what it does not know. */
export function membersQuery(text: string) {
  const { savedReport: id, ...query } = Object.fromEntries(new URLSearchParams(text));
  if (id !== undefined)
    return queryOf('/api/reports/{id}/applications', { params: { id }, query: query as unknown as NumberQuestion });
  return 'row' in query
    ? queryOf('/api/whatIfMembers', { query: query as unknown as WhatIfQuestion })
    : queryOf('/api/reportMembers', { query: query as unknown as MembersQuestion });
}
