import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { vi } from 'vitest';

export async function emailedLinks(directory: string, path: string, to?: string): Promise<readonly string[]> {
  const outbox = join(directory, 'outbox');
  const files = (await readdir(outbox)).filter((file) => file.endsWith('.eml'));
  const mails = await Promise.all(files.map((file) => readFile(join(outbox, file), 'utf8')));
  return mails
    .filter((mail) => to === undefined || mail.includes(`To: ${to}`))
    .flatMap((mail) => {
      const text = mail.replaceAll(/=\r\n/g, '').replaceAll('=3D', '=').replaceAll('&amp;', '&');
      return new RegExp(`${path}\\?[\\w=&%.-]+`).exec(text)?.[0] ?? [];
    });
}

export const nextEmailedLink = (
  directory: string,
  path: string,
  { to, known = [] }: { readonly to?: string; readonly known?: readonly string[] },
): Promise<string> =>
  vi.waitUntil(
    async () => (await emailedLinks(directory, path, to)).find((link) => !known.includes(link)),
    20_000,
  ) as Promise<string>;
