import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { VARIABLES } from '../../api/config/config.ts';
import { BUDGETS } from '../../api/http/limits/limits.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let document: string;
beforeAll(async () => {
  server = await startTestServer();
  document = await readFile('docs/operations.md', 'utf8');
});
afterAll(() => server.close());

function namesBelow(heading: string): readonly string[] {
  const section = document.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? '';
  return [...section.matchAll(/^\| `(\w+)` \|/gm)].map(([, name = '']) => name);
}

describe('docs/operations.md', () => {
  test('names every variable of the configuration, and no other', () => {
    expect([...namesBelow('Configuration')].sort()).toEqual([...VARIABLES].sort());
  });

  test('says every limit under load', () => {
    for (const [name, { most, what }] of Object.entries(BUDGETS)) {
      expect(document).toContain(`| \`${name}\` | ${most.toLocaleString('en')} | ${what} |`);
    }
  });

  test('names a test that there is for each drill', () => {
    const section = document.split(/^## /m).find((part) => part.startsWith('Drills\n')) ?? '';
    const rows = section
      .split('\n')
      .filter((line) => line.startsWith('| '))
      .slice(1);
    expect(rows.length).toBeGreaterThan(10);
    for (const row of rows) {
      const tests = [...(row.split('|').at(-2) ?? '').matchAll(/`([^`]+)`/g)].map(([, file = '']) => file);
      expect([row, tests.length > 0 && tests.every((file) => existsSync(file))]).toEqual([row, true]);
    }
  });

  test('names every metric of ours, and of the others only such as are there', async () => {
    const text = await (await fetch(`${server.url}/metrics`)).text();
    const told = new Set([...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name = '']) => name));
    const ours = [...told].filter((name) => name.startsWith('intake_'));
    expect([...namesBelow('What to watch')].sort()).toEqual(ours.sort());
    const others = [...document.matchAll(/`((?:process|nodejs)_\w+)`/g)].map(([, name = '']) => name);
    expect(others.length).toBeGreaterThan(0);
    for (const name of others) expect(told, name).toContain(name);
  });
});
