import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { domainToASCII } from 'node:url';
import { normalizeEmail } from '../../domain/values/email.ts';
import { emailFileName } from '../email/file-mailer.ts';

export interface EmailFolder {
  remove(outboxIds: readonly string[]): Promise<number>;
  /** Includes files whose entries have left the outbox; with `outboxIds` only those. */
  removeTo(email: string, outboxIds?: readonly string[]): Promise<number>;
}

export function openEmailFolder(directory: string): EmailFolder {
  const removeAll = async (names: readonly string[]): Promise<number> => {
    const removed = await Promise.all(names.map((name) => rm(join(directory, name)).then(isDone, isAbsent)));
    return removed.filter(Boolean).length;
  };
  return {
    remove: (outboxIds) => removeAll(outboxIds.map(emailFileName)),
    async removeTo(email, outboxIds) {
      const among = outboxIds && new Set(outboxIds.map(emailFileName));
      const names: string[] = [];
      for (const name of await readdir(directory).catch(() => [])) {
        if (!/\.eml(\.tmp)?$/.test(name) || among?.has(name.replace(/\.tmp$/, '')) === false) continue;
        const mail = await readFile(join(directory, name), 'utf8').catch(() => '');
        if (recipientsOf(mail).includes(addressOf(email))) names.push(name);
      }
      return removeAll(names);
    },
  };
}

const isDone = () => true;
function isAbsent(error: NodeJS.ErrnoException): boolean {
  if (error.code === 'ENOENT') return false;
  throw error;
}

/** As in a header: the domain in ASCII (RFC 5321 §2.3.5). */
function addressOf(email: string): string {
  const [local = '', domain = ''] = normalizeEmail(email).split('@');
  return `${local}@${domainToASCII(domain) || domain}`;
}

/** Headers end at the first blank line; white space continues a line (RFC 5322 §2.2.3). */
function recipientsOf(mail: string): readonly string[] {
  const end = mail.search(/\r?\n\r?\n/);
  const headers = mail.slice(0, end === -1 ? undefined : end).replaceAll(/\r?\n[ \t]+/g, ' ');
  return [...headers.matchAll(/^(?:To|Cc): (.*)$/gim)].flatMap(([, line = '']) =>
    line.split(',').map((recipient) => addressOf(/<([^<>]*)>/.exec(recipient)?.[1] ?? recipient)),
  );
}
