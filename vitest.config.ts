import { defineConfig } from 'vitest/config';

const UNITS = '{domain,commands,projections,api,scripts,web/src}/**/*.test.{ts,tsx}';

/** Four kinds of test, each runnable alone: `npx vitest run --project api`. */
export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    setupFiles: ['./test/support/freeze-documents.ts'],
    reporters: ['default', './scripts/tally-reporter.ts'],
    projects: [
      { test: { name: 'unit', include: [UNITS], testTimeout: 20_000 } },
      { test: { name: 'contract', include: ['test/contract/**/*.test.ts'], testTimeout: 90_000, hookTimeout: 60_000 } },
      {
        test: {
          name: 'api',
          include: ['test/api/**/*.test.ts', 'test/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          globalSetup: ['test/browser/build-web.ts'],
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
