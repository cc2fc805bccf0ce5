import type { JsonObject } from '../../commands/handling/diff-document.ts';
import type { AnyEvent, Recorded } from '../../domain/event-sourcing/event.ts';
import { inParts } from '../../timing/in-parts.ts';
import type { DocumentVersion } from '../contract/versions.ts';
import type { Kind } from '../kinds/kinds.ts';
import type { ReadModels } from '../read-models/read-models.ts';
import { actorView, changesBetween, emailsOf } from './changes.ts';

/** The weight of one version for `inParts`: a process can have 1 MB. */
const VERSION_WEIGHT = 131_072;

/** Newest first. The changes of one command are one version. */
export async function versionsView<State, Event extends AnyEvent>(
  { aggregate: { initial, evolve }, documentOf }: Kind<State, Event>,
  events: readonly Recorded<Event>[],
  { before, most }: { readonly before: number; readonly most: number },
  readModels: Pick<ReadModels, 'users' | 'apiTokens'>,
): Promise<DocumentVersion[]> {
  const emails = await emailsOf(
    events.flatMap(({ actor }) => actor.id ?? []),
    readModels,
  );
  const versions: DocumentVersion[] = [];
  let state = initial;
  let shown = documentOf(initial);
  const add = (event: Recorded<Event>, index: number): void => {
    state = evolve(state, event);
    if (events[index + 1]?.metadata.commandId === event.metadata.commandId) return;
    if (event.revision >= before) return;
    const document = documentOf(state);
    // An undone deletion and its undo change nothing.
    if (document === null && shown !== null) return;
    const changes = changesBetween(shown ?? {}, document ?? {});
    // Membership changes in an organization's stream are no versions of its details.
    if (changes.length === 0 && (shown === null) === (document === null)) return;
    const actor = actorView(event.actor, emails);
    versions.push({ version: event.revision, isFirst: shown === null, at: event.at, actor, changes });
    if (versions.length > most) versions.shift();
    shown = document;
  };
  await inParts(
    events.entries(),
    () => VERSION_WEIGHT,
    ([index, event]) => add(event, index),
  );
  return versions.reverse();
}

export function documentAt<State, Event extends AnyEvent>(
  { aggregate: { initial, evolve }, documentOf }: Kind<State, Event>,
  events: readonly Recorded<Event>[],
  version: number,
): JsonObject | null {
  const until = events.filter(({ revision }) => revision <= version);
  return until.at(-1)?.revision === version ? documentOf(until.reduce(evolve, initial)) : null;
}
