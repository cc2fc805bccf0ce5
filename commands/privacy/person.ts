import { application } from '../../domain/application/application.ts';
import { user } from '../../domain/user/user.ts';

/** Each account and each application is a data subject. */
export interface Person {
  /** Normalized; null if not proven, so that it matches nothing. */
  readonly email: string | null;
  /** Null if there is none, or if it is kept. */
  readonly accountId: string | null;
  readonly applicationIds: readonly string[];
  /** Only its drafts about these applications are removed. */
  readonly keptAccountId: string | null;
  /** Drafts may be named by them. */
  readonly batchIds: readonly string[];
  readonly organizationId: string | null;
  /** True if nothing else of the person remains, so everything with the email is included. */
  readonly isWhole: boolean;
}

export const NOBODY: Person = {
  email: null,
  accountId: null,
  applicationIds: [],
  keptAccountId: null,
  batchIds: [],
  organizationId: null,
  isWhole: false,
};

/** The account last, because an interrupted erasure restarts from it. */
export const subjectsOf = ({ accountId, applicationIds }: Person): readonly string[] => [
  ...applicationIds.map((id) => `${application.category}-${id}`),
  ...(accountId === null ? [] : [`${user.category}-${accountId}`]),
];
