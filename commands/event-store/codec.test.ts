import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ANONYMOUS } from '../../domain/access/actor.ts';
import { defineEvent, type EventDefinition } from '../../domain/event-sourcing/event.ts';
import { faultOfContent } from '../../domain/event-sourcing/storable.ts';
import { EVENT_DEFINITIONS } from '../../domain/events.ts';
import { eventCatalogue, sampleFiles } from '../../scripts/event-catalogue.ts';
import type { CommandContext } from '../context/context.ts';
import { seal } from '../vault/seal.ts';
import { SubjectErased, type SubjectKey } from '../vault/subject-keys.ts';
import { createCodec } from './codec.ts';
import { DamagedEvent } from './damaged-event.ts';
import { hashOf, splitMetadata, withHash } from './event-hash.ts';
import type { StoredEvent } from './port.ts';
import { UnstorableEvent } from './unstorable-event.ts';

const STREAM = 'application-7';
const CONTEXT: CommandContext = {
  at: '2026-03-02T09:30:00.000Z',
  actor: ANONYMOUS,
  organizationId: 'org',
  commandId: '0d1f3f52-7a1c-4f0e-9a55-0c7b3ce0a111',
  commandHash: 'a'.repeat(64),
  correlationId: 'request-1',
  causationId: null,
};

const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: nested(levels - 1) });

const NoteTaken = defineEvent({
  type: 'NoteTaken',
  audience: null,
  data: z.object({ note: z.unknown() }),
  personal: z.unknown(),
});
const CountRead = defineEvent({ type: 'CountRead', audience: null, data: z.object({ count: z.number() }) });

function setUp(definitions: readonly EventDefinition[] = [NoteTaken, CountRead], keys = new Map<string, SubjectKey>()) {
  const lookUps: string[][] = [];
  const codec = createCodec({
    definitionOf: (type) => definitions.find((definition) => definition.type === type),
    keys: {
      async ensure(subject) {
        const key: SubjectKey = keys.get(subject) ?? randomBytes(32);
        if (key === 'erased') throw new SubjectErased(subject);
        keys.set(subject, key);
        return key;
      },
      async getMany(subjects) {
        lookUps.push([...subjects]);
        return new Map(
          [...subjects].flatMap((subject) => (keys.has(subject) ? [[subject, keys.get(subject) as SubjectKey]] : [])),
        );
      },
      evict() {},
    },
  });
  const store = async (events: readonly { type: string; data: unknown; personal?: unknown }[], stream = STREAM) => {
    const encoded = await codec.encode(stream, undefined, events, CONTEXT);
    const stored = encoded.events.map(
      (event, revision): StoredEvent => ({ ...event, stream, revision, position: BigInt(revision + 1) }),
    );
    return { encoded, stored };
  };
  return { codec, keys, lookUps, store };
}

/** Everything that a store accepts, emoji and right-to-left marks included. */
const text = fc.string({ unit: 'grapheme' }).filter((sample) => faultOfContent(sample) === undefined);
const { anyJson } = fc.letrec((tie) => ({
  anyJson: fc.oneof(
    { maxDepth: 4 },
    fc.oneof(text, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean(), fc.constant(null)),
    fc.array(fc.oneof(text, tie('object')), { maxLength: 4 }),
    tie('object'),
  ),
  object: fc.dictionary(fc.stringMatching(/^[A-Za-z]\w{0,9}$/), tie('anyJson'), { maxKeys: 4, noNullPrototype: true }),
}));
const asJson = (value: unknown) => JSON.parse(JSON.stringify(value));

