import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Another process retries an email 30 s after its sender died. */
const GIVE_UP_MS = 90_000;

/** Waits until each address has one email; throws at none or two. */
export async function eachEmailedOnce(directory: string, emails: readonly string[]): Promise<number> {
  for (const since = performance.now(); ; await pause(250)) {
    const mailed = recipients(join(directory, 'outbox'));
    const twice = emails.filter((email) => (mailed.get(email) ?? 0) > 1);
    if (twice.length > 0) throw new Error(`${twice.length} people were mailed twice`);
    const missing = emails.filter((email) => !mailed.has(email));
    if (missing.length === 0) return emails.length;
    if (performance.now() - since > GIVE_UP_MS) throw new Error(`${missing.length} of ${emails.length} mails are lost`);
  }
}

function recipients(outbox: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of readdirSync(outbox)) {
    if (!name.endsWith('.eml')) continue;
    const email = /^To: .*?([^\s<>]+@[^\s<>]+)/im.exec(readFileSync(join(outbox, name), 'utf8'))?.[1] ?? '';
    counts.set(email, (counts.get(email) ?? 0) + 1);
  }
  return counts;
}
