import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { EventDefinition, OldEvent } from '../../domain/event-sourcing/event.ts';
import { categoryOf, streamOf } from '../../domain/event-sourcing/streams.ts';
import { upcast } from '../../domain/event-sourcing/upcast.ts';
import type { RecordedEvent } from '../../projections/engine/event-source.ts';
import type { AnyProjection } from '../../projections/engine/projection.ts';
import { createRouter, type FoldedDocument } from '../../projections/engine/routing.ts';
import { type CatalogueEntry, eventCatalogue, sampleFiles } from '../../scripts/event-catalogue.ts';

/** Most samples use it, so that their streams and references match. */
const ID = '8f14e45f-ceea-567a-9b36-1d0c2f7a5e21';
const OTHER_ID = '0b5f6f0e-6f0a-5a55-9a1e-3c1f6a6f0a01';
const FILE = { fileId: ID, fileName: 'cv.pdf', cdnUrl: null };
const ABSENT = Symbol();

const EVENTS_IN_A_ROW = 4;
/** Documents of one level from which the next level starts. */
const STATES = 16;

type Drawn = Pick<RecordedEvent, 'type' | 'stream' | 'data' | 'personal' | 'actor'>;

/**
 * 16 hexadecimal digits over the version and the documents: each sample, and each variant that the event's schema
 * accepts, is folded into nothing and into documents of up to three samples.
 */
export function sampleDigest(projection: AnyProjection): string {
  const types = Object.keys(projection.on).sort();
  const hash = createHash('sha256').update(`${projection.version} ${types.join(' ')}`);
  const events = EVENTS.filter(({ type }) => types.includes(type));
  const router = createRouter(projection);
  let states: readonly State[] = [];
  for (let level = 0; level < EVENTS_IN_A_ROW; level += 1) {
    const made = new Map<string, State>();
    for (const event of events) {
      for (const { id, fold } of router(recorded(event, level))) {
        for (const before of [NO_DOCUMENT, ...states.filter(({ document }) => document?._id === id)]) {
          const after = stateAfter(() => fold(before.document));
          if (after.text === before.text) continue;
          hash.update(`${event.type} ${id} ${after.text}\n`);
          if (!after.document) continue;
          made.set(after.text, after);
          for (const other of projection.passesOn?.(after.document, recorded(event, level)) ?? []) {
            hash.update(`passed on: ${other.id} ${stateAfter(() => other.fold(undefined)).text}\n`);
          }
        }
      }
    }
    states = spread([...made.values()], STATES);
  }
  return hash.digest('hex').slice(0, 16);
}

interface State {
  readonly document: FoldedDocument | undefined;
  readonly text: string;
}
const NO_DOCUMENT: State = { document: undefined, text: 'none' };

function stateAfter(fold: () => FoldedDocument | undefined): State {
  try {
    const document = fold();
    return document ? { document, text: canonical(document) } : NO_DOCUMENT;
  } catch {
    // A fold may refuse an order that no log has.
    return { document: undefined, text: 'throws' };
  }
}

const spread = <Value>(values: readonly Value[], count: number): readonly Value[] =>
  values.length <= count
    ? values
    : Array.from({ length: count }, (_, n) => values[Math.floor((n * values.length) / count)] as Value);

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );

const recorded = (event: Drawn, level: number): RecordedEvent => ({
  ...event,
  id: `${event.type}.${level}`,
  at: `2026-03-02T0${level}:00:00.000Z`,
  // Far enough apart for different parts of a long list.
  revision: level * 60,
  position: BigInt(level),
  metadata: {
    at: `2026-03-02T0${level}:00:00.000Z`,
    actor: event.actor,
    organizationId: event.actor.id === undefined ? null : ID,
    commandId: '',
    commandHash: '',
    correlationId: '',
    causationId: null,
    schemaVersion: 1,
    prev: '',
    hash: '',
  },
});

function drawn(entry: CatalogueEntry): readonly Drawn[] {
  const contents = samplesOf(entry).flatMap((sample) => [sample, ...variantsOf(entry.definition, sample)]);
  const { type } = entry.definition;
  return streamsOf(entry).flatMap((stream): Drawn[] => {
    const byUser = contents.map((content): Drawn => ({ ...content, type, stream, actor: { kind: 'user', id: ID } }));
    const [sample] = byUser;
    if (!sample) return [];
    const elsewhere = streamOf(categoryOf(stream), OTHER_ID);
    return [...byUser, { ...sample, actor: { kind: 'system' } }, { ...sample, stream: elsewhere }];
  });
}

function streamsOf({ aggregate, definition }: CatalogueEntry): readonly string[] {
  const isShared = aggregate === 'email' || definition.type === 'PersonalDataErased';
  const own = aggregate.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  return (isShared ? ['application', 'user'] : [own]).map((category) => streamOf(category, ID));
}

const samplesOf = (entry: CatalogueEntry): readonly OldEvent[] =>
  Array.from({ length: entry.definition.version }, (_, n) =>
    sampleFiles(entry, n + 1).map((file) => upcast(entry.definition, n + 1, JSON.parse(readFileSync(file, 'utf8')))),
  ).flat();

/** One value changed: null, absent, another choice, number or id, a file. */
function variantsOf({ data, personal }: EventDefinition, sample: OldEvent): readonly OldEvent[] {
  const schema = z.object({ data, personal: personal ? personal.nullable() : z.null() });
  const choices = choicesIn(schema);
  const changed = changedOnce(sample, (value) => [
    null,
    ABSENT,
    ...(Array.isArray(value) ? [[]] : []),
    ...(typeof value === 'boolean' ? [!value] : []),
    ...(typeof value === 'number' ? [value + 1] : []),
    ...(typeof value === 'string' ? [value.replace(ID, OTHER_ID), FILE] : []),
    ...choices.filter((list) => list.includes(value)).flat(),
  ]);
  return [...new Map(changed.map((variant) => [canonical(variant), variant as OldEvent])).values()].filter(
    (variant) => canonical(variant) !== canonical(sample) && schema.safeParse(variant).success,
  );
}

function choicesIn(schema: z.ZodType): readonly (readonly unknown[])[] {
  const found: (readonly unknown[])[] = [];
  JSON.stringify(z.toJSONSchema(schema, { unrepresentable: 'any' }), (key, value) => {
    if (key === 'enum') found.push(value);
    return value;
  });
  return found;
}

/** Each copy has one part replaced. */
function changedOnce(value: unknown, replacements: (value: unknown) => readonly unknown[]): readonly unknown[] {
  const own = replacements(value);
  if (typeof value !== 'object' || value === null) return own;
  const inner = Object.entries(value).flatMap(([member, part]) =>
    changedOnce(part, replacements).map((replaced) => withMember(value, member, replaced)),
  );
  return [...own, ...inner];
}

function withMember(value: object, member: string, replaced: unknown): unknown {
  if (Array.isArray(value)) return value.with(Number(member), replaced);
  return Object.fromEntries(Object.entries({ ...value, [member]: replaced }).filter(([, part]) => part !== ABSENT));
}

const EVENTS = (await eventCatalogue()).flatMap(drawn);