describe('an event that was encoded', () => {
  test('is decoded unchanged', async () => {
    const { codec, store } = setUp();
    await fc.assert(
      fc.asyncProperty(anyJson, anyJson, async (note, personal) => {
        const { encoded, stored } = await store([{ type: 'NoteTaken', data: { note }, personal }]);
        const [decoded] = await codec.decode(stored);
        expect(decoded).toMatchObject({ type: 'NoteTaken', at: CONTEXT.at, actor: { kind: 'anonymous' }, revision: 0 });
        expect(JSON.stringify(decoded?.data)).toBe(JSON.stringify({ note: asJson(note) }));
        expect(JSON.stringify(decoded?.personal)).toBe(JSON.stringify(asJson(personal)));
        expect([decoded]).toEqual(encoded.recorded(1n));
      }),
    );
  });

  test.each([
    ['NUL', '\u0000', 'NUL'],
    ['half of a surrogate pair', '\ud800', 'half a character'],
    ['a member __proto__', JSON.parse('{"__proto__": 1}'), 'not JSON'],
    ['a member with a dot', { 'a.b': 1 }, 'not JSON'],
    ['a list directly inside a list', [[1]], 'not JSON'],
    ['what is nested too deeply', nested(40), 'too deep'],
  ])('cannot hold %s, which no store accepts', async (_, hostile, kind) => {
    const { store } = setUp();
    const note = { steps: [{ title: 'fine' }, { title: hostile }] };
    for (const event of [
      { type: 'NoteTaken', data: { note }, personal: null },
      { type: 'NoteTaken', data: { note: null }, personal: { values: note } },
    ]) {
      const refusal = await store([event]).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(UnstorableEvent);
      expect(refusal).toMatchObject({ kind, field: expect.stringMatching(/^(note\.)?steps\[1\]\.title/) });
    }
  });

  test('is never larger than an append may be, encryption included', async () => {
    const { store } = setUp();
    await store([{ type: 'NoteTaken', data: { note: 'x'.repeat(1_000_000) }, personal: null }]);
    await store([{ type: 'NoteTaken', data: { note: '' }, personal: { values: { story: 'x'.repeat(780_000) } } }]);
    for (const [events, field] of [
      [[{ type: 'NoteTaken', data: { note: 'x'.repeat(1_048_576) }, personal: null }], 'note'],
      [
        [{ type: 'NoteTaken', data: { note: '' }, personal: { values: { a: 'x', story: 'x'.repeat(790_000) } } }],
        'story',
      ],
      [[1, 2].map(() => ({ type: 'NoteTaken', data: { note: 'x'.repeat(524_288) }, personal: null })), ''],
    ] as const) {
      const refusal = await store([...events]).catch((error: unknown) => error);
      expect(refusal).toMatchObject({ name: 'UnstorableEvent', kind: 'too large', field });
    }
  });

  test.each(['👩🏽‍💻 naïve', 'مرحبا\u202eabc', '"\\\n', '\\u0000', '\\ud800'])('keeps %j', async (text) => {
    const { codec, store } = setUp();
    const note = { text };
    const { stored } = await store([{ type: 'NoteTaken', data: { note }, personal: note }]);
    const [decoded] = await codec.decode(stored);
    expect(JSON.stringify(decoded?.data)).toBe(JSON.stringify({ note }));
    expect(JSON.stringify(decoded?.personal)).toBe(JSON.stringify(note));
  });

  test('stores nothing personal in plain text', async () => {
    const { store } = setUp();
    const { stored } = await store([{ type: 'NoteTaken', data: { note: 1 }, personal: { email: 'ada@mail.example' } }]);
    // Not "ada" alone, which hashes and keys may hold.
    expect(stored[0]?.data).not.toMatch(/ada@|email/);
    expect(stored[0]?.metadata).not.toMatch(/ada@|email/);
  });

  test('has the id of a retry of its command, and bytes of its own', async () => {
    const one = setUp();
    const other = setUp();
    const events = [
      { type: 'NoteTaken', data: { note: 1 }, personal: 'secret' },
      { type: 'CountRead', data: { count: 1 } },
    ];
    const first = (await one.store(events)).encoded.events;
    const again = (await other.store(events)).encoded.events;
    expect(again.map(({ id }) => id)).toEqual(first.map(({ id }) => id));
    expect(new Set(first.map(({ id }) => id)).size).toBe(2);
    expect(again[0]?.data).not.toBe(first[0]?.data);
  });

  test('is chained to the one before it', async () => {
    const { codec, store } = setUp();
    const events = [1, 2, 3].map((count) => ({ type: 'CountRead', data: { count } }));
    const decoded = await codec.decode((await store(events)).stored);
    expect(decoded.map(({ metadata }) => metadata.prev)).toEqual([
      '',
      ...decoded.slice(0, 2).map((e) => e.metadata.hash),
    ]);
  });

  test('must match its schema', async () => {
    const { store } = setUp();
    await expect(store([{ type: 'CountRead', data: { count: 'many' } }])).rejects.toThrow(z.ZodError);
    await expect(store([{ type: 'NeverDefined', data: {} }])).rejects.toThrow('no definition');
    await expect(store([{ type: 'CountRead', data: { count: 1 }, personal: 'Ada' }])).rejects.toThrow('knows of none');
    const forNobody = store([{ type: 'NoteTaken', data: { note: 1 }, personal: 'Ada' }], 'organization-1');
    await expect(forNobody).rejects.toThrow('belongs to no person');
  });

  test('drops members that its schema does not know', async () => {
    const { codec, store } = setUp();
    const [event] = await codec.decode((await store([{ type: 'CountRead', data: { count: 1, admin: true } }])).stored);
    expect(event?.data).toEqual({ count: 1 });
  });
});

