import { writeFile } from 'node:fs/promises';
import { DOCUMENTS } from './documents.ts';
import { writeMissingSamples } from './write-samples.ts';

for (const file of await writeMissingSamples()) console.log(file);
for (const { file, render } of DOCUMENTS) {
  await writeFile(file, await render());
  console.log(file);
}
