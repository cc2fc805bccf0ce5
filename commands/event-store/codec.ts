import type {
  AnyEvent,
  EventDefinition,
  EventMetadata,
  OldEvent,
  Recorded,
} from '../../domain/event-sourcing/event.ts';
import type { Interest } from '../../domain/event-sourcing/interest.ts';
import { faultOfContent } from '../../domain/event-sourcing/storable.ts';
import { subjectOf } from '../../domain/event-sourcing/streams.ts';
import { upcast } from '../../domain/event-sourcing/upcast.ts';
import { inParts } from '../../timing/in-parts.ts';
import type { CommandContext } from '../context/context.ts';
import { uuidV5 } from '../context/identity.ts';
import { seal, unseal } from '../vault/seal.ts';
import type { SubjectKey, SubjectKeys } from '../vault/subject-keys.ts';
import { DamagedEvent } from './damaged-event.ts';
import { hashOf, splitMetadata, withHash } from './event-hash.ts';
import { type EventToStore, MAX_APPEND_BYTES, NO_STREAM, type StoredEvent } from './port.ts';
import { replaceUnstorable } from './replace-unstorable.ts';
import { heaviestIn, UnstorableEvent } from './unstorable-event.ts';
import { bytesOf } from './validate-append.ts';

/** Cached keys of the subject are void after this event, in every process. */
export const ERASURE = 'PersonalDataErased';

/** A resend must send the same bytes. */
export interface Encoded {
  readonly expectedRevision: number;
  readonly events: readonly EventToStore[];
  /** All carry the append's position, which is exact for the last one. */
  readonly recorded: (position: bigint) => readonly Recorded<AnyEvent>[];
}

/** Schema, encryption, hash chain and upcasting. */
export interface Codec {
  /** Throws a ZodError, `UnstorableEvent`, or `SubjectErased` for data of an erased person. */
  encode(
    stream: string,
    last: Recorded<AnyEvent> | undefined,
    events: readonly AnyEvent[],
    context: CommandContext,
  ): Promise<Encoded>;
  /** Decoded events or their damage, with one look-up of keys per page. */
  inspect(events: readonly StoredEvent[]): Promise<readonly (Recorded<AnyEvent> | DamagedEvent)[]>;
  /** Throws the first `DamagedEvent`. With an interest, omits events of other organizations, except the last one. */
  decode(events: readonly StoredEvent[], interest?: Interest): Promise<readonly Recorded<AnyEvent>[]>;
  /** Why a decoded event does not match its newest schema, or undefined. */
  misfit(event: Recorded<AnyEvent>): string | undefined;
}

interface Envelope {
  readonly data: unknown;
  readonly personal?: string;
}

interface Opened {
  readonly stored: StoredEvent;
  readonly definition: EventDefinition;
  readonly metadata: EventMetadata;
  readonly envelope: Envelope;
}