test.each([
  { type: 'NoteTaken', data: { note: 'hello, wörld' }, personal: { name: 'Ada' } },
  { type: 'CountRead', data: { count: 1234 } },
])('one byte changed anywhere in $type is found', async (given) => {
  const { codec, store } = setUp();
  const event = (await store([given])).stored[0] as StoredEvent;
  const part = fc.constantFrom('data', 'metadata', 'type', 'stream', 'id' as const);
  await fc.assert(
    fc.asyncProperty(part, fc.nat(), fc.integer({ min: 1, max: 255 }), async (name, at, mask) => {
      const bytes = Buffer.from(event[name as 'data']);
      bytes[at % bytes.length] = (bytes[at % bytes.length] as number) ^ mask;
      const [result] = await codec.inspect([{ ...event, [name]: bytes.toString('utf8') }]);
      expect(result).toBeInstanceOf(DamagedEvent);
    }),
    { numRuns: 2000 },
  );
  const [moved] = await codec.inspect([{ ...event, revision: 1 }]);
  expect(moved).toBeInstanceOf(DamagedEvent);
});

test('NUL and lone surrogates of an earlier version are read as U+FFFD, under the stored hash', async () => {
  const { codec, keys, store } = setUp();
  const [sound] = (await store([{ type: 'NoteTaken', data: { note: 1 }, personal: 'x' }])).stored as [StoredEvent];
  const hostile = { note: [{ title: 'a\0b \ud800 \udc00c', other: '🦊 \\u0000' }] };
  const personal = seal(keys.get(STREAM) as Buffer, JSON.stringify({ name: 'A\0da' }), sound.id);
  const event = { ...sound, data: JSON.stringify({ data: hostile, personal }) };
  const { withoutHash } = splitMetadata(sound.metadata) as { withoutHash: string };
  const old = { ...event, metadata: withHash(withoutHash, hashOf('', event, withoutHash)) };
  const [decoded] = await codec.decode([old]);
  expect(decoded?.data).toEqual({ note: [{ title: 'a\ufffdb \ufffd \ufffdc', other: '🦊 \\u0000' }] });
  expect(decoded?.personal).toEqual({ name: 'A\ufffdda' });
  const mended = { ...old, data: old.data.replace('\\u0000', '') };
  expect(await codec.inspect([mended])).toMatchObject([{ what: 'does not match its hash' }]);
});

test('an event cut short anywhere is found', async () => {
  const { codec, store } = setUp();
  const event = (await store([{ type: 'NoteTaken', data: { note: 'x' }, personal: 1 }])).stored[0] as StoredEvent;
  for (const name of ['data', 'metadata'] as const) {
    for (let length = 0; length < event[name].length; length += 1) {
      const [result] = await codec.inspect([{ ...event, [name]: event[name].slice(0, length) }]);
      expect(result).toBeInstanceOf(DamagedEvent);
    }
  }
});

