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
