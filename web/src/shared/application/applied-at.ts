import type { ApplicationView } from '../../../../api/contract/applications.ts';

/** A transferred application was sent when its original was. */
export const appliedAt = ({ appliedAt, createdAt }: Pick<ApplicationView, 'appliedAt' | 'createdAt'>): string =>
  appliedAt ?? createdAt;
