import { counted } from './counted.ts';
import type { PersonFound } from './forget-person.ts';

export const describePerson = ({ email, hasAccount, applications, organizations }: PersonFound): string =>
  [
    `Everything about ${email}: ${hasAccount ? 'an account' : 'no account'}, ${counted(applications, 'application')}`,
    ...(organizations.length > 0 ? [` to ${organizations.join(', ')}`] : []),
  ].join('');
