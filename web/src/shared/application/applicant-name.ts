import type { Application } from '../../../../api/contract/applications.ts';

/** Whom an application is of, as staff read it: a name, else the email address. */
export const nameOf = ({ firstName, lastName, email, isErased }: Application): string =>
  isErased ? '[erased]' : [firstName, lastName].filter(Boolean).join(' ') || (email ?? '');
