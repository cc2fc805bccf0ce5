import type { ApplicationView } from '../../../../api/contract/applications.ts';
import { fullName } from '../../../../domain/application/applicant-name.ts';

export const nameOf = ({
  email,
  isErased,
  ...names
}: Partial<Pick<ApplicationView, 'firstName' | 'lastName' | 'email' | 'isErased'>>): string =>
  isErased ? '[erased]' : fullName(names) || (email ?? '');
