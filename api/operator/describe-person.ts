import { counted } from './counted.ts';
import type { PersonFound } from './forget-person.ts';

export const describePerson = ({ email, hasAccount, applications, organizations }: PersonFound): string =>
  [
    `Everything about ${email}: ${hasAccount ? 'an account' : 'no account'}, ${counted(applications, 'application')}`,
    ...(organizations.length > 0 ? [` to ${organizations.join(', ')}`] : []),
  ].join('');

export const describeForgotten = ({ notListed, ...person }: PersonFound & { notListed: string | null }): string =>
  [
    `${describePerson(person)} has been permanently erased.`,
    ...(notListed === null
      ? []
      : [
          `But the list of erased people beside the backups could not be written: ${notListed} Until it is, a restore elsewhere brings this person back. A running server writes the list; you can also write one with "erasures export".`,
        ]),
  ].join('\n');
