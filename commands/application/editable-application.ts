import { comparedFor } from '../../domain/application/core-fields.ts';
import { documentOf, factsOf, type Viewer, viewOf } from '../../domain/application/document.ts';
import type { Application } from '../../domain/application/state.ts';
import type { ProcessConfig } from '../../domain/process/config.ts';
import { applicantFieldNames, definitionsOf, fieldNamesOf, isAdminOnlyField } from '../../domain/process/fields.ts';
import { readValue } from '../../domain/process/form-values.ts';
import type { Outcome } from '../../domain/solution/state.ts';
import type { FieldShape, FieldShapes, JsonObject } from '../diff-document.ts';

type Editor = NonNullable<Viewer>;

/** An application, and what its applicant has handed in, on which it may depend what they see. */
export interface Editable {
  readonly state: Application;
  readonly outcomes: readonly Outcome[];
}

const shapeOf = (member: string): FieldShape =>
  member === 'adminComments' ? { list: { key: '_id', item: {} } } : 'value';

/** What is compared; a payload may carry more, which is ignored, whether it is hidden, derived or protected (D2). */
export function comparedShapes(editable: Editable, editor: Editor, config: ProcessConfig): FieldShapes {
  const values = [...namesFor(editor, editable, config)].filter((name) => name !== 'email');
  return Object.fromEntries([...values, ...comparedFor(editor)].map((name) => [name, shapeOf(name)]));
}

function namesFor(editor: Editor, editable: Editable, config: ProcessConfig): Iterable<string> {
  if (editor === 'applicant') return namesForApplicant(editable, config);
  const names = [...fieldNamesOf(config)];
  return editor === 'admin' ? names : names.filter((name) => !isAdminOnlyField(name, config));
}

const namesForApplicant = ({ state, outcomes }: Editable, config: ProcessConfig): ReadonlySet<string> =>
  applicantFieldNames(config, factsOf(documentOf('', 0, state, outcomes)));

/** The application as a PUT is compared with it: what the viewer got, in the form that the payload is brought to. */
export const editableOf = ({ state, outcomes }: Editable, editor: Editor, config: ProcessConfig): JsonObject =>
  readPayload(viewOf(documentOf('', 0, state, outcomes), editor, config), config);

/** Brings what a client sent to one form: emails trimmed, blanks null, the assignee by id alone. */
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
