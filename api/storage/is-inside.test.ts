import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isInside } from './is-inside.ts';

let home: string;
const at = (name: string) => join(home, name);
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'intake-is-inside-'));
  await mkdir(at('data/backups'), { recursive: true });
  await mkdir(at('data-backups'));
  await symlink(at('data'), at('link'));
  await symlink(at('data/backups'), at('deep-link'));
});
afterAll(() => rm(home, { recursive: true, force: true }));

test.each([
  ['data', true],
  ['data/', true],
  ['data/backups', true],
  ['data/not/there/yet', true],
  ['data/..backups', true],
  ['link', true],
  ['link/backups/new', true],
  ['deep-link/new', true],
  ['other/../data/new', true],
  ['', false],
  ['data-backups', false],
  ['data/../backups', false],
  ['not-there', false],
])('%s: %s', (path, expected) => {
  expect(isInside(`${home}/${path}`, at('data'))).toBe(expected);
  expect(isInside(`${home}/${path}`, at('link'))).toBe(expected);
});

test('holds for a folder that is not there yet', () => {
  expect(isInside(at('new/backups'), at('new'))).toBe(true);
  expect(isInside(at('news'), at('new'))).toBe(false);
});
