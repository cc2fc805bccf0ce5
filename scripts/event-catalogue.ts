import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { EventDefinition } from '../domain/event-sourcing/event.ts';

const DOMAIN = join(import.meta.dirname, '../domain');

export interface CatalogueEntry {
  readonly aggregate: string;
  readonly definition: EventDefinition;
  /** The definition's JSDoc; '' without one. */
  readonly description: string;
}

/** All events by the aggregate that defines them (`…_EVENTS`); a shared one belongs to the first. */
export async function eventCatalogue(): Promise<readonly CatalogueEntry[]> {
  const entries = new Map<string, CatalogueEntry>();
  const shared = commentsIn(join(DOMAIN, 'values/personal-data.ts'));
  for (const aggregate of aggregates()) {
    const file = join(DOMAIN, aggregate, 'events.ts');
    const own = commentsIn(file);
    for (const definition of await definitionsIn(file)) {
      const { type } = definition;
      if (entries.has(type) && !own.has(type)) continue;
      entries.set(type, { aggregate, definition, description: own.get(type) ?? shared.get(type) ?? '' });
    }
  }
  return [...entries.values()].sort(
    (one, other) =>
      one.aggregate.localeCompare(other.aggregate) || one.definition.type.localeCompare(other.definition.type),
  );
}

export const sampleFile = ({ aggregate, definition }: CatalogueEntry, version: number): string =>
  join(DOMAIN, aggregate, 'samples', `${definition.type}.v${version}.json`);

/** The first sample of a version, and `<type>.v<n>.<what>.json` for optional members that it lacks. */
export function sampleFiles(entry: CatalogueEntry, version: number): readonly string[] {
  const first = sampleFile(entry, version);
  const folder = dirname(first);
  const further = `${entry.definition.type}.v${version}.`;
  const files = existsSync(folder) ? readdirSync(folder).sort() : [];
  const isFurther = (name: string) => name.startsWith(further) && name !== basename(first);
  return [first, ...files.filter(isFurther).map((name) => join(folder, name))];
}

const aggregates = (): string[] =>
  readdirSync(DOMAIN, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && readdirSync(join(DOMAIN, entry.name)).includes('events.ts'))
    .map(({ name }) => name)
    .sort();

async function definitionsIn(file: string): Promise<readonly EventDefinition[]> {
  const exports: Record<string, unknown> = await import(pathToFileURL(file).href);
  const lists = Object.entries(exports).filter(([name]) => name.endsWith('_EVENTS'));
  if (lists.length !== 1) throw new Error(`${file} must export exactly one list of events, named …_EVENTS`);
  return lists.flatMap(([, list]) => list as readonly EventDefinition[]);
}

/** The JSDoc above each `export const <type> = defineEvent(` of a file. */
function commentsIn(file: string): ReadonlyMap<string, string> {
  const source = readFileSync(file, 'utf8');
  const definitions = source.matchAll(/export const (\w+) = defineEvent\(/g);
  return new Map([...definitions].map(({ index, 1: type = '' }) => [type, commentAtEndOf(source.slice(0, index))]));
}

function commentAtEndOf(source: string): string {
  if (!source.endsWith('*/\n')) return '';
  const lines = source.slice(source.lastIndexOf('/**') + 3, -3).split('\n');
  return lines
    .map((line) => line.trim().replace(/^\*\s*/, ''))
    .join(' ')
    .trim();
}
