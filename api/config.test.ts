import express from 'express';
import { describe, expect, test } from 'vitest';
import { ConfigRefused, readConfig, siteOf } from './config.ts';

describe('the configuration', () => {
  test('needs nothing at all', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      dataDir: './data',
      role: 'all',
      isDemo: true,
      hasRateLimits: true,
      isLocal: true,
      isTrial: true,
      trustedProxies: [],
    });
  });

  test('makes no demo in production, nor where others reach the portal, unless asked to', () => {
    expect(readConfig({ NODE_ENV: 'production' }).isDemo).toBe(false);
    expect(readConfig({ NODE_ENV: 'production', DEMO: '1' }).isDemo).toBe(true);
    expect(readConfig({ DEMO: '0' }).isDemo).toBe(false);
    expect(readConfig({ PUBLIC_URL: 'https://school.example' }).isDemo).toBe(false);
    expect(readConfig({ HOST: '0.0.0.0' }).isDemo).toBe(false);
    expect(readConfig({ HOST: '0.0.0.0', DEMO: '1' }).isDemo).toBe(true);
  });

  test('is local where HOST and PUBLIC_URL are both loopback, and a trial unless it is production', () => {
    const kind = (environment: Record<string, string>) => {
      const { isLocal, isTrial } = readConfig(environment);
      return [isLocal, isTrial];
    };
    for (const HOST of ['127.0.0.1', '127.8.0.1', 'localhost', 'LOCALHOST', '::1'])
      expect(kind({ HOST })).toEqual([true, true]);
    for (const HOST of ['0.0.0.0', '::', '10.0.0.7', 'school.example', '::ffff:0.0.0.0', '127.0.0.1.evil.example'])
      expect(kind({ HOST }), HOST).toEqual([false, false]);
    for (const PUBLIC_URL of [
      'http://localhost:3000/',
      'http://127.0.0.1',
      'http://[::1]:3000',
      'http://school.localhost',
    ])
      expect(kind({ PUBLIC_URL })).toEqual([true, true]);
    for (const PUBLIC_URL of [
      'https://school.example',
      'http://10.0.0.7',
      'http://localhost.example',
      'http://0.0.0.0',
    ])
      expect(kind({ PUBLIC_URL }), PUBLIC_URL).toEqual([false, false]);
    expect(kind({ PUBLIC_URL: 'http://localhost', HOST: '0.0.0.0' })).toEqual([false, false]);
    expect(kind({ NODE_ENV: 'production' })).toEqual([true, false]);
  });

  test('names every variable that is wrong, and takes an empty one as absent', () => {
    expect(() => readConfig({ PORT: 'eighty', MASTER_KEY: 'short', RATE_LIMITS: 'maybe' })).toThrow(ConfigRefused);
    expect(() => readConfig({ PORT: 'eighty', MASTER_KEY: 'short' })).toThrow(/PORT: .*\nMASTER_KEY: must be 32 bytes/);
    expect(readConfig({ PORT: '', PUBLIC_URL: '' }).port).toBe(3000);
  });

  test('trusts proxies by address, range or the name of one', () => {
    const trusting = (value: string) => readConfig({ TRUST_PROXY: value }).trustedProxies;
    const known = ['loopback', '10.0.0.7', '10.0.0.0/8', '::1', 'fd00::/8'];
    expect(trusting(known.join(', '))).toEqual(known);
    // Express judges them the same way.
    expect(() => express().set('trust proxy', known)).not.toThrow();
    for (const bad of ['evil', '1', '10.0.0.0/33', '10.0.0.0/0', '10.0.0.0/8/8', 'fe80::1%eth0', 'loopback,', ' ']) {
      expect(() => trusting(bad), bad).toThrow(/TRUST_PROXY: must be addresses/);
    }
  });

  test('splits roles only where servers hold the data, and never without a key of its own', () => {
    expect(() => readConfig({ ROLE: 'worker' })).toThrow(/ROLE=worker needs EVENTSTORE_URL and MONGODB_URL/);
    expect(() => readConfig({ MONGODB_URL: 'mongodb://localhost' })).toThrow(/MASTER_KEY is required/);
  });

  test('knows where the portal stands on the web', () => {
    const local = siteOf(readConfig({}), 4000);
    expect([local.publicUrl.href, local.baseDomain]).toEqual(['http://localhost:4000/', 'localhost']);
    const remote = siteOf(readConfig({ PUBLIC_URL: 'https://school.example/' }), 4000);
    expect([remote.publicUrl.href, remote.baseDomain]).toEqual(['https://school.example/', null]);
    const below = siteOf(readConfig({ PUBLIC_URL: 'https://school.example', BASE_DOMAIN: 'Schools.example' }), 4000);
    expect(below.baseDomain).toBe('schools.example');
  });
});