export function createCodec({
  definitionOf,
  keys,
}: {
  definitionOf: (type: string) => EventDefinition | undefined;
  keys: Pick<SubjectKeys, 'ensure' | 'getMany' | 'evict'>;
}): Codec {
  const open = (stored: StoredEvent, isWanted: IsWanted = always): Opened | DamagedEvent | null => {
    const parts = splitMetadata(stored.metadata);
    if (!parts) return new DamagedEvent(stored, 'carries no hash');
    let metadata: EventMetadata;
    let envelope: Envelope;
    try {
      metadata = JSON.parse(stored.metadata);
      if (!isWanted(stored, metadata)) return null;
      if (hashOf(metadata.prev, stored, parts.withoutHash) !== parts.hash) {
        return new DamagedEvent(stored, 'does not match its hash');
      }
      envelope = replaceUnstorable(JSON.parse(stored.data), stored.data) as Envelope;
    } catch (cause) {
      return new DamagedEvent(stored, 'is not JSON', { cause });
    }
    const definition = definitionOf(stored.type);
    if (!definition) return new DamagedEvent(stored, `is of the unknown type ${stored.type}`, { isAltered: false });
    if (metadata.schemaVersion > definition.version) {
      return new DamagedEvent(
        stored,
        `was written by a newer program (${stored.type} version ${metadata.schemaVersion}, known up to ${definition.version})`,
        { isAltered: false },
      );
    }
    return { stored, definition, metadata, envelope };
  };

  /** `found`: null to decrypt nothing. */
  const finish = (opened: Opened, found: ReadonlyMap<string, SubjectKey> | null): Recorded<AnyEvent> | DamagedEvent => {
    const { stored, envelope } = opened;
    if (envelope.personal === undefined || found === null) return recordedEvent(opened, envelope.data, null);
    const subject = subjectOf(stored.stream);
    const key = subject === null ? undefined : found.get(subject);
    if (key === undefined)
      return new DamagedEvent(stored, `holds personal data, but the key of ${subject} is missing`, {
        isAltered: false,
      });
    if (key === 'erased') return recordedEvent(opened, envelope.data, null);
    try {
      const text = unseal(key, envelope.personal, stored.id);
      return recordedEvent(opened, envelope.data, replaceUnstorable(JSON.parse(text), text));
    } catch (cause) {
      return new DamagedEvent(stored, `holds personal data that the key of ${subject} does not open`, {
        cause,
        isAltered: false,
      });
    }
  };

  const decodeAll = async (events: readonly StoredEvent[], interest?: Interest) => {
    const isWanted = interest?.organizations ? wantedIn(interest.organizations, events.at(-1)) : always;
    const opened = await inParts(
      events,
      ({ data }) => data.length,
      (event) => open(event, isWanted),
    );
    const subjects = new Set<string>();
    for (const event of opened) {
      if (event === null || event instanceof DamagedEvent) continue;
      const subject = subjectOf(event.stored.stream);
      if (subject === null) continue;
      if (event.stored.type === ERASURE) keys.evict(subject);
      if (event.envelope.personal !== undefined) subjects.add(subject);
    }
    const found = interest?.isPersonal === false ? null : await keys.getMany(subjects);
    return opened.flatMap((event) =>
      event === null ? [] : event instanceof DamagedEvent ? event : finish(event, found),
    );
  };

  return {
    inspect: (events) => decodeAll(events),

    async decode(events, interest) {
      const decoded = await decodeAll(events, interest);
      for (const event of decoded) if (event instanceof DamagedEvent) throw event;
      return decoded as readonly Recorded<AnyEvent>[];
    },

    misfit(event) {
      const definition = definitionOf(event.type);
      const data = definition?.data.safeParse(event.data);
      if (data && !data.success) return data.error.message;
      const personal = event.personal == null ? undefined : definition?.personal?.safeParse(event.personal);
      return personal && !personal.success ? personal.error.message : undefined;
    },

    async encode(stream, last, events, context) {
      const checked = events.map((event) => check(event, definitionOf(event.type)));
      const key = checked.some(({ personal }) => personal !== null) ? await keys.ensure(subjectFor(stream)) : undefined;
      const expectedRevision = last?.revision ?? NO_STREAM;
      let prev = last?.metadata.hash ?? '';
      const opened = checked.map(({ definition, data, personal }, index) => {
        const id = uuidV5(context.commandId, stream, String(index));
        const texts = { data: JSON.stringify(data), personal: JSON.stringify(personal) };
        const sealed = key && personal !== null ? `,"personal":"${seal(key, texts.personal, id)}"` : '';
        const place = { stream, revision: expectedRevision + 1 + index, id, type: definition.type };
        const unhashed = unhashedMetadata(context, definition.version, prev);
        const content = { ...place, data: `{"data":${texts.data}${sealed}}` };
        const withoutHash = JSON.stringify(unhashed);
        const hash = hashOf(prev, content, withoutHash);
        prev = hash;
        const stored = { ...content, metadata: withHash(withoutHash, hash) };
        const read = { personal: JSON.parse(texts.personal), data: JSON.parse(texts.data) };
        return { stored, definition, metadata: { ...unhashed, hash }, ...read };
      });
      if (bytesOf(opened.map(({ stored }) => stored)) > MAX_APPEND_BYTES) {
        const [data, personal] = [checked.map((event) => event.data), checked.map((event) => event.personal)];
        const heaviest = heaviestIn({ data, personal }).replace(/^\.(?:data|personal)(?:\[\d+\])?/, '');
        throw new UnstorableEvent(heaviest, 'too large');
      }
      return {
        expectedRevision,
        events: opened.map(({ stored: { id, type, data, metadata } }) => ({ id, type, data, metadata })),
        recorded: (position) =>
          opened.map(({ stored, definition, metadata, data, personal }) =>
            recordedEvent({ stored: { ...stored, position }, definition, metadata }, data, personal),
          ),
      };
    },
  };
}

type IsWanted = (stored: StoredEvent, metadata: EventMetadata) => boolean;
const always: IsWanted = () => true;

const wantedIn =
  (organizations: ReadonlySet<string>, last: StoredEvent | undefined): IsWanted =>
  (stored, { organizationId }) =>
    stored === last || stored.type === ERASURE || (organizationId !== null && organizations.has(organizationId));

function check(event: AnyEvent, definition: EventDefinition | undefined) {
  if (!definition) throw new TypeError(`${event.type} has no definition`);
  if (event.personal != null && !definition.personal) {
    throw new TypeError(`${event.type} carries personal data, but its definition knows of none`);
  }
  const data: unknown = definition.data.parse(event.data);
  const personal: unknown =
    definition.personal && event.personal !== null ? definition.personal.parse(event.personal) : null;
  const fault = faultOfContent(data) ?? faultOfContent(personal);
  if (fault) throw new UnstorableEvent(fault.at, fault.kind);
  return { definition, data, personal };
}

function subjectFor(stream: string): string {
  const subject = subjectOf(stream);
  if (subject === null) throw new TypeError(`${stream} belongs to no person, so its events cannot hold personal data`);
  return subject;
}

function unhashedMetadata(context: CommandContext, schemaVersion: number, prev: string): Omit<EventMetadata, 'hash'> {
  const { at, actor, organizationId, commandId, commandHash, correlationId, causationId, isSilent } = context;
  return {
    at,
    actor: actor.id === undefined ? { kind: actor.kind } : { kind: actor.kind, id: actor.id },
    organizationId,
    commandId,
    commandHash,
    correlationId,
    causationId,
    schemaVersion,
    ...(isSilent ? { isSilent } : {}),
    prev,
  };
}

function recordedEvent(
  { stored, definition, metadata }: Omit<Opened, 'envelope'>,
  data: unknown,
  personal: unknown,
): Recorded<AnyEvent> {
  const content =
    metadata.schemaVersion === definition.version
      ? { data, personal }
      : upcast(definition, metadata.schemaVersion, { data, personal } as OldEvent);
  const { type, stream, revision, id, position } = stored;
  const { at, actor } = metadata;
  return definition.personal
    ? { type, data: content.data, personal: content.personal, at, actor, id, stream, revision, position, metadata }
    : { type, data: content.data, at, actor, id, stream, revision, position, metadata };
}
