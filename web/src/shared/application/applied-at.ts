import type { ApplicationView } from '../../../../api/contract/applications.ts';

/** A transferred application counts from the submission of its original. */
export const appliedAt = ({ appliedAt, createdAt }: Pick<ApplicationView, 'appliedAt' | 'createdAt'>): string =>
  appliedAt ?? createdAt;
