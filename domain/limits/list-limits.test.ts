import { expect, test } from 'vitest';
import { type ListShapes, listErrors, listOf } from './list-limits.ts';

const SHAPES: ListShapes = {
  title: {},
  form: { fields: listOf('A form', 'fields', 2, { key: 'name', each: { options: listOf('A field', 'options', 1) } }) },
  blocks: listOf('A step', 'blocks', 1, { each: { urls: listOf('A block', 'pages', 1) } }),
};
const field = (name: string, options: number) => ({ name, options: Array(options).fill('x') });
const form = (...fields: object[]) => ({ form: { fields } });

test('a list within its limit is valid, whatever else the document holds', () => {
  expect(listErrors(form(field('a', 1), field('b', 0)), SHAPES)).toEqual([]);
  for (const odd of [null, 'text', [], {}, { form: 7 }, { form: { fields: 'many' } }, form(null as never)]) {
    expect(listErrors(odd, SHAPES)).toEqual([]);
  }
});

test('a longer one is refused with its path, its limit and its length', () => {
  expect(listErrors(form(...Array(1200).fill({})), SHAPES)).toEqual([
    { field: 'form.fields', message: 'A form can have at most 2 fields. It has 1,200.' },
  ]);
  expect(listErrors(form(field('a', 0), field('b', 2)), SHAPES)).toEqual([
    { field: 'form.fields[1].options', message: 'A field can have at most 1 options. It has 2.' },
  ]);
});

test('a longer one of an earlier version can stay, shrink and be reordered, but not grow', () => {
  const before = form(field('a', 3), field('b', 0), field('c', 0), field('d', 0));
  expect(listErrors(before, SHAPES, before)).toEqual([]);
  expect(listErrors(form(field('c', 0), field('b', 1), field('a', 2)), SHAPES, before)).toEqual([]);
  expect(listErrors(form(field('a', 4)), SHAPES, before)).toHaveLength(1);
  expect(listErrors(form(field('b', 3)), SHAPES, before)).toHaveLength(1);
  expect(listErrors(form(...Array(5).fill(field('b', 0))), SHAPES, before)).toHaveLength(1);
});

test('elements without a key are compared with all former elements', () => {
  const before = { blocks: [{ urls: [] }, { urls: ['1', '2', '3'] }] };
  expect(listErrors({ blocks: [{ urls: ['1', '2', '3'] }] }, SHAPES, before)).toEqual([]);
  expect(listErrors({ blocks: [{ urls: ['1', '2', '3', '4'] }] }, SHAPES, before)).toHaveLength(1);
});
