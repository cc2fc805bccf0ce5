import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type Collection,
  type Document,
  type DocumentStore,
  DocumentStoreUnavailable,
  type Filter,
  type FindOptions,
} from '../../projections/document-store/port.ts';

/** `reopen` closes the store and opens the same documents. */
export interface OpenedDocumentStore {
  readonly store: DocumentStore;
  reopen(): Promise<OpenedDocumentStore>;
  dispose(): Promise<void>;
}

interface Row extends Document {
  readonly batch?: string | null;
  readonly rank?: number | string | boolean | null;
  readonly isOpen?: boolean;
  readonly [member: string]: unknown;
}

const INDEXES = ['batch', 'rank', 'isOpen'];
const ids = (documents: readonly Document[]) => documents.map(({ _id }) => _id);

export function documentStoreContract(name: string, open: () => Promise<OpenedDocumentStore>): void {
  describe(`document store: ${name}`, () => {
    let opened: OpenedDocumentStore;
    let collection: Collection<Row>;
    let made = 0;
    const newCollection = (indexes: readonly string[] = INDEXES) => {
      made += 1;
      return opened.store.collection<Row>({ name: `rows@1.${made}`, indexes });
    };
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(() => opened.dispose());
    beforeEach(() => {
      collection = newCollection();
    });
    const insertAll = (rows: readonly Row[]) => Promise.all(rows.map((row) => collection.insert(row)));
    const found = async (filter: Filter, options?: FindOptions) =>
      ids((await collection.find(filter, options)).documents);

    describe('one document', () => {
      test('is read back as it was written', async () => {
        const document: Row = {
          _id: 'a.b-c@d:1',
          _pos: 9_007_199_254_740_993n,
          batch: 'b1',
          text: 'Zoë 🦊👩‍👩‍👧 سلام שלום \u202Eabc\u202C "quoted" \\ \n\t\u0001',
          numbers: [0, -1, 1.5, 1e21, 5e-324, Number.MAX_SAFE_INTEGER, 0.1 + 0.2],
          nested: { deeper: [{ list: ['x'] }, {}, null, true] },
          empty: '',
          nothing: null,
          constructor: 'a name like any other',
          list: [],
        };
        expect(await collection.insert(document)).toBe(true);
        expect(await collection.get(document._id)).toEqual(document);
        expect(await collection.getMany([document._id])).toEqual([document]);
        expect((await collection.find({ batch: 'b1' })).documents).toEqual([document]);
      });

      test('that is absent is undefined', async () => {
        expect(await collection.get('nobody')).toBeUndefined();
        expect(await collection.getMany(['nobody'])).toEqual([]);
      });

      test('has no _pos where none was given', async () => {
        await collection.insert({ _id: 'a' });
        expect(await collection.get('a')).not.toHaveProperty('_pos');
      });

      test.each([0n, 1n, 9_223_372_036_854_775_807n])('keeps the position %s', async (_pos) => {
        await collection.insert({ _id: 'a', _pos });
        expect((await collection.get('a'))?._pos).toBe(_pos);
        expect(await collection.replace({ _id: 'a', _pos, changed: true }, { _pos })).toBe(true);
      });

      test('members that are undefined are absent', async () => {
        await collection.insert({ _id: 'a', gone: undefined, nested: { gone: undefined } });
        expect(await collection.get('a')).toStrictEqual({ _id: 'a', nested: {} });
      });

      test('may be large', async () => {
        const document = {
          _id: 'large',
          text: '🦊x'.repeat(400_000),
          list: Array.from({ length: 20_000 }, (_, n) => n),
        };
        await collection.insert(document);
        expect(await collection.get('large')).toEqual(document);
        expect(await collection.replace({ ...document, rank: 1 })).toBe(true);
        expect(await found({ rank: 1 })).toEqual(['large']);
      });

      test('ids are compared exactly', async () => {
        const all = ['a', 'A', 'a ', 'á', 'a\u0301', '🦊', "'; DROP TABLE rows; --", '"', '%', '$where'];
        await insertAll(all.map((_id) => ({ _id, own: _id })));
        for (const id of all) expect((await collection.get(id))?.own).toBe(id);
        expect(await collection.count({})).toBe(all.length);
      });

      test.each<[string, unknown]>([
        ['a key with a dot', { _id: 'a', 'a.b': 1 }],
        ['a key with a dollar', { _id: 'a', nested: { $where: '1' } }],
        ['an empty key', { _id: 'a', '': 1 }],
        ['a key that begins with a digit', { _id: 'a', '1a': 1 }],
        ['a _bsontype key', { _id: 'a', nested: { _bsontype: 'ObjectId' } }],
        ['a __proto__ key', JSON.parse('{"_id":"a","__proto__":{"isAdmin":true}}')],
        ['a nested __proto__ key', JSON.parse('{"_id":"a","list":[{"__proto__":{"isAdmin":true}}]}')],
        ['NUL in a text', { _id: 'a', text: 'x\0y' }],
        ['NUL in the id', { _id: 'a\0b' }],
        ['half of a surrogate pair in a text', { _id: 'a', nested: [{ text: 'x\ud800y' }] }],
        ['half of a surrogate pair in the id', { _id: 'a\udc00b' }],
        ['more than 16 MB', { _id: 'a', texts: Array.from({ length: 20 }, () => 'é'.repeat(410_000)) }],
        ['an empty id', { _id: '' }],
        ['no id', { text: 'x' }],
        ['an id that is no text', { _id: 7 }],
        ['an array directly inside an array', { _id: 'a', grid: [[1]] }],
        ['a number that is none', { _id: 'a', rank: Number.NaN }],
        ['an infinite number', { _id: 'a', nested: [Number.POSITIVE_INFINITY] }],
        ['a bigint beside _pos', { _id: 'a', other: 1n }],
        ['a _pos that is no bigint', { _id: 'a', _pos: 1 }],
        ['undefined in an array', { _id: 'a', list: [undefined] }],
        ['a date', { _id: 'a', at: new Date(0) }],
        ['a function', { _id: 'a', toJSON: () => ({}) }],
        ['a list in an indexed member', { _id: 'a', batch: ['b1'] }],
        ['an object in an indexed member', { _id: 'a', rank: { $gt: 0 } }],
      ])('%s is a mistake of the program', async (_, document) => {
        await expect(collection.insert(document as Row)).rejects.toBeInstanceOf(TypeError);
        await expect(collection.replace(document as Row)).rejects.toBeInstanceOf(TypeError);
        expect(await collection.count({})).toBe(0);
        expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
      });
    });

    describe('many documents', () => {
      test('are read by their ids, without order and without those that are absent', async () => {
        await insertAll(Array.from({ length: 50 }, (_, n) => ({ _id: `d${n}`, rank: n })));
        const documents = await collection.getMany(['d7', 'absent', 'd3', 'd7', 'd49']);
        expect(ids(documents).toSorted()).toEqual(['d3', 'd49', 'd7']);
        expect(await collection.getMany([])).toEqual([]);
        expect(await collection.getMany(Array.from({ length: 900 }, (_, n) => `d${n}`))).toHaveLength(50);
      });
    });

    describe('inserting', () => {
      test('fails if the id is taken, and leaves the stored document', async () => {
        expect(await collection.insert({ _id: 'a', rank: 1 })).toBe(true);
        expect(await collection.insert({ _id: 'a', rank: 2 })).toBe(false);
        expect(await collection.get('a')).toEqual({ _id: 'a', rank: 1 });
      });

      test('of 32 at once exactly one succeeds', async () => {
        const answers = await insertAll(Array.from({ length: 32 }, (_, rank) => ({ _id: 'a', rank })));
        expect(answers.filter(Boolean)).toHaveLength(1);
        expect((await collection.get('a'))?.rank).toBe(answers.indexOf(true));
      });

      test('succeeds again after a deletion', async () => {
        await collection.insert({ _id: 'a' });
        await collection.delete('a');
        expect(await collection.insert({ _id: 'a', rank: 2 })).toBe(true);
      });
    });

    describe('replacing', () => {
      test('exchanges the whole document', async () => {
        await collection.insert({ _id: 'a', _pos: 1n, batch: 'b1', text: 'old' });
        expect(await collection.replace({ _id: 'a', rank: 2 })).toBe(true);
        expect(await collection.get('a')).toStrictEqual({ _id: 'a', rank: 2 });
        expect(await found({ batch: 'b1' })).toEqual([]);
        expect(await found({ rank: 2 })).toEqual(['a']);
      });

      test('fails if the document is absent', async () => {
        expect(await collection.replace({ _id: 'a' })).toBe(false);
        expect(await collection.get('a')).toBeUndefined();
      });

      test.each<[string, Record<string, bigint | string | number | boolean | null>, boolean]>([
        ['its position', { _pos: 7n }, true],
        ['another position', { _pos: 8n }, false],
        ['no position', { _pos: null }, false],
        ['its text', { state: 'open' }, true],
        ['another text', { state: 'closed' }, false],
        ['its number', { beats: 3 }, true],
        ['its fraction', { share: 0.1 + 0.2 }, true],
        ['its number as text', { beats: '3' }, false],
        ['its boolean', { isOpen: true }, true],
        ['its boolean as number', { isOpen: 1 }, false],
        ['an absent member', { absent: null }, true],
        ['an empty member', { nothing: null }, true],
        ['an absent member', { absent: 'x' }, false],
        ['an element of its list', { list: 'x' }, false],
        ['all of several', { _pos: 7n, state: 'open', beats: 3 }, true],
        ['only one of several', { _pos: 7n, state: 'closed' }, false],
      ])('and deleting are guarded by %s', async (_, guard, holds) => {
        const document = {
          _id: 'a',
          _pos: 7n,
          state: 'open',
          beats: 3,
          share: 0.1 + 0.2,
          isOpen: true,
          nothing: null,
          list: ['x'],
        };
        await collection.insert(document);
        expect(await collection.replace(document, guard)).toBe(holds);
        expect(await collection.delete('a', guard)).toBe(holds);
        expect(await collection.count({})).toBe(holds ? 0 : 1);
      });

      test('by 32 at once that loaded the same state succeeds for exactly one', async () => {
        await collection.insert({ _id: 'a', _pos: 0n });
        const answers = await Promise.all(
          Array.from({ length: 32 }, (_, n) => collection.replace({ _id: 'a', _pos: BigInt(n + 1) }, { _pos: 0n })),
        );
        expect(answers.filter(Boolean)).toHaveLength(1);
        expect((await collection.get('a'))?._pos).toBe(BigInt(answers.indexOf(true) + 1));
      });

      test.each([
        ['a nested member', { 'a.b': 1 }],
        ['an operator', { $ne: 1 }],
        ['a position that is no bigint', { _pos: 1 }],
      ])('guarded by %s is a mistake of the program', async (_, guard) => {
        await collection.insert({ _id: 'a' });
        await expect(collection.replace({ _id: 'a', rank: 1 }, guard)).rejects.toBeInstanceOf(TypeError);
        await expect(collection.delete('a', guard)).rejects.toBeInstanceOf(TypeError);
      });
    });

    describe('deleting', () => {
      test('reports whether the document existed', async () => {
        await collection.insert({ _id: 'a' });
        expect(await collection.delete('a')).toBe(true);
        expect(await collection.delete('a')).toBe(false);
        expect(await collection.get('a')).toBeUndefined();
      });

      test('by 32 at once succeeds for exactly one', async () => {
        await collection.insert({ _id: 'token' });
        const answers = await Promise.all(Array.from({ length: 32 }, () => collection.delete('token')));
        expect(answers.filter(Boolean)).toHaveLength(1);
      });
    });

    test('writes of one tick are carried out in order', async () => {
      const answers = await Promise.all([
        collection.insert({ _id: 'a', rank: 0 }),
        collection.replace({ _id: 'a', rank: 1 }, { rank: 0 }),
        collection.replace({ _id: 'a', rank: 2 }, { rank: 0 }),
        collection.insert({ _id: 'a' }),
        collection.delete('a', { rank: 1 }),
        collection.insert({ _id: 'a', rank: 3 }),
      ]);
      expect(answers).toEqual([true, true, false, false, true, true]);
      expect(await collection.get('a')).toEqual({ _id: 'a', rank: 3 });
    });

    test('each of many writes of one tick gets its own answer', async () => {
      const numbers = Array.from({ length: 120 }, (_, n) => n);
      const isThere = (n: number) => n % 3 > 0;
      const isNew = (n: number) => n % 2 === 0;
      await insertAll(numbers.filter(isThere).map((n) => ({ _id: `i${n}`, rank: n })));
      await insertAll(numbers.map((n) => ({ _id: `r${n}`, _pos: BigInt(n % 3), rank: n })));
      await insertAll(numbers.filter(isThere).map((n) => ({ _id: `d${n}` })));
      const answers = await Promise.all(
        numbers.map((n) =>
          Promise.all([
            collection.insert({ _id: `i${n}`, rank: -1 }),
            collection.replace({ _id: `r${n}`, _pos: 9n, batch: 'new' }, { _pos: isNew(n) ? BigInt(n % 3) : 7n }),
            collection.replace({ _id: `absent${n}` }),
            collection.delete(`d${n}`),
          ]),
        ),
      );
      expect(answers).toEqual(numbers.map((n) => [!isThere(n), isNew(n), false, isThere(n)]));
      const replaced = await collection.getMany(numbers.map((n) => `r${n}`));
      const expected = numbers.map((n) =>
        isNew(n) ? { _id: `r${n}`, _pos: 9n, batch: 'new' } : { _id: `r${n}`, _pos: BigInt(n % 3), rank: n },
      );
      expect(new Set(replaced)).toEqual(new Set(expected));
      expect(await collection.count({ batch: 'new' })).toBe(60);
      expect(await collection.count({ rank: -1 })).toBe(40);
    });

    describe('reading again and again', () => {
      test('shows each write once it is answered', async () => {
        const expectEverywhere = async (document: Row | undefined) => {
          for (let n = 0; n < 2; n += 1) {
            expect(await collection.get('a')).toEqual(document);
            expect(await collection.getMany(['a', 'b'])).toEqual(document ? [document] : []);
          }
        };
        await expectEverywhere(undefined);
        await collection.insert({ _id: 'a', rank: 1 });
        await expectEverywhere({ _id: 'a', rank: 1 });
        await collection.insert({ _id: 'a', rank: 2 });
        await collection.replace({ _id: 'a', rank: 3 }, { rank: 2 });
        await collection.delete('a', { rank: 2 });
        await expectEverywhere({ _id: 'a', rank: 1 });
        await collection.replace({ _id: 'a', _pos: 4n, list: ['x'] });
        await expectEverywhere({ _id: 'a', _pos: 4n, list: ['x'] });
        await collection.delete('a');
        await expectEverywhere(undefined);
        await collection.insert({ _id: 'a', rank: 5 });
        await expectEverywhere({ _id: 'a', rank: 5 });
        await collection.drop();
        await expectEverywhere(undefined);
      });

      const WRITES: readonly [string, (rows: Collection<Row>, _id: string) => readonly (() => Promise<boolean>)[]][] = [
        ['a replacement and a deletion', (c, _id) => [() => c.replace({ _id, rank: 1 }), () => c.delete(_id)]],
        ['two replacements', (c, _id) => [() => c.replace({ _id, rank: 1 }), () => c.replace({ _id, batch: 'b1' })]],
        ['a deletion and an insertion', (c, _id) => [() => c.delete(_id), () => c.insert({ _id, rank: 1 })]],
        [
          'an insertion and a deletion',
          (c, _id) => [() => c.insert({ _id: `new-${_id}`, rank: 1 }), () => c.delete(`new-${_id}`)],
        ],
        [
          'a replacement, a deletion and a refused replacement',
          (c, _id) => [
            () => c.replace({ _id, rank: 1 }),
            () => c.delete(_id),
            () => c.replace({ _id, rank: 2 }, { rank: 1 }),
          ],
        ],
      ];
      const TURNS: readonly [string, () => Promise<unknown> | undefined][] = [
        ['one turn', () => undefined],
        ['adjacent turns', () => nextTurn()],
        ['one turn, with microtasks between', () => Promise.resolve()],
      ];
      test.each(TURNS.flatMap(([turn, between]) => WRITES.map(([name, of]) => ({ name, turn, of, between }))))(
        'shows what $name of one id left, issued in $turn',
        async ({ of, between }) => {
          const numbers = Array.from({ length: 16 }, (_, n) => `a${n}`);
          await insertAll(numbers.map((_id) => ({ _id, rank: 0, batch: 'b0' })));
          for (const id of numbers) {
            const answers: Promise<unknown>[] = [collection.get(id)];
            for (const issue of of(collection, id)) {
              const pause = between();
              if (pause) await pause;
              answers.push(issue(), collection.getMany([id, `new-${id}`]));
            }
            await Promise.all(answers);
            const all = (await collection.find({})).documents;
            for (const known of [id, `new-${id}`]) {
              const stored = all.find(({ _id }) => _id === known);
              expect(await collection.get(known)).toEqual(stored);
              expect(await found({ rank: stored?.rank ?? null, batch: stored?.batch ?? null })).toEqual(
                stored ? expect.arrayContaining([known]) : expect.not.arrayContaining([known]),
              );
            }
          }
        },
      );

      test('shows what is stored, however writes and reads of a few documents are interleaved', async () => {
        const [few, value] = [fc.constantFrom('a', 'b'), fc.constantFrom(0, 1, null)];
        const content = { _id: few, rank: value, batch: fc.constantFrom('b0', 'b1') };
        const step = fc.oneof(
          fc.record({ step: fc.constant('insert' as const), row: fc.record(content) }),
          fc.record({ step: fc.constant('replace' as const), row: fc.record(content), guard: fc.option(value) }),
          fc.record({ step: fc.constant('delete' as const), id: few, guard: fc.option(value) }),
          fc.record({ step: fc.constant('get' as const), id: few }),
          fc.record({ step: fc.constant('find' as const), rank: value }),
          fc.record({ step: fc.constantFrom('turn' as const, 'microtask' as const, 'answers' as const) }),
        );
        const model = fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 16 }), async (steps) => {
          const rows = collection;
          for (const id of ['a', 'b']) await rows.delete(id);
          const stored = new Map<string, Row>();
          const holds = (id: string, guard: number | null) => {
            const row = stored.get(id);
            return row !== undefined && (guard === null || row.rank === guard);
          };
          let answers: Promise<unknown>[] = [];
          // Only writes of one tick keep their order everywhere.
          let isOrdered = true;
          const settled = async () => {
            await Promise.all(answers);
            answers = [];
          };
          const expectWrite = (write: Promise<boolean>, isDone: boolean) =>
            answers.push(
              write.then(
                (outcome) => isOrdered && expect(outcome).toBe(isDone),
                (error: unknown) => {
                  // If writes overlap, their outcome may be unknown.
                  if (isOrdered || !(error instanceof DocumentStoreUnavailable)) throw error;
                },
              ),
            );
          for (const each of steps) {
            if (each.step === 'insert') {
              const isFree = !stored.has(each.row._id);
              if (isFree) stored.set(each.row._id, each.row);
              expectWrite(rows.insert(each.row), isFree);
            } else if (each.step === 'replace') {
              const isHeld = holds(each.row._id, each.guard);
              if (isHeld) stored.set(each.row._id, each.row);
              expectWrite(rows.replace(each.row, each.guard === null ? undefined : { rank: each.guard }), isHeld);
            } else if (each.step === 'delete') {
              const isHeld = holds(each.id, each.guard);
              if (isHeld) stored.delete(each.id);
              expectWrite(rows.delete(each.id, each.guard === null ? undefined : { rank: each.guard }), isHeld);
            } else if (each.step === 'get') answers.push(rows.get(each.id));
            else if (each.step === 'find') answers.push(rows.find({ rank: each.rank }));
            else if (each.step === 'turn') {
              isOrdered &&= answers.length === 0;
              await nextTurn();
            } else if (each.step === 'microtask') await Promise.resolve();
            else await settled();
          }
          await settled();
          // Without a filter the order is that of the store.
          const expected = (await rows.find({})).documents;
          if (isOrdered) expect(new Map(expected.map((row) => [row._id, row]))).toEqual(stored);
          for (const id of ['a', 'b']) expect(await rows.get(id)).toEqual(expected.find(({ _id }) => _id === id));
          for (const rank of [0, 1, null]) {
            const { documents } = await rows.find({ rank });
            expect(documents).toEqual(expected.filter((row) => row.rank === rank));
          }
          for (const batch of ['b0', 'b1']) {
            expect(await rows.count({ batch })).toBe(expected.filter((row) => row.batch === batch).length);
          }
        });
        await fc.assert(model, { numRuns: 60 });
      });

      test('shows a write that was issued through another handle', async () => {
        const other = opened.store.collection<Row>({ name: collection.name, indexes: INDEXES });
        await collection.insert({ _id: 'a', rank: 1 });
        expect(await collection.get('a')).toEqual(await other.get('a'));
        await other.replace({ _id: 'a', rank: 2 });
        expect((await collection.get('a'))?.rank).toBe(2);
        await collection.delete('a');
        expect(await other.get('a')).toBeUndefined();
      });

      test('finds by what was written last', async () => {
        const rows = ['c', 'a', 'b'].map((_id, rank): Row => ({ _id, batch: 'b1', rank }));
        await insertAll(rows);
        const inOrder: FindOptions = { sort: { by: 'rank', descending: true } };
        for (let n = 0; n < 2; n += 1) {
          expect((await collection.find({ batch: 'b1' }, inOrder)).documents).toEqual(rows.toReversed());
        }
        await Promise.all([
          collection.replace({ _id: 'b', batch: 'b1', rank: -1 }),
          collection.replace({ _id: 'a', batch: 'b2', rank: 1 }),
          collection.insert({ _id: 'd', batch: 'b1', rank: 7 }),
        ]);
        expect(await found({ batch: 'b1' }, inOrder)).toEqual(['d', 'c', 'b']);
        expect((await collection.find({ batch: 'b1', rank: -1 })).documents).toEqual([
          { _id: 'b', batch: 'b1', rank: -1 },
        ]);
        await collection.delete('c');
        expect(await found({ batch: 'b1' }, { ...inOrder, limit: 1 })).toEqual(['d']);
        expect(await found({ batch: ['b1', 'b2'] }, inOrder)).toEqual(['d', 'a', 'b']);
      });

      test('never goes back behind the last write that was answered, however many read meanwhile', async () => {
        await collection.insert({ _id: 'a', rank: 0 });
        let answered = 0;
        let isOver = false;
        const readers = Array.from({ length: 8 }, async (_, n) => {
          let reads = 0;
          while (!isOver) {
            const least = answered;
            const document = n % 2 === 0 ? await collection.get('a') : (await collection.getMany(['a']))[0];
            expect(document?.rank).toBeGreaterThanOrEqual(least);
            reads += 1;
            await nextTurn();
          }
          return reads;
        });
        const writing = (async () => {
          for (let rank = 1; rank <= 30; rank += 1) {
            await Promise.all([
              collection.replace({ _id: 'a', rank: rank - 0.5 }),
              collection.replace({ _id: 'a', rank }, { rank: rank - 0.5 }),
            ]);
            answered = rank;
            await nextTurn();
          }
        })().finally(() => {
          isOver = true;
        });
        await writing;
        for (const reads of await Promise.all(readers)) expect(reads).toBeGreaterThan(10);
        expect((await collection.get('a'))?.rank).toBe(30);
      });

      test('keeps apart from what its callers do to their objects', async () => {
        const document = { _id: 'a', list: ['x'] };
        await collection.insert(document);
        document.list.push('y');
        expect((await collection.get('a'))?.list).toEqual(['x']);
      });
    });

    describe('finding', () => {
      const rows: Row[] = [
        { _id: 'a', batch: 'b1', rank: 1, isOpen: true },
        { _id: 'b', batch: 'b1', rank: 2, isOpen: false },
        { _id: 'c', batch: 'b2', rank: 1, isOpen: true },
        { _id: 'd', batch: 'b🦊', rank: 0.1 + 0.2 },
        { _id: 'e', batch: null, rank: '1' },
        { _id: 'f', rank: true },
      ];
      beforeEach(() => insertAll(rows));

      test.each<[string, Filter, string[]]>([
        ['everything', {}, ['a', 'b', 'c', 'd', 'e', 'f']],
        ['a text', { batch: 'b1' }, ['a', 'b']],
        ['an emoji', { batch: 'b🦊' }, ['d']],
        ['a number, but no text or boolean that looks like it', { rank: 1 }, ['a', 'c']],
        ['a text, but no number that looks like it', { rank: '1' }, ['e']],
        ['a fraction', { rank: 0.1 + 0.2 }, ['d']],
        ['a boolean', { rank: true }, ['f']],
        ['true', { isOpen: true }, ['a', 'c']],
        ['false, but not what is absent', { isOpen: false }, ['b']],
        ['null, and what is absent', { batch: null }, ['e', 'f']],
        ['several members', { batch: 'b1', rank: 1, isOpen: true }, ['a']],
        ['one of several values', { batch: ['b1', 'b2', 'b9'] }, ['a', 'b', 'c']],
        ['one of several kinds of value', { rank: [2, '1', true, 0.1 + 0.2] }, ['b', 'd', 'e', 'f']],
        ['null among values', { batch: ['b2', null] }, ['c', 'e', 'f']],
        ['one of several values of several members', { batch: ['b1', 'b2'], rank: [1, 7] }, ['a', 'c']],
        ['one of none', { batch: [] }, []],
        ['none of several values, and what is absent', { batch: { not: ['b1', 'b9'] } }, ['c', 'd', 'e', 'f']],
        ['none of several kinds of value', { rank: { not: [2, '1', true] } }, ['a', 'c', 'd']],
        ['neither null nor a value', { batch: { not: ['b2', null] } }, ['a', 'b', 'd']],
        ['none of nothing', { batch: { not: [] } }, ['a', 'b', 'c', 'd', 'e', 'f']],
        ['one value of one member and none of another', { rank: 1, batch: { not: ['b2'] } }, ['a']],
        ['a part of a text', { batch: { containing: ['b'] } }, ['a', 'b', 'c', 'd']],
        ['all of several parts, and another member', { batch: { containing: ['1', 'b'] }, isOpen: true }, ['a']],
        ['a part in another case', { batch: { containing: ['B'] } }, []],
        ['a part that a pattern would match', { batch: { containing: ['.'] } }, []],
        ['what does not occur', { batch: 'b9' }, []],
        ['what looks like an injection', { batch: "b1' OR '1'='1" }, []],
      ])('%s', async (_, filter, expected) => {
        expect(await found(filter)).toEqual(expected);
        expect(await collection.count(filter)).toBe(expected.length);
      });

      test('one of many values', async () => {
        const batch = Array.from({ length: 900 }, (_, n) => `b${n}`);
        expect(await found({ batch })).toEqual(['a', 'b', 'c']);
      });

      test('orders numbers before texts before booleans, and what has no value first', async () => {
        expect(await found({}, { sort: { by: 'rank' } })).toEqual(['d', 'a', 'c', 'b', 'e', 'f']);
        expect(await found({}, { sort: { by: 'rank', descending: true } })).toEqual(['f', 'e', 'b', 'c', 'a', 'd']);
        expect(await found({}, { sort: { by: 'batch' } })).toEqual(['e', 'f', 'a', 'b', 'c', 'd']);
        expect(await found({ batch: 'b1' }, { sort: { by: 'rank', descending: true } })).toEqual(['b', 'a']);
      });

      test.each<[string, Filter, FindOptions]>([
        ['a member that is not declared', { other: 1 }, {}],
        ['a nested member', { 'a.b': 1 }, {}],
        ['an operator as member', { $where: 'true' }, {}],
        ['an operator as value', { batch: { $ne: null } } as unknown as Filter, {}],
        ['an operator among values', { batch: { not: [{ $ne: null }] } } as unknown as Filter, {}],
        ['parts that are no texts', { batch: { containing: [1] } } as unknown as Filter, {}],
        ['an empty part', { batch: { containing: [''] } }, {}],
        ['no parts', { batch: { containing: [] } }, {}],
        ['exceptions that are no list', { batch: { not: 'b1' } } as unknown as Filter, {}],
        ['undefined', { batch: undefined } as unknown as Filter, {}],
        ['an order by what is not declared', {}, { sort: { by: 'other' } }],
        ['a limit that is none', {}, { limit: 0 }],
        ['a cursor that is none', {}, { cursor: 'nonsense' }],
      ])('by %s is a mistake of the program', async (_, filter, options) => {
        await expect(collection.find(filter, options)).rejects.toBeInstanceOf(TypeError);
      });
    });

    describe('paging', () => {
      const ranks: (number | null)[] = [3, 1, 2, 1, null, 2, 1, 3, null, 1, 2];
      const rows: Row[] = ranks.map((rank, n) => ({
        _id: `🦊${String.fromCharCode(97 + ((n * 7) % 11))}`,
        batch: n % 2 === 0 ? 'even' : 'odd',
        rank,
      }));
      beforeEach(() => insertAll(rows));
      const paged = async (filter: Filter, options: FindOptions) => {
        const all: string[] = [];
        for (let cursor: string | undefined; ; ) {
          const page = await collection.find(filter, { ...options, ...(cursor === undefined ? {} : { cursor }) });
          all.push(...ids(page.documents));
          cursor = page.cursor;
          if (cursor === undefined) return all;
        }
      };

      const sorts: FindOptions['sort'][] = [undefined, { by: 'rank' }, { by: 'rank', descending: true }];
      test.each(sorts)('goes through ties and empty members without gap or repeat, by %o', async (sort) => {
        const filters: Filter[] = [{}, { batch: 'even' }, { rank: [1, null] }];
        for (const filter of filters) {
          const whole = await found(filter, sort ? { sort } : {});
          expect(new Set(whole).size).toBe(await collection.count(filter));
          for (const limit of [1, 2, 3, 50]) {
            expect(await paged(filter, { limit, ...(sort ? { sort } : {}) })).toEqual(whole);
          }
        }
      });

      test.each([false, true])('goes through members of every kind, descending %s', async (descending) => {
        await collection.drop();
        const kinds = [null, -1, 0.5, 7, 2 ** 53, 1e300, '', '7', 'z', '～', '🦊', false, true];
        await insertAll(
          kinds.flatMap((rank, n) => [0, 1].map((tie) => ({ _id: `${String.fromCharCode(98 + n)}${tie}`, rank }))),
        );
        await collection.insert({ _id: 'a0' });
        const whole = await found({}, { sort: { by: 'rank', descending } });
        const ordered = whole.toSorted();
        expect(whole).toEqual(descending ? ordered.toReversed() : ordered);
        for (const limit of [1, 2, 5])
          expect(await paged({}, { sort: { by: 'rank', descending }, limit })).toEqual(whole);
        for (const rank of kinds) expect(await collection.count({ rank })).toBe(rank === null ? 3 : 2);
      });

      test('without a sort is by _id', async () => {
        expect(await found({})).toEqual(ids(rows).toSorted());
      });

      test('ties go by _id, in the same direction', async () => {
        const ties = ids(rows.filter(({ rank }) => rank === 1)).toSorted();
        expect(await found({ rank: 1 }, { sort: { by: 'rank' } })).toEqual(ties);
        expect(await found({ rank: 1 }, { sort: { by: 'rank', descending: true } })).toEqual(ties.toReversed());
      });

      test('a page that holds the rest has no cursor', async () => {
        expect(await collection.find({}, { limit: rows.length })).not.toHaveProperty('cursor');
        expect(await collection.find({})).not.toHaveProperty('cursor');
      });

      test('continues after documents that were deleted or inserted meanwhile', async () => {
        const first = await collection.find({ batch: 'odd' }, { limit: 2, sort: { by: 'rank' } });
        const last = first.documents.at(-1) as Row;
        const rest = await found({ batch: 'odd' }, { sort: { by: 'rank' } });
        await collection.delete(last._id);
        await collection.insert({ _id: 'before', batch: 'odd', rank: null });
        await collection.insert({ _id: 'behind', batch: 'odd', rank: 9 });
        const second = await collection.find(
          { batch: 'odd' },
          { sort: { by: 'rank' }, ...(first.cursor === undefined ? {} : { cursor: first.cursor }) },
        );
        expect(ids(second.documents)).toEqual([...rest.slice(2), 'behind']);
      });
    });

    describe('a collection', () => {
      test('knows its name', () => {
        expect(collection.name).toBe(`rows@1.${made}`);
      });

      test('is apart from the others', async () => {
        const other = newCollection();
        await collection.insert({ _id: 'a', rank: 1 });
        expect(await other.get('a')).toBeUndefined();
        expect(await other.insert({ _id: 'a', rank: 2 })).toBe(true);
        await other.drop();
        expect(await collection.get('a')).toEqual({ _id: 'a', rank: 1 });
      });

      test('that has been dropped is empty and can be used anew', async () => {
        await collection.insert({ _id: 'a', rank: 1 });
        await collection.drop();
        expect(await collection.get('a')).toBeUndefined();
        expect(await collection.count({})).toBe(0);
        expect(await collection.insert({ _id: 'a', rank: 2 })).toBe(true);
        expect(await found({ rank: [1, 2] })).toEqual(['a']);
      });

      test('that holds nothing can be dropped', async () => {
        await collection.drop();
        await collection.drop();
        expect(await found({})).toEqual([]);
      });

      test('is the same through every handle', async () => {
        const again = opened.store.collection<Row>({ name: collection.name, indexes: INDEXES });
        await Promise.all([collection.insert({ _id: 'a', rank: 1 }), again.insert({ _id: 'b', rank: 1 })]);
        expect(ids((await again.find({ rank: 1 })).documents)).toEqual(['a', 'b']);
      });

      test('adds further indexes, also for existing documents', async () => {
        await collection.insert({ _id: 'a', status: 'open' });
        await expect(collection.find({ status: 'open' })).rejects.toBeInstanceOf(TypeError);
        const wider = opened.store.collection<Row>({ name: collection.name, indexes: [...INDEXES, 'status'] });
        await wider.insert({ _id: 'b', status: 'open' });
        expect(ids((await wider.find({ status: 'open' })).documents)).toEqual(['a', 'b']);
      });

      test('whose indexes come later finds by them once it is opened again', async () => {
        const spec = { name: `rows@later.${made}`, indexes: INDEXES };
        const bulk = opened.store.collection<Row>({ ...spec, indexing: 'later' });
        await Promise.all([
          bulk.insert({ _id: 'a', batch: 'b1', rank: 2, isOpen: true }),
          bulk.insert({ _id: 'b', batch: 'b1', rank: 1 }),
          bulk.insert({ _id: 'c', batch: 'b1', rank: 3 }),
          bulk.replace({ _id: 'c', batch: 'b2', rank: 0.1 + 0.2 }),
        ]);
        await expect(bulk.insert({ _id: 'd', rank: { $gt: 0 } } as unknown as Row)).rejects.toBeInstanceOf(TypeError);
        expect(await bulk.get('c')).toEqual({ _id: 'c', batch: 'b2', rank: 0.1 + 0.2 });
        const opening = opened.store.collection<Row>(spec);
        const { documents } = await opening.find({ batch: 'b1' }, { sort: { by: 'rank' } });
        expect(ids(documents)).toEqual(['b', 'a']);
        expect(ids((await opening.find({ rank: 0.1 + 0.2 })).documents)).toEqual(['c']);
        expect(ids((await opening.find({ isOpen: true })).documents)).toEqual(['a']);
        await bulk.drop();
      });

      test('that gets an index of several members answers as before', async () => {
        await collection.insert({ _id: 'a', batch: 'b1', rank: 2 });
        await collection.insert({ _id: 'b', batch: 'b1', rank: 2 });
        await collection.insert({ _id: 'c', batch: 'b2', rank: 3 });
        const spec = { name: collection.name, indexes: INDEXES };
        const faster = opened.store.collection<Row>({ ...spec, compound: [['batch', 'rank', '_id', 'isOpen']] });
        await faster.insert({ _id: 'd', batch: 'b1', rank: 1, isOpen: true });
        const newest = { sort: { by: 'rank', descending: true } } as const;
        expect(ids((await faster.find({ batch: 'b1' }, newest)).documents)).toEqual(['b', 'a', 'd']);
        expect(ids((await faster.find({ batch: 'b1', isOpen: true }, newest)).documents)).toEqual(['d']);
        expect(ids((await faster.find({}, newest)).documents)).toEqual(['c', 'b', 'a', 'd']);
        expect(() => opened.store.collection({ ...spec, compound: [['batch', 'other']] })).toThrow(TypeError);
      });

      test.each(['', '../escape', 'a"b', 'a b', 'sqlite_master', '$cmd', 'a\0'])('cannot be named %j', (bad) => {
        expect(() => opened.store.collection({ name: bad, indexes: [] })).toThrow(TypeError);
      });

      test.each(['', 'a.b', '$a', '__proto__', 'a"b', '_id '])('cannot be indexed by %j', (index) => {
        expect(() => opened.store.collection({ name: 'rows', indexes: [index] })).toThrow(TypeError);
      });

      test('is stored after reopening', async () => {
        const document = { _id: randomUUID(), _pos: 12n, batch: 'b1', nested: { list: [1] } };
        await collection.insert(document);
        const { name: same } = collection;
        opened = await opened.reopen();
        const again = opened.store.collection<Row>({ name: same, indexes: INDEXES });
        expect(await again.get(document._id)).toEqual(document);
        expect((await again.find({ batch: 'b1' })).documents).toEqual([document]);
        expect(await again.replace(document, { _pos: 12n })).toBe(true);
      });
    });
  });

  test(`a document store that has been closed answers nothing more: ${name}`, async () => {
    const { store, dispose } = await open();
    const collection = store.collection<Row>({ name: 'rows', indexes: [] });
    await collection.insert({ _id: 'a' });
    await store.close();
    await expect(collection.get('a')).rejects.toBeInstanceOf(DocumentStoreUnavailable);
    await expect(collection.find({})).rejects.toBeInstanceOf(DocumentStoreUnavailable);
    await expect(collection.insert({ _id: 'b' })).rejects.toBeInstanceOf(DocumentStoreUnavailable);
    await dispose();
  });
}
