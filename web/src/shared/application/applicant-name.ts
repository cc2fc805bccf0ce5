import type { ApplicationView } from '../../../../api/contract/applications.ts';

export const nameOf = ({
  firstName,
  lastName,
  email,
  isErased,
}: Partial<Pick<ApplicationView, 'firstName' | 'lastName' | 'email' | 'isErased'>>): string =>
  isErased ? '[erased]' : [firstName, lastName].filter(Boolean).join(' ') || (email ?? '');
