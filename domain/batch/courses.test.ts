import { expect, test } from 'vitest';
import { COURSE_RULE_NAMES, chosenIn, onlyCourse, toggledCourse } from './courses.ts';

const COURSES = [
  { _id: 'a', name: 'Full-Stack, day', status: 'Open' },
  { _id: 'b', name: 'fullstack evening', status: 'Closed' },
  { _id: 'c', name: 'JAVA 17', status: 'Draft' },
  { _id: 'd', name: 'JavaScript', status: 'Complete' },
] as const;
const chosen = (text: string) =>
  chosenIn(COURSES, text)
    .map(({ _id }) => _id)
    .join('');

test('each rule chooses by status or name', () => {
  expect(COURSE_RULE_NAMES.map((rule) => `${rule} ${chosen(rule)}`)).toEqual([
    'active ab',
    'all abcd',
    'none ',
    'fullStack ab',
    'java c',
  ]);
});

test('a course can be inverted and restored', () => {
  const without = toggledCourse('all', 'b');
  expect(chosen(without)).toBe('acd');
  expect(toggledCourse(without, 'b')).toBe('all');
  expect(chosen(toggledCourse('java', 'a'))).toBe('ac');
  expect(chosen(onlyCourse('d'))).toBe('d');
  expect(chosen('c,d,unknown')).toBe('cd');
});
