import type { Capability } from '../../domain/access/policy.ts';
import { CHANGED_BY_PUT } from '../../domain/application/core-fields.ts';
import type { Party } from '../../domain/application/lifecycle.ts';
import type { ProcessConfig } from '../../domain/process/config.ts';
import { applicantFieldNames, definitionsOf, fieldNamesOf } from '../../domain/process/fields.ts';
import { readValue } from '../../domain/process/form-values.ts';
import { type ApplicationWithOutcomes, factsOf, viewOf } from '../../domain/visibility/application-document.ts';
import type { FieldShape, FieldShapes, JsonObject } from '../handling/diff-document.ts';

export interface Editor {
  readonly party: Party;
  /** `isReadOnly` is separate, because the refusal in a Complete batch has its own text. */
  readonly may: (capability: Capability, about?: { readonly isReadOnly: boolean }) => boolean;
}

const LISTS: Readonly<Record<string, FieldShape>> = {
  adminComments: { list: { key: '_id', item: { followUpOn: 'value' } } },
  requestedCorrections: { list: { key: '_id', item: { note: 'value' } } },
};

const shapeOf = (member: string): FieldShape => (Object.hasOwn(LISTS, member) ? LISTS[member] : undefined) ?? 'value';

/** Of a payload's members; ignores hidden, derived and protected ones. */
export function comparedShapes(
  payload: JsonObject,
  application: ApplicationWithOutcomes,
  { may }: Editor,
  config: ProcessConfig,
): FieldShapes {
  const isGiven = (name: string) => Object.hasOwn(payload, name);
  const hasAnswers = Object.keys(payload).some((name) => !CHANGED_BY_PUT.has(name));
  const names = [
    ...(hasAnswers && may('application.completeSteps') ? namesForApplicant(application, config) : []),
    ...(hasAnswers && may('application.correctPersonalData') ? fieldNamesOf(config) : []),
  ].filter((name) => name !== 'email' && isGiven(name));
  const core = [...CHANGED_BY_PUT].flatMap(([name, capability]) => (isGiven(name) && may(capability) ? [name] : []));
  return Object.fromEntries([...names, ...core].map((name) => [name, shapeOf(name)]));
}

const namesForApplicant = (application: ApplicationWithOutcomes, config: ProcessConfig): ReadonlySet<string> =>
  applicantFieldNames(config, factsOf(application));

/** With a payload's members only. */
export function editableOf(
  payload: JsonObject,
  application: ApplicationWithOutcomes,
  { party }: Editor,
  config: ProcessConfig,
): JsonObject {
  const view = viewOf(application, party, config);
  const given = Object.keys(payload).filter((name) => Object.hasOwn(view, name));
  return readPayload(Object.fromEntries(given.map((name) => [name, view[name]])), config);
}

/** Emails trimmed, blanks null, the assignee as an id. */
export function readPayload(payload: JsonObject, config: ProcessConfig): JsonObject {
  return Object.fromEntries(
    Object.entries(payload).map(([member, value]) => [member, readMember(member, value, config)]),
  );
}

function readMember(member: string, value: unknown, config: ProcessConfig): unknown {
  if (value === undefined) return undefined;
  if (member === 'email') return typeof value === 'string' ? value.trim() : value;
  if (member === 'adminAssignee') return isObject(value) ? (value.userId ?? null) : value;
  const definitions = definitionsOf(member, config);
  return definitions.length > 0 ? readValue(value, definitions) : value;
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
