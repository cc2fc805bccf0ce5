import type { ApplicationView } from '../../../../api/contract/applications.ts';

/** The applicant's name for staff, else the email. */
export const nameOf = ({ firstName, lastName, email, isErased }: ApplicationView): string =>
  isErased ? '[erased]' : [firstName, lastName].filter(Boolean).join(' ') || (email ?? '');
