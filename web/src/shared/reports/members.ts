import type { QueryOf } from '../../../../api/contract/endpoint.ts';
import type { Endpoints } from '../../../../api/contract/endpoints.ts';
import { pagePath } from '../../../../domain/values/pages.ts';

/** The question for the applications behind a number of a report (`GET /api/reportMembers`). */
export type MembersQuestion = QueryOf<Endpoints['reportMembers']>;

/** The parameter of the dashboard's address that holds it. */
export const MEMBERS = 'members';

export function membersPath(question: Readonly<Record<string, string>>): string {
  const params = new URLSearchParams({ tab: 'all', inactive: '1', [MEMBERS]: String(new URLSearchParams(question)) });
  return `${pagePath('dashboard')}?${params}`;
}

/** The server refuses what it does not know. */
export const readMembers = (text: string): MembersQuestion =>
  Object.fromEntries(new URLSearchParams(text)) as unknown as MembersQuestion;
