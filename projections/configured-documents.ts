import type { ConfiguredState } from '../domain/configuration/configured-document.ts';
import type { AnyEvent, Happened, Recorded } from '../domain/event-sourcing/event.ts';
import { idOf } from '../domain/event-sourcing/streams.ts';
import { type Projection, projection } from './engine/projection.ts';

export interface ConfiguredHead {
  readonly _id: string;
  readonly _pos?: bigint;
  readonly version: number;
  readonly organizationId: string;
  readonly createdAt: string;
  readonly isDeleted: boolean;
}
export type ConfiguredDocument<Details> = ConfiguredHead & Details;

/** Indexed by organization. */
export function configuredDocuments<
  Details extends object,
  Event extends AnyEvent,
  State extends ConfiguredState<Details> = ConfiguredState<Details>,
>(definition: {
  readonly name: string;
  readonly version: number;
  readonly digest: string;
  readonly indexes?: readonly (keyof ConfiguredDocument<Details> & string)[];
  readonly aggregate: {
    readonly category: string;
    readonly initial: State;
    readonly evolve: (state: State, event: Happened<Event>) => State;
  };
  readonly events: readonly { readonly type: Event['type'] }[];
  readonly keepsDeleted?: boolean;
  /** Members of the state that documents hold beside the details. */
  readonly beside?: readonly (keyof State & string)[];
}): Projection<ConfiguredDocument<Details>, Event> {
  const { aggregate, events, name, version, digest, indexes = [], keepsDeleted = false, beside = [] } = definition;

  function fold(document: ConfiguredDocument<Details> | undefined, event: Recorded<Event>) {
    const state = aggregate.evolve(stateOf(document), event);
    const { kind, organizationId, createdAt, details } = state;
    const isDeleted = kind === 'deleted';
    if (kind === 'nothing' || (isDeleted && !keepsDeleted)) return undefined;
    const head = { _id: idOf(event.stream), version: event.revision, organizationId, createdAt, isDeleted };
    return { ...details, ...Object.fromEntries(beside.map((member) => [member, state[member]])), ...head };
  }

  function stateOf(document: ConfiguredDocument<Details> | undefined): State {
    if (!document) return aggregate.initial;
    const { _id, _pos, version: _version, organizationId, createdAt, isDeleted, ...details } = document;
    const members = Object.entries(details);
    const isBeside = ([member]: [string, unknown]) => beside.some((one) => one === member);
    return {
      ...aggregate.initial,
      ...Object.fromEntries(members.filter(isBeside)),
      kind: isDeleted ? 'deleted' : 'document',
      organizationId,
      createdAt,
      details: Object.fromEntries(members.filter((one) => !isBeside(one))) as unknown as Details,
    };
  }

  return projection<ConfiguredDocument<Details>, Event>({
    name,
    version,
    digest,
    indexes: ['organizationId', ...indexes],
    id: (event) => idOf(event.stream),
    streams: (id) => [`${aggregate.category}-${id}`],
    on: Object.fromEntries(events.map(({ type }) => [type, fold])) as unknown as Projection<
      ConfiguredDocument<Details>,
      Event
    >['on'],
  });
}
