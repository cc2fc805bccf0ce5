import { queryOptions } from '@tanstack/react-query';
import { RequestFailed } from '../../shared/api/api-client.ts';
import { type Answer, queryOf } from '../../shared/api/calls.ts';

export type Invite = Answer<'GET /api/invites/{token}'>;

export interface Given {
  readonly token: string;
  /** Only in the emailed link: it proves the email. */
  readonly proof: string | null;
}

/** A retry would not help, because the link does not exist. */
export const isNoLink = (error: unknown): boolean =>
  error instanceof RequestFailed && error.status >= 400 && error.status < 500 && error.status !== 429;

export const inviteQuery = ({ token, proof }: Given) =>
  queryOptions({
    ...queryOf('/api/invites/{token}', { params: { token }, query: proof ? { proof } : {} }),
    retry: (count, failure) => count < 2 && !isNoLink(failure),
  });

export const joinTitle = ({ organization, roleToUse }: Invite): string => `Join ${organization.name} as ${roleToUse}?`;
