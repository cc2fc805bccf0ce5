import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openClient } from './connection-string.ts';

const printed: unknown[] = [];
beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation((line) => void printed.push(line));
});
afterEach(() => {
  vi.restoreAllMocks();
  expect(printed.splice(0)).toEqual([]);
});

describe('a connection string', () => {
  test.each([
    'esdb://localhost:2113?tls=false',
    'esdb://localhost',
    'esdb://admin:sesame@db.example:2113?tls=true&defaultDeadline=5000',
    'esdb://a.example:2113,b.example:2113,c.example:2113?nodePreference=leader&keep_alive_interval=10000',
    'esdb+discover://admin:s%40same%3F@cluster.example:2113?connectionName=intake&tlsVerifyCert=true',
    'esdb+discover://admin:s%40same@a.example:2113,b.example:2113?gossipTimeout=3',
    'esdb://a.example,b.example/',
    ' esdb://localhost:2113/ ',
  ])('%s is accepted', async (url) => {
    await openClient(url).dispose();
  });

  test.each([
    ['http://admin:sesame@localhost', 'at character 1, esdb:// or esdb+discover:// is expected'],
    ['esdb://admin:sesame@', 'at character 21, host is expected'],
    ['esdb://admin:sesame@localhost:port', 'at character 31, port number is expected'],
    ['esdb://admin:sesame@localhost?tls=maybe', 'true or false is expected'],
    ['esdb://admin:sesame@localhost?tls', 'is expected'],
    ['esdb://admin:sesame@localhost?sesame=1', 'there is no option sesame'],
    ['esdb://admin:%sesame@localhost?tls=false', 'it cannot be read'],
    ['esdb://admin:sesame@localhost?nodePreference=sesame', 'leader'],
    ['esdb://admin:sesame@localhost?node-preference=follower', 'nodePreference has to be leader'],
    ['esdb://admin:sesame@localhost?tlsVerifyCert=false', 'name the authority with tlsCAFile'],
    ['esdb://admin:sesame@localhost?throw_on_append_failure=false', 'would hide refused appends'],
    ['esdb://admin:sesame@localhost?tlsCAFile=/nowhere/ca.pem', 'Failed to load certificate file'],
    ['esdb://admin:sesame@localhost?defaultDeadline=0', 'Invalid defaultDeadline'],
    ['', 'esdb:// or esdb+discover:// is expected'],
  ])('%s is refused, with the reason and without quoting it', (url, reason) => {
    const open = () => openClient(url);
    expect(open).toThrow(TypeError);
    expect(open).toThrow(`The EventStoreDB connection string is not valid: `);
    expect(open).toThrow(reason);
    if (!reason.includes('sesame')) expect(open).not.toThrow(/sesame/);
  });
});
