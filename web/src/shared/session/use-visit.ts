import { isTransient } from '../api/api-client.ts';
import { useOrganization } from '../organization/organization.ts';
import { useUser } from './session.ts';

export interface VisitFailure {
  readonly error: Error;
  readonly retry: () => void;
}

/** `failure` is a failed call; being signed out (401) and an address without a school are none. */
export function useVisit() {
  const user = useUser();
  const organization = useOrganization();
  const isUserUnknown = user.isError && user.data === undefined;
  const isSchoolUnknown = isTransient(organization.error) && organization.data === undefined;
  const error = (isUserUnknown ? user.error : null) ?? (isSchoolUnknown ? organization.error : null);
  const retry = () => {
    if (isUserUnknown) void user.refetch();
    if (isSchoolUnknown) void organization.refetch();
  };
  const failure: VisitFailure | null = error ? { error, retry } : null;
  return {
    isPending: user.isPending || organization.isPending,
    failure,
    user: user.data ?? null,
    organization: organization.data ?? null,
  };
}
