import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expectRepeatable, specify } from '../../test/support/specification.ts';
import type { Wanted } from '../configuration/field-rules.ts';
import { TEXTS } from '../text/texts.ts';
import { type BatchCommand, batch } from './batch.ts';
import type { BatchDetails, BatchEvent } from './events.ts';
import { allows, BATCH_USES, compareBatches } from './lifecycle.ts';
import { BATCH_STATUSES, type BatchStatus } from './status.ts';

const given = specify(batch);
const create = (details: Wanted<BatchDetails>, status?: BatchStatus, organizationId = 'school'): BatchCommand => ({
  type: 'CreateBatch',
  data: status ? { organizationId, details, status } : { organizationId, details },
});
const change = (changes: Wanted<BatchDetails>): BatchCommand => ({ type: 'ChangeDetails', data: { changes } });
const become = (status: BatchStatus): BatchCommand => ({ type: 'ChangeStatus', data: { status } });
const became = (status: BatchStatus): BatchEvent => ({ type: 'BatchStatusChanged', data: { status } });
const created = (details: Partial<BatchDetails> = {}, status: BatchStatus = 'Draft'): BatchEvent => ({
  type: 'BatchCreated',
  data: {
    organizationId: 'school',
    name: 'Java, autumn',
    description: null,
    privateDetails: null,
    slug: null,
    capacity: 20,
    processId: null,
    assessmentIds: [],
    iconFile: null,
    bannerFile: null,
    enableEmbedding: false,
    status,
    ...details,
  },
});

describe('creating', () => {
  test('a batch starts as a Draft with 20 seats', () => {
    given()
      .when(create({ name: ' Java, autumn ' }))
      .then(created());
    given()
      .when(create({ name: 'Java, autumn', capacity: 8, slug: 'java-autumn' }, 'Open'))
      .then(created({ capacity: 8, slug: 'java-autumn' }, 'Open'));
  });

  test('it needs a name and an organization, and is created once', () => {
    given().when(create({})).thenRefused('refused', 'Name needs a value.', 'name');
    given()
      .when(create({ name: 'X' }, 'Draft', ''))
      .thenRefused('refused', TEXTS.batches.organizationMissing);
    given(created())
      .when(create({ name: 'X' }))
      .thenRefused('duplicate');
  });
});

describe('a slug', () => {
  test.each(['java-1', '123456', 'a-long-slug-0', 'x'.repeat(100)])('may be %s', (slug) => {
    given(created())
      .when(change({ slug }))
      .then({ type: 'BatchDetailsChanged', data: { changes: { slug } } });
  });
  test.each(['java1', 'Java-autumn', 'java autumn', 'java_autumn', 'jävá-autumn', 'x'.repeat(101)])(
    'may not be %s',
    (slug) => {
      given(created())
        .when(change({ slug }))
        .thenRefused(
          'refused',
          "Slug can only contain lower case a-z, digits 0-9 and the character '-'. Must be at least 6 characters long.",
          'slug',
        );
    },
  );
  test('may not be an id of another batch', () => {
    const slug = 'c2ae1b9e-9d1f-5d0c-8a54-0d7f1c5b9a10';
    given(created()).when(change({ slug })).thenRefused('refused', TEXTS.documents.slugLikeId, 'slug');
    given()
      .when(create({ name: 'Java', slug }))
      .thenRefused('refused', TEXTS.documents.slugLikeId, 'slug');
  });
  test('may be absent', () => {
    given(created({ slug: 'java-1' }))
      .when(change({ slug: '' }))
      .then({ type: 'BatchDetailsChanged', data: { changes: { slug: null } } });
  });
});

