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
      isProduction: false,
      trustedProxies: [],
    });
  });

  test('makes no demo in production unless asked to', () => {
    expect(readConfig({ NODE_ENV: 'production' }).isDemo).toBe(false);
    expect(readConfig({ NODE_ENV: 'production', DEMO: '1' }).isDemo).toBe(true);
    expect(readConfig({ DEMO: '0' }).isDemo).toBe(false);
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
