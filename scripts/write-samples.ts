import { access, mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { eventCatalogue, sampleFile } from './event-catalogue.ts';
import { exampleOf } from './example-value.ts';

/** Samples are frozen, because they are what old logs hold: existing ones are never changed. */
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