describe('changing', () => {
  test('equal values are no change', () => {
    given(created({ assessmentIds: ['a', 'b'] }))
      .when(change({ name: 'Java, autumn', assessmentIds: ['a', 'b'], slug: null }), become('Draft'))
      .then();
  });

  test('seats are whole and not negative; required values cannot be cleared', () => {
    for (const capacity of [-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      given(created()).when(change({ capacity })).thenRefused('refused', TEXTS.batches.capacityInvalid, 'capacity');
    }
    given(created())
      .when(change({ capacity: null }))
      .thenRefused('refused', 'Capacity needs a value.', 'capacity');
    given(created())
      .when(change({ enableEmbedding: null }))
      .thenRefused('refused', undefined, 'enableEmbedding');
    given(created())
      .when(change({ description: 'x'.repeat(20_001) }))
      .thenRefused('refused', undefined, 'description');
  });

  test('several changes are decided together or not at all', () => {
    given(created())
      .when(change({ name: 'Java' }), become('Open'))
      .then({ type: 'BatchDetailsChanged', data: { changes: { name: 'Java' } } }, became('Open'));
    given(created())
      .when(become('Open'), change({ slug: 'x' }))
      .thenRefused('refused');
    given().when(become('Open')).thenRefused('not-found');
  });
});

describe('a picture', () => {
  const icon = { fileId: 'f_1-A', fileName: 'My icon (2).png' };
  test.each([
    icon,
    { ...icon, cdnUrl: 'https://cdn.example/icon.png' },
    { ...icon, cdnUrl: '/brand/icon.svg' },
    { ...icon, fileName: 'x'.repeat(255), fileId: 'f'.repeat(64) },
  ])('may be %j', (iconFile) => {
    given(created())
      .when(change({ iconFile }))
      .then({ type: 'BatchDetailsChanged', data: { changes: { iconFile } } });
  });
  test.each([
    { fileId: '' },
    { fileId: '../secret' },
    { fileId: 'f'.repeat(65) },
    { fileName: '' },
    { fileName: 'a/b.png' },
    { fileName: 'a\\b.png' },
    { fileName: 'a\r\nb.png' },
    { fileName: 'x'.repeat(256) },
    { cdnUrl: '' },
    { cdnUrl: 'http://cdn.example/icon.png' },
    { cdnUrl: 'javascript:alert(1)' },
    { cdnUrl: 'data:image/svg+xml,<svg/>' },
    { cdnUrl: '//evil.example/icon.png' },
    { cdnUrl: '/\\evil.example' },
    { cdnUrl: '/\t/evil.example' },
    { cdnUrl: 'https://' },
    { cdnUrl: 'icon.png' },
  ])('may not have %j', (wrong) => {
    for (const field of ['iconFile', 'bannerFile']) {
      given(created())
        .when(change({ [field]: { ...icon, ...wrong } }))
        .thenRefused('refused', TEXTS.forms.fileInvalid, field);
    }
  });
});

describe('statuses', () => {
  test.each(BATCH_STATUSES.flatMap((from) => BATCH_STATUSES.map((to) => [from, to] as const)))(
    '%s may become %s',
    (from, to) => {
      given(created({}, from))
        .when(become(to))
        .then(...(from === to ? [] : [became(to)]));
    },
  );

  test('openedAt is the first time that it was Open', () => {
    expect(given(created()).state.openedAt).toBeNull();
    expect(given(created({}, 'Open')).state.openedAt).toBe('2026-03-01T09:00:00.000Z');
    expect(given(created(), became('Open'), became('Closed'), became('Open')).state.openedAt).toBe(
      '2026-03-01T09:01:00.000Z',
    );
  });

  test('only Open batches are public and take applications; in Complete ones only staff make changes', () => {
    const usesOf = (status: BatchStatus) => BATCH_USES.filter((use) => allows(use, status));
    expect(Object.fromEntries(BATCH_STATUSES.map((status) => [status, usesOf(status)]))).toEqual({
      Draft: ['continue', 'administer'],
      Open: ['show', 'apply', 'continue', 'administer'],
      Closed: ['continue', 'administer'],
      Complete: ['administer'],
    });
  });

  test('lists show Draft, Open, Closed, Complete, each oldest first', () => {
    const named = (_id: string, status: BatchStatus, day: string) => ({
      _id,
      status,
      createdAt: `2026-01-${day}T00:00:00.000Z`,
    });
    const list = [
      named('f', 'Complete', '01'),
      named('c', 'Open', '05'),
      named('b', 'Open', '05'),
      named('a', 'Open', '04'),
      named('e', 'Closed', '02'),
      named('z', 'Draft', '09'),
    ];
    expect(list.sort(compareBatches).map(({ _id }) => _id)).toEqual(['z', 'a', 'b', 'c', 'e', 'f']);
  });
});

test('in every reachable state each command is valid and repeatable', () => {
  const text = fc.constantFrom('', 'Java', ' java-autumn ', 'java-spring');
  const wanted = fc.record(
    {
      name: text,
      description: fc.option(text),
      slug: fc.option(text),
      capacity: fc.constantFrom(20, 0, 7.5, null),
      assessmentIds: fc.array(fc.constantFrom('a', 'b', 'c')),
      enableEmbedding: fc.option(fc.boolean()),
      iconFile: fc.option(fc.constant({ fileId: 'f', fileName: 'icon.png' })),
    },
    { requiredKeys: [] },
  );
  const status = fc.constantFrom(...BATCH_STATUSES);
  expectRepeatable(
    batch,
    fc.oneof(
      fc.tuple(wanted, status).map(([details, started]) => create(details, started)),
      wanted.map(change),
      status.map(become),
    ),
  );
});
