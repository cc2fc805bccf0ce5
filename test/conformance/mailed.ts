import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { vi } from 'vitest';
import type { Scene } from './conform.ts';

/** The text of a mail to this address that says so, as soon as it has left; links are whole in it. */
export async function mailedTo({ server }: Pick<Scene, 'server'>, email: string, says: string): Promise<string> {
  const outbox = join(server.dataDir, 'outbox');
  return vi.waitUntil(
    async () => {
      const files = (await readdir(outbox).catch(() => [])).filter((file) => file.endsWith('.eml'));
      for (const file of files) {
        const mail = await PostalMime.parse(await readFile(join(outbox, file)));
        const isTo = mail.to?.some(({ address }) => address === email);
        const text = `${mail.subject}\n${mail.text}\n${mail.html}`;
        if (isTo && text.includes(says)) return text;
      }
      return undefined;
    },
    { timeout: 20_000, interval: 50 },
  );
}
