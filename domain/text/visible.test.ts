import { expect, test } from 'vitest';
import { visible, visibleLines } from './visible.ts';

test('what a school writes into a name reaches the terminal as text, in one line', () => {
  const name = 'Evil\u001b]0;mine\u0007\u001b[2J\nother-school\tFake\u202e';
  expect(visible({ schools: [{ name, members: 3, owner: null }] })).toEqual({
    schools: [{ name: 'Evil\\u{1b}]0;mine\\u{7}\\u{1b}[2J\\nother-school\\tFake\\u{202e}', members: 3, owner: null }],
  });
});

test('a text of several lines keeps them, and shows what reverses one', () => {
  expect(visibleLines('{"a":1}\r\n \u202eexe.cod\nend')).toBe('{"a":1}\n \\u{202e}exe.cod\nend');
});
