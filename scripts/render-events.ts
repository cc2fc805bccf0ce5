import { z } from 'zod';
import { capabilityOf, type EventAudience } from '../domain/event-sourcing/audience.ts';
import { type CatalogueEntry, eventCatalogue } from './event-catalogue.ts';

/** The members of a JSON Schema that are used here. */
interface Shape {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
  readonly items?: Shape;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Shape | boolean;
}

const WORDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'number',
  integer: 'whole number',
  boolean: 'yes or no',
  object: 'object',
  null: 'null',
};

export async function renderEvents(): Promise<string> {
  const catalogue = await eventCatalogue();
  const aggregates = [...new Set(catalogue.map(({ aggregate }) => aggregate))];
  return [
    '# What can happen',
    '',
    'Generated from the schemas in `domain/*/events.ts` by `npm run docs`. *Personal* members are encrypted under the key of the',
    'one person whom the event is about, and is gone once that person has been erased. Every event also carries when it',
    'happened and who did it (`EventMetadata` in `domain/event-sourcing/event.ts`). `?` marks what may be absent. *Audience*: the capability',
    'that one needs to be told of the event (`docs/permissions.md`), the document that changes, and its members that only they see.',
    '',
    ...aggregates.flatMap((aggregate) => [
      `## ${aggregate}`,
      '',
      ...catalogue.filter((entry) => entry.aggregate === aggregate).flatMap(section),
    ]),
  ].join('\n');
}

function section({ definition, description }: CatalogueEntry): readonly string[] {
  const { type, version, audience, data, personal } = definition;
  return [
    `### ${type}${version > 1 ? ` (version ${version})` : ''}`,
    '',
    ...(description ? [description, ''] : []),
    `- Audience: ${audienceInWords(audience)}`,
    `- Data: ${fields(data)}`,
    ...(personal ? [`- Personal: ${fields(personal)}`] : []),
    '',
  ];
}

function audienceInWords(audience: EventAudience): string {
  if (audience === null) return 'none';
  if ('document' in audience) {
    const { document, restricted } = audience;
    const to = capabilityOf(audience);
    const hidden = restricted?.members.map((member) => `\`${member}\``).join(', ');
    return `${to ? `\`${to}\`` : 'the account itself'} (${document}${hidden ? `; hides ${hidden}` : ''})`;
  }
  return `for applications ${audienceInWords(audience.onApplication)}; for accounts ${audienceInWords(audience.onUser)}`;
}

function fields(schema: z.ZodType): string {
  const shape = z.toJSONSchema(schema, { io: 'output', reused: 'inline', unrepresentable: 'any' }) as Shape;
  const { properties = {}, required = [] } = shape;
  const members = Object.entries(properties).map(
    ([name, member]) => `\`${name}${required.includes(name) ? '' : '?'}\` ${inWords(member)}`,
  );
  return members.length > 0 ? members.join(', ') : 'nothing';
}

function inWords(shape: Shape): string {
  if (shape.const !== undefined) return JSON.stringify(shape.const);
  if (shape.enum) return shape.enum.length > 6 ? `one of ${shape.enum.length} words` : shape.enum.join(' / ');
  const choices = shape.anyOf ?? shape.oneOf;
  if (choices) return choices.map(inWords).join(' or ');
  if (Array.isArray(shape.type)) return shape.type.map((type: string) => inWords({ ...shape, type })).join(' or ');
  if (shape.type === 'array') return `list of ${inWords(shape.items ?? {})}`;
  if (shape.properties) {
    const members = Object.entries(shape.properties).map(
      ([name, member]) => `${name}${shape.required?.includes(name) ? '' : '?'}: ${inWords(member)}`,
    );
    return `{${members.join(', ')}}`;
  }
  if (typeof shape.additionalProperties === 'object') return `names to ${inWords(shape.additionalProperties)}`;
  return WORDS[`${shape.type}`] ?? 'anything';
}
