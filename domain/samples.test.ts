import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { eventCatalogue, sampleFiles } from '../scripts/event-catalogue.ts';
import { upcast } from './event-sourcing/upcast.ts';
import { EVENT_DEFINITIONS } from './events.ts';

const catalogue = await eventCatalogue();
const versions = catalogue.flatMap((entry) =>
  Array.from({ length: entry.definition.version }, (_, index) =>
    sampleFiles(entry, index + 1).map((file) => ({
      name: basename(file, '.json'),
      version: index + 1,
      file,
      definition: entry.definition,
    })),
  ).flat(),
);

test('every event has one definition', () => {
  const types = catalogue.map(({ definition }) => definition.type).sort();
  expect(types).toEqual(EVENT_DEFINITIONS.map(({ type }) => type).sort());
});

test.each(versions)('$name, as it was once written, can be read today', ({ file, version, definition }) => {
  expect(existsSync(file), `${file} is missing: npm run docs writes it, once`).toBe(true);
  const { data, personal } = upcast(definition, version, JSON.parse(readFileSync(file, 'utf8')));
  expect(definition.data.parse(data)).toEqual(data);
  if (definition.personal) expect(definition.personal.parse(personal)).toEqual(personal);
  else expect(personal).toBeNull();
});

test('every sample has an event', () => {
  const known = new Set(versions.map(({ file }) => file));
  const folders = new Set(versions.map(({ file }) => dirname(file)));
  const files = [...folders].flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));
  expect(files.filter((file) => !known.has(file))).toEqual([]);
});
