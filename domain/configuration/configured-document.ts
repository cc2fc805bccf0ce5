import { z } from 'zod';
import { type Aggregate, aggregate } from '../event-sourcing/aggregate.ts';
import type { Audience } from '../event-sourcing/audience.ts';
import { accept, type DecisionContext, type FieldError, type Result, reject } from '../event-sourcing/decision.ts';
import { defineEvent, type EventDefinition, type Happened } from '../event-sourcing/event.ts';
import { TEXTS } from '../text/texts.ts';
import { checkWanted, type FieldRules, type Wanted } from './field-rules.ts';
import { withReadableName } from './readable-name.ts';

/** Payment models, email templates, assessments and webhooks: organizations configure them field by field. */
export interface ConfiguredState<Details> {
  readonly kind: 'nothing' | 'document' | 'deleted';
  readonly organizationId: string;
  readonly createdAt: string;
  /** Those of a deleted document stay readable. */
  readonly details: Details;
}

interface Created<Name extends string, Details> {
  readonly type: `${Name}Created`;
  readonly data: { readonly organizationId: string; readonly details: Details };
}
interface Changed<Name extends string, Details> {
  readonly type: `${Name}Changed`;
  readonly data: { readonly changes: Partial<Details> };
}
interface Deleted<Name extends string> {
  readonly type: `${Name}Deleted`;
  readonly data: Readonly<Record<never, never>>;
}
export type ConfiguredEvent<Name extends string, Details> =
  | Created<Name, Details>
  | Changed<Name, Details>
  | Deleted<Name>;

export type ConfiguredCommand<Details> =
  | {
      readonly type: 'Create';
      readonly data: { readonly organizationId: string; readonly details: Wanted<Details> };
    }
  | { readonly type: 'Change'; readonly data: { readonly changes: Wanted<Details> } }
  /** `usedBy` names the documents that use it. */
  | { readonly type: 'Delete'; readonly data: { readonly usedBy: readonly string[] } };

export interface ConfiguredRules<Details> {
  readonly blank: Details;
  readonly rules: FieldRules<Details>;
  /** Rules over several fields; `before` is null for a new document. */
  readonly check?: (details: Details, before: Details | null) => readonly FieldError[];
  /** The reason why it cannot be deleted, or null. */
  readonly whyKept?: (details: Details, usedBy: readonly string[]) => string | null;
}

/** The three events of a kind: `{Name}Created`, `{Name}Changed` with only what changed, `{Name}Deleted`. */
export function configuredEvents<Name extends string, Shape extends z.ZodRawShape>(
  name: Name,
  details: z.ZodObject<Shape>,
  audience: Audience,
) {
  return [
    defineEvent({ type: `${name}Created` as const, audience, data: z.object({ organizationId: z.string(), details }) }),
    defineEvent({ type: `${name}Changed` as const, audience, data: z.object({ changes: details.partial() }) }),
    defineEvent({ type: `${name}Deleted` as const, audience, data: z.object({}) }),
  ] as const satisfies readonly EventDefinition[];
}

type Evolve<Event> = <State extends ConfiguredState<unknown>>(state: State, event: Happened<Event>) => State;
type Decide<Name extends string, Details, Command extends ConfiguredCommand<Details>['type']> = (
  data: Extract<ConfiguredCommand<Details>, { type: Command }>['data'],
  state: ConfiguredState<Details>,
  context: DecisionContext,
) => Result<readonly ConfiguredEvent<Name, Details>[]>;

export interface ConfiguredTables<Name extends string, Details> {
  readonly initial: ConfiguredState<Details>;
  readonly evolve: { readonly [Type in `${Name}Created`]: Evolve<Created<Name, Details>> } & {
    readonly [Type in `${Name}Changed`]: Evolve<Changed<Name, Details>>;
  } & { readonly [Type in `${Name}Deleted`]: Evolve<Deleted<Name>> };
  readonly decide: {
    readonly [Command in ConfiguredCommand<Details>['type']]: Decide<Name, Details, Command>;
  };
}

export function configuredTables<Name extends string, Details extends object>(
  name: Name,
  { blank, rules, check = () => [], whyKept = () => null }: ConfiguredRules<Details>,
): ConfiguredTables<Name, Details> {
  /** The compiler cannot derive the event's name from the kind's. */
  const happened = (what: 'Created' | 'Changed' | 'Deleted', data: object) =>
    accept([{ type: `${name}${what}`, data } as unknown as ConfiguredEvent<Name, Details>]);
  const decide: ConfiguredTables<Name, Details>['decide'] = {
    Create: ({ organizationId, details: wanted }, state) => {
      if (state.kind !== 'nothing') return reject('conflict', TEXTS.documents.existsAlready);
      const checked = checkWanted(rules, { ...blank, ...withoutNulls(wanted) }, blank);
      if (!checked.ok) return checked;
      const details = { ...blank, ...checked.value };
      return refusalOf(check(details, null)) ?? happened('Created', { organizationId, details });
    },
    Change: ({ changes: wanted }, state) => {
      if (state.kind !== 'document') return reject('not-found', TEXTS.access.notFound);
      const checked = checkWanted(rules, wanted, state.details);
      if (!checked.ok) return checked;
      if (Object.keys(checked.value).length === 0) return accept([]);
      const refusal = refusalOf(check({ ...state.details, ...checked.value }, state.details));
      return refusal ?? happened('Changed', { changes: checked.value });
    },
    Delete: ({ usedBy }, state) => {
      if (state.kind === 'nothing') return reject('not-found', TEXTS.access.notFound);
      if (state.kind === 'deleted') return accept([]);
      const reason = whyKept(state.details, usedBy);
      return reason === null ? happened('Deleted', {}) : reject('refused', reason);
    },
  };
  const evolve = {
    [`${name}Created`]: (state: object, { data, at }: Happened<Created<Name, Details>>) => ({
      ...state,
      ...data,
      // Members that are newer than the event.
      details: { ...blank, ...withReadableName(data.details) },
      kind: 'document',
      createdAt: at,
    }),
    [`${name}Changed`]: (state: ConfiguredState<Details>, { data }: Happened<Changed<Name, Details>>) => ({
      ...state,
      details: { ...state.details, ...withReadableName(data.changes) },
    }),
    [`${name}Deleted`]: (state: object) => ({ ...state, kind: 'deleted' }),
  } as unknown as ConfiguredTables<Name, Details>['evolve'];
  return { initial: { kind: 'nothing', organizationId: '', createdAt: '', details: blank }, evolve, decide };
}

export type ConfiguredAggregate<Name extends string, Details> = Aggregate<
  ConfiguredState<Details>,
  ConfiguredEvent<Name, Details>,
  ConfiguredCommand<Details>
>;

export const configuredDocument = <Name extends string, Details extends object>(
  category: string,
  name: Name,
  rules: ConfiguredRules<Details>,
): ConfiguredAggregate<Name, Details> =>
  aggregate({ category, ...configuredTables(name, rules) } as unknown as Parameters<
    typeof aggregate<ConfiguredState<Details>, ConfiguredEvent<Name, Details>, ConfiguredCommand<Details>>
  >[0]);

const refusalOf = (errors: readonly FieldError[]): Result<never> | null =>
  errors[0] ? reject('refused', errors[0].message, errors) : null;

const withoutNulls = <Details>(wanted: Wanted<Details>): Wanted<Details> =>
  Object.fromEntries(
    Object.entries(wanted).filter(([, value]) => value !== null && value !== undefined),
  ) as Wanted<Details>;
