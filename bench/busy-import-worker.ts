import { parentPort, workerData } from 'node:worker_threads';
import { IMPORT_PART } from '../domain/bulk/action.ts';
import { schoolOf } from './small-school.ts';

/** A thread, because writing its large bodies would delay the measuring thread. */
export interface ImportNoise {
  readonly url: string;
  readonly slug: string;
  readonly most: number;
}

/** Imports are made of so many rows. */
const ROWS_OF_IMPORT = 1000;

const { url, slug, most } = workerData as ImportNoise;
const { owner, batchId } = await schoolOf(url, slug, '10.0.0.1');
let isWanted = false;
let imported = 0;
let importId = '';

async function made(path: string, body: object): Promise<string> {
  for (;;) {
    const { status, text } = await owner('POST', path, body);
    if (status === 200) return text;
    if (status !== 429) throw new Error(`${path}: ${status} ${text}`);
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

async function importPart(): Promise<void> {
  if (imported % ROWS_OF_IMPORT === 0)
    importId = JSON.parse(await made('/api/applications/import', { batchId, sendsEmails: false }))._id;
  const rows = Array.from({ length: IMPORT_PART }, (_, n) => ({
    row: (imported % ROWS_OF_IMPORT) + n + 1,
    values: { email: `imported${imported + n}@${slug}.example`, firstName: 'Grace' },
  }));
  const answer = JSON.parse(await made(`/api/applications/import/${importId}/rows`, { rows }));
  const refused = answer.rows.find(({ outcome }: { outcome: string }) => outcome !== 'imported');
  if (refused) throw new Error(`A row was not imported: ${JSON.stringify(refused)}`);
  imported += IMPORT_PART;
}

parentPort?.on('message', async (message: 'start' | 'stop') => {
  isWanted = message === 'start';
  if (!isWanted) return;
  while (isWanted && imported < most) await importPart();
  parentPort?.postMessage({ state: 'stopped', imported });
});
parentPort?.postMessage({ state: 'ready', imported });
