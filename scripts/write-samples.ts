import { access, mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { eventCatalogue, sampleFile } from './event-catalogue.ts';
import { exampleOf } from './example-value.ts';

/**
 * Writes the sample of each event's newest version where it is missing, and never touches one that is there: samples are
 * frozen, they stand for what old logs hold. Add the newest version's before anyone has written events of it.
 */
export async function writeMissingSamples(): Promise<readonly string[]> {
  const written: string[] = [];
  for (const entry of await eventCatalogue()) {
    const { type, version, data, personal } = entry.definition;
    const file = sampleFile(entry, version);
    if (await isThere(file)) continue;
    const sample = {
      data: exampleOf(data, `${type}.data`),
      personal: personal ? exampleOf(personal, `${type}.personal`) : null,
    };
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, `${JSON.stringify(sample, null, 2)}\n`, { flag: 'wx' });
    written.push(file);
  }
  return written;
}

async function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
