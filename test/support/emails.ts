import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { vi } from 'vitest';

export async function emailsTo(dataDir: string, email: string): Promise<readonly string[]> {
  const outbox = join(dataDir, 'outbox');
  const files = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.eml'));
  const mails = await Promise.all(files.map((name) => readFile(join(outbox, name), 'utf8')));
  return mails
    .filter((mail) => mail.includes(`To: ${email}`))
    .map((mail) => mail.replaceAll('=\r\n', '').replaceAll('=3D', '='));
}

/** Of log-ins and confirmations. */
export const codesIn = (mails: readonly string[]): readonly string[] =>
  mails.flatMap((mail) => /Your code: ([0-9A-Z]{4}-[0-9A-Z]{4})/.exec(mail)?.[1] ?? []);

/** In any order. Waits until there are `count`. */
export const codesTo = (dataDir: string, email: string, count = 1): Promise<readonly string[]> =>
  vi.waitUntil(
    async () => {
      const codes = codesIn(await emailsTo(dataDir, email));
      return codes.length >= count && codes;
    },
    { timeout: 15_000, interval: 20 },
  ) as Promise<readonly string[]>;

/** Waits until there are `count`. */
export const linksTo = (dataDir: string, email: string, path: string, count = 1): Promise<readonly URL[]> =>
  vi.waitUntil(
    async () => {
      const pattern = new RegExp(`https?://[^\\s/"]+${path}\\?[^\\s"<)]+`);
      const links = (await emailsTo(dataDir, email)).flatMap((mail) => pattern.exec(mail)?.[0] ?? []);
      return links.length >= count && links.map((link) => new URL(link));
    },
    { timeout: 15_000, interval: 20 },
  ) as Promise<readonly URL[]>;
