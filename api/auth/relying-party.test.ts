import { expect, test } from 'vitest';
import { relyingPartyOf } from './relying-party.ts';

const SITE = { publicUrl: new URL('https://portal.schools.example'), baseDomain: 'schools.example' };
const LOCAL = { publicUrl: new URL('http://localhost:3000'), baseDomain: 'localhost' };
const isServed = async (host: string) => host === 'academy.example';
const idAt = async (origin: string, site: Parameters<typeof relyingPartyOf>[1] = SITE) =>
  (await relyingPartyOf(origin, site, isServed))?.id ?? null;

test.each([
  ['https://portal.schools.example', 'schools.example'],
  ['https://bagwis.schools.example', 'schools.example'],
  ['https://schools.example:8443', 'schools.example'],
  ['https://academy.example', 'academy.example'],
  ['https://evilschools.example', null],
  ['https://other.example', null],
  ['https://192.0.2.7', null],
])('%s makes passkeys for %s', async (origin, id) => {
  expect(await idAt(origin)).toBe(id);
});

test('without a base domain, or below localhost, each host has its own', async () => {
  expect(await idAt('https://portal.schools.example', { ...SITE, baseDomain: null })).toBe('portal.schools.example');
  expect(await idAt('https://bagwis.schools.example', { ...SITE, baseDomain: null })).toBeNull();
  expect(await idAt('http://localhost:3000', LOCAL)).toBe('localhost');
  expect(await idAt('http://bagwis.localhost:3000', LOCAL)).toBe('bagwis.localhost');
  expect(await idAt('http://127.0.0.1:3000', LOCAL)).toBeNull();
  expect(await idAt('http://[::1]:3000', LOCAL)).toBeNull();
});

test('the origin is that of the request, without a default port', async () => {
  expect((await relyingPartyOf('https://academy.example:443', SITE, isServed))?.origin).toBe('https://academy.example');
});
