import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { domainToASCII } from 'node:url';
import { normalizeEmail } from '../../domain/email.ts';
import { mailFileName } from '../reactions/file-mailer.ts';

/** The `.eml` files of an installation that sends no mail. */
export interface MailFolder {
  /** Of these outbox entries. */
  remove(outboxIds: readonly string[]): Promise<void>;
  /** Of this recipient: also those whose entries have left the outbox. */
  removeTo(email: string): Promise<void>;
}

export function openMailFolder(directory: string): MailFolder {
  const removeFile = (name: string) => rm(join(directory, name), { force: true });
  return {
    async remove(outboxIds) {
      for (const id of outboxIds) await removeFile(mailFileName(id));
    },
    async removeTo(email) {
      for (const name of await readdir(directory).catch(() => [])) {
        if (!/\.eml(\.tmp)?$/.test(name)) continue;
        const mail = await readFile(join(directory, name), 'utf8').catch(() => '');
        if (recipientsOf(mail).includes(addressOf(email))) await removeFile(name);
      }
    },
  };
}

/** As a header spells it: the domain in ASCII (RFC 5321 §2.3.5). */
function addressOf(email: string): string {
  const [local = '', domain = ''] = normalizeEmail(email).split('@');
  return `${local}@${domainToASCII(domain) || domain}`;
}

/** The headers end with the first blank line; a folded one goes on behind white space (RFC 5322 §2.2.3). */
function recipientsOf(mail: string): readonly string[] {
  const end = mail.search(/\r?\n\r?\n/);
  const headers = mail.slice(0, end === -1 ? undefined : end).replaceAll(/\r?\n[ \t]+/g, ' ');
  return [...headers.matchAll(/^(?:To|Cc): (.*)$/gim)].flatMap(([, line = '']) =>
    line.split(',').map((recipient) => addressOf(/<([^>]*)>/.exec(recipient)?.[1] ?? recipient)),
  );
}
