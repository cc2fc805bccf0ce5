import { expect, test } from 'vitest';
import { type Capability, POLICY } from '../../domain/access/policy.ts';
import { ENDPOINTS } from './endpoints.ts';

test('versions are for those only who may read the document, because they say what is in it', () => {
  const calls = Object.values(ENDPOINTS);
  const granted = (capability: Capability): readonly string[] => POLICY[capability].grants;
  const more = calls
    .filter(({ path }) => path.endsWith('/{id}/versions'))
    .map(({ path, capability }) => {
      const read = calls.find((one) => one.method === 'GET' && `${one.path}/versions` === path);
      const readers = read ? granted(read.capability as Capability) : [];
      // Programs are granted by name what is open to everyone.
      const mayRead = (one: string) => readers.includes(one) || (readers.includes('anyone') && !one.endsWith('Token'));
      return [path, granted(capability as Capability).filter((one) => !mayRead(one))];
    });
  expect(more.length).toBeGreaterThan(6);
  expect(more.filter(([, grantees]) => grantees?.length)).toEqual([]);
});
