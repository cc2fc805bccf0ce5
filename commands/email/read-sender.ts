import type { Mail } from './mailer.ts';

export function readSender(mailFrom: string): Mail['from'] {
  const [name = '', address] = mailFrom.trim().replace(/>$/, '').split('<');
  return address
    ? { name: name.trim().replace(/^"|"$/g, '') || 'Intake', address: address.trim() }
    : { name: 'Intake', address: mailFrom.trim() };
}
