import type { ConfiguredState } from '../../domain/configuration/configured-document.ts';
import type { Wanted } from '../../domain/configuration/field-rules.ts';
import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import type { AnyEvent } from '../../domain/event-sourcing/event.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { CommandContext } from '../context/context.ts';
import { uuidV5 } from '../context/identity.ts';
import {
  applyChanges,
  diffDocument,
  type FieldShapes,
  type JsonObject,
  rejectConflicts,
} from '../handling/diff-document.ts';
import type { Environment } from '../handling/environment.ts';
import { type Handled, handle, type Loaded } from '../handling/handle.ts';
import type { ConfiguredKind } from './configured-kind.ts';

export interface ChangeDocument {
  readonly id: string;
  readonly payload: JsonObject & { readonly version?: number | null };
}

export function changeDocument<Details, Event extends AnyEvent, State extends ConfiguredState<Details>>(
  environment: Environment,
  kind: ConfiguredKind<Details, Event, State>,
  { id, payload }: ChangeDocument,
  context: CommandContext,
): Promise<Result<Handled<State, Event>>> {
  const { version = null, ...sent } = payload;
  const read = kind.read ?? ((fields: JsonObject) => fields);
  const fields = read(sent, (label) => uuidV5(context.commandId, label));
  return handle(
    environment,
    kind.aggregate,
    id,
    (loaded) => {
      if (loaded.state.kind !== 'document') return reject('not-found', TEXTS.access.notFound);
      const changed = changedDetails(kind, loaded, fields, version);
      if (!changed.ok) return changed;
      return accept([{ type: 'Change', data: { changes: changed.value as Wanted<Details> } }]);
    },
    context,
  );
}

function changedDetails<Details, Event extends AnyEvent, State extends ConfiguredState<Details>>(
  { aggregate: { evolve, initial }, shapes = {} }: ConfiguredKind<Details, Event, State>,
  { state, events, revision }: Loaded<State, Event>,
  fields: JsonObject,
  version: number | null,
): Result<JsonObject> {
  if (version !== null && version > revision) {
    const message = TEXTS.documents.versionUnknown;
    return reject('malformed', message, [{ field: 'version', message }]);
  }
  const current = state.details as JsonObject;
  const before = () => events.filter((event) => event.revision <= Number(version)).reduce(evolve, initial);
  const compared: FieldShapes = {
    ...Object.fromEntries(Object.keys(current).map((field) => [field, 'value' as const])),
    ...shapes,
  };
  const { changes, conflicts } = diffDocument({
    base: version === null ? undefined : (before().details as JsonObject),
    current,
    payload: Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, value === '' ? null : value])),
    fields: compared,
  });
  if (conflicts.length > 0) return rejectConflicts(conflicts);
  const after = applyChanges(current, changes, compared);
  return accept(Object.fromEntries(changes.map(({ field }) => [field, after[field] ?? null])));
}
