import { application } from '../../domain/application/application.ts';
import { user } from '../../domain/user/user.ts';

/** Whom an export tells of and an erasure reaches: each account and each application is a data subject of its own. */
export interface Person {
  /** As it compares; null where nobody has shown that it is theirs, so nothing is looked for by it. */
  readonly email: string | null;
  /** Null where there is none, or where it is left alone. */
  readonly accountId: string | null;
  readonly applicationIds: readonly string[];
  /** The account that is left to them, of whose drafts only those about these applications go. */
  readonly keptAccountId: string | null;
  /** Batches of the applications: drafts may be named by them. */
  readonly batchIds: readonly string[];
  /** The one organization that an erasure is about; null for all. */
  readonly organizationId: string | null;
  /** Nothing of theirs stays anywhere else, so whatever carries their e-mail is about this. */
  readonly isWhole: boolean;
}

/** The streams that the person's keys are kept under; the account last, since an erasure that was interrupted starts from it. */
export const subjectsOf = ({ accountId, applicationIds }: Person): readonly string[] => [
  ...applicationIds.map((id) => `${application.category}-${id}`),
  ...(accountId === null ? [] : [`${user.category}-${accountId}`]),
];
