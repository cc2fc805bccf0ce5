import type { Aggregate, AnyCommand } from '../../domain/event-sourcing/aggregate.ts';
import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import type { AnyEvent } from '../../domain/event-sourcing/event.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { diffDocument, type JsonObject, rejectConflicts } from './diff-document.ts';
import type { Loaded } from './handle.ts';

export interface FlatPayload {
  readonly version?: number | null;
  readonly fields: JsonObject;
}

export function changedFields<State, Event extends AnyEvent, Command extends AnyCommand>(
  { evolve, initial }: Aggregate<State, Event, Command>,
  { state, events, revision }: Loaded<State, Event>,
  documentOf: (state: State) => JsonObject,
  { version, fields }: FlatPayload,
): Result<JsonObject> {
  if (version != null && !(Number.isInteger(version) && version >= 0 && version <= revision)) {
    const message = TEXTS.documents.versionUnknown;
    return reject('malformed', message, [{ field: 'version', message }]);
  }
  const current = documentOf(state);
  const { changes, conflicts } = diffDocument({
    base:
      version == null
        ? undefined
        : documentOf(events.filter((event) => event.revision <= version).reduce(evolve, initial)),
    current,
    payload: Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, value === '' ? null : value])),
    fields: Object.fromEntries(Object.keys(current).map((field) => [field, 'value' as const])),
  });
  if (conflicts.length > 0) return rejectConflicts(conflicts);
  return accept(
    Object.fromEntries(changes.flatMap((change) => (change.kind === 'set' ? [[change.field, change.value]] : []))),
  );
}