test('damage names its place and does not affect the rest of the page', async () => {
  const { codec, store } = setUp();
  const { stored } = await store([1, 2, 3].map((count) => ({ type: 'CountRead', data: { count } })));
  const page = stored.map((event) => (event.revision === 1 ? { ...event, data: '{"data":{"count":9}}' } : event));
  const [first, second, third] = await codec.inspect(page);
  expect(first).toMatchObject({ data: { count: 1 } });
  expect(third).toMatchObject({ data: { count: 3 } });
  expect(second).toMatchObject({ stream: STREAM, revision: 1, position: 2n, what: 'does not match its hash' });
  await expect(codec.decode(page)).rejects.toThrow('revision 1 of application-7 (position 2) does not match its hash');
});

describe('the person’s key', () => {
  const event = { type: 'NoteTaken', data: { note: 1 }, personal: { name: 'Ada' } };

  test('with a tombstone hides personal data, and refuses new data', async () => {
    const { codec, keys, store } = setUp();
    const { stored } = await store([event]);
    keys.set(STREAM, 'erased');
    expect(await codec.decode(stored)).toMatchObject([{ data: { note: 1 }, personal: null }]);
    await expect(store([event])).rejects.toThrow(SubjectErased);
  });

  test('that is missing or wrong is an error', async () => {
    const { codec, keys, store } = setUp();
    const { stored } = await store([event]);
    keys.set(STREAM, randomBytes(32));
    await expect(codec.decode(stored)).rejects.toThrow('does not open');
    keys.delete(STREAM);
    await expect(codec.decode(stored)).rejects.toThrow('the key of application-7 is missing');
  });

  test('is looked up once per page, and activity uses its application’s', async () => {
    const { codec, lookUps, store } = setUp();
    const own = await store([event, event]);
    const activity = await store([event], 'activity-7');
    await codec.decode([...own.stored, ...activity.stored]);
    expect(lookUps).toEqual([[STREAM]]);
  });
});

describe('a log of another version of the program', () => {
  const v1 = defineEvent({
    type: 'NameGiven',
    audience: null,
    data: z.object({ by: z.string() }),
    personal: z.object({ name: z.string() }),
  });
  const v3 = defineEvent({
    type: 'NameGiven',
    audience: null,
    version: 3,
    data: z.object({ giver: z.string(), count: z.number() }),
    personal: z.object({ names: z.array(z.string()) }),
    upcasts: {
      1: ({ data, personal }) => ({ data: { giver: data.by }, personal }),
      2: ({ data, personal }) => ({ data: { ...data, count: 1 }, personal: personal && { names: [personal.name] } }),
    },
  });

  test('is read in the current shape, erased or not', async () => {
    const old = setUp([v1]);
    const today = setUp([v3], old.keys);
    const { stored } = await old.store([{ type: 'NameGiven', data: { by: 'me' }, personal: { name: 'Ada' } }]);
    const [event] = await today.codec.decode(stored);
    expect(event).toMatchObject({ data: { giver: 'me', count: 1 }, personal: { names: ['Ada'] } });
    expect(event && today.codec.misfit(event)).toBeUndefined();
    old.keys.set(STREAM, 'erased');
    expect(await today.codec.decode(stored)).toMatchObject([{ data: { giver: 'me', count: 1 }, personal: null }]);
  });

  test('that is newer is refused by name', async () => {
    const newer = setUp([v3]);
    const { stored } = await newer.store([
      { type: 'NameGiven', data: { giver: 'me', count: 1 }, personal: { names: [] } },
    ]);
    await expect(setUp([v1], newer.keys).codec.decode(stored)).rejects.toThrow('NameGiven version 3, known up to 1');
    await expect(setUp([], newer.keys).codec.decode(stored)).rejects.toThrow('unknown type NameGiven');
  });
});

test('every sample goes through the log unchanged', async () => {
  const { codec, store } = setUp(EVENT_DEFINITIONS);
  for (const entry of await eventCatalogue()) {
    const { type, version } = entry.definition;
    for (const file of sampleFiles(entry, version)) {
      const { data, personal } = JSON.parse(readFileSync(file, 'utf8'));
      const [event] = await codec.decode((await store([{ type, data, personal }])).stored);
      expect(event).toMatchObject({ type, data, ...(personal ? { personal } : {}) });
      expect(event && codec.misfit(event)).toBeUndefined();
    }
  }
});
