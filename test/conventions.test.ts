import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { findForeignLicences } from '../scripts/licences.ts';

test('imports go only the ways that the picture in docs/architecture.md shows', () => {
  const folders = ['domain', 'commands', 'projections', 'api', 'web/src'];
  const run = spawnSync('node_modules/.bin/depcruise', ['--config', '.dependency-cruiser.json', ...folders], {
    encoding: 'utf8',
  });
  expect(run.status, run.stdout + run.stderr).toBe(0);
});

test('every dependency carries a licence from the list', () => {
  expect(findForeignLicences()).toEqual([]);
});
