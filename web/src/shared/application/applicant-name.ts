import type { ApplicationView } from '../../../../api/contract/applications.ts';

export const nameOf = ({ firstName, lastName, email, isErased }: ApplicationView): string =>
  isErased ? '[erased]' : [firstName, lastName].filter(Boolean).join(' ') || (email ?? '');
