import type { z } from 'zod';
import type { ActorReference } from '../access/actor.ts';
import type { EventAudience } from './audience.ts';

/** `version` grows when the shape changes; `upcasts[n]` turns version n into n + 1. */
export interface EventDefinition<
  Type extends string = string,
  Data extends z.ZodType = z.ZodType,
  Personal extends z.ZodType | null = z.ZodType | null,
> {
  readonly type: Type;
  readonly version: number;
  readonly audience: EventAudience;
  readonly data: Data;
  readonly personal: Personal;
  readonly upcasts: Readonly<Record<number, (old: OldEvent) => OldEvent>>;
}

export interface OldEvent {
  data: Record<string, unknown>;
  personal: Record<string, unknown> | null;
}

export function defineEvent<
  Type extends string,
  Data extends z.ZodType,
  Personal extends z.ZodType | null = null,
>(definition: {
  type: Type;
  audience: EventAudience;
  version?: number;
  data: Data;
  personal?: Personal;
  upcasts?: Record<number, (old: OldEvent) => OldEvent>;
}): EventDefinition<Type, Data, Personal> {
  return {
    type: definition.type,
    version: definition.version ?? 1,
    audience: definition.audience,
    data: definition.data,
    personal: (definition.personal ?? null) as Personal,
    upcasts: definition.upcasts ?? {},
  };
}

export type EventOf<Definition> =
  Definition extends EventDefinition<infer Type, infer Data, infer Personal>
    ? Personal extends z.ZodType
      ? { readonly type: Type; readonly data: z.infer<Data>; readonly personal: z.infer<Personal> | null }
      : { readonly type: Type; readonly data: z.infer<Data> }
    : never;

export interface Circumstances {
  /** ISO-8601 UTC; never earlier than the previous event's of the same stream. */
  readonly at: string;
  readonly actor: ActorReference;
}

export type Happened<Event> = Event & Circumstances;

export interface EventMetadata extends Circumstances {
  readonly organizationId: string | null;
  /** UUIDv5(actor, method, path, Idempotency-Key), or random; the same for all events of one command. */
  readonly commandId: string;
  /** SHA-256 of the command's input: distinguishes a retry from another command under the same key. */
  readonly commandHash: string;
  readonly correlationId: string;
  readonly causationId: string | null;
  readonly schemaVersion: number;
  /** True for demo and import: reactions skip the event. */
  readonly isSilent?: boolean;
  /** Hash of the event before this one in its stream; '' for the first. */
  readonly prev: string;
  readonly hash: string;
}

export type Recorded<Event> = Happened<Event> & {
  readonly id: string;
  readonly stream: string;
  /** From 0, without gaps, within the stream. */
  readonly revision: number;
  /** Grows over the whole log; dense in SQLite. */
  readonly position: bigint;
  readonly metadata: EventMetadata;
};

export interface AnyEvent {
  readonly type: string;
  readonly data: unknown;
  readonly personal?: unknown;
}
