import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const document = readFileSync('docs/security.md', 'utf8');

/** How many requirements of levels 1 and 2 a chapter of OWASP ASVS 5.0 has, without those that do not apply. */
const REQUIREMENTS = { V2: 11, V3: 19, V4: 4, V6: 30, V7: 15, V8: 7, V11: 14, V12: 8, V13: 13, V14: 9 } as const;

describe('docs/security.md', () => {
  test('names tests that there are', () => {
    const named = [...document.matchAll(/`((?:test|api|commands|web)\/[\w./-]+\.ts)`/g)].map(([, file = '']) => file);
    expect(named.length).toBeGreaterThan(100);
    expect(named.filter((file) => !existsSync(file))).toEqual([]);
  });

  test('has a row for each requirement, with a test, a reason or the word open', () => {
    for (const [chapter, count] of Object.entries(REQUIREMENTS)) {
      const section = document.split(/^## /m).find((part) => part.startsWith(`${chapter} `)) ?? '';
      const rows = section.split('\n').filter((line) => /^\| \d/.test(line));
      const numbers = rows.flatMap((row) => row.split('|')[1]?.match(/\d+\.\d+\.\d+/g) ?? []);
      expect([chapter, numbers.length]).toEqual([chapter, count]);
      expect(new Set(numbers).size).toBe(count);
      for (const row of rows) expect(row.split('|')[2]?.trim(), row).not.toBe('');
    }
  });
});

test('no container has rights that it does not need', () => {
  const services = readFileSync('docker-compose.yml', 'utf8')
    .split(/^services:/m)[0]
    ?.concat(readFileSync('docker-compose.yml', 'utf8').split(/^services:|^networks:/m)[1] ?? '')
    .split(/^(?: {2})?(?=[a-z][\w-]*:(?: &\w+)?$)/m)
    .filter((block) => /^ {2,4}image:/m.test(block));
  expect(services).toHaveLength(6);
  for (const service of services ?? []) {
    const name = service.split(':')[0];
    expect(service, name).toContain('cap_drop: [ALL]');
    expect(service, name).toContain("security_opt: ['no-new-privileges:true']");
    expect(/read_only: true/.test(service), name).toBe(name !== 'eventstore' && name !== 'mongo');
  }
});
