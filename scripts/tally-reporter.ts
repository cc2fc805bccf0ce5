import type { Reporter, TestModule, Vitest } from 'vitest/node';

/** One or two retries happen by chance. */
const TOO_MANY_RETRIED = 3;

/** Ends a run with skipped and retried tests, and `N passed, N failed, N skipped` for machines. */
export default class TallyReporter implements Reporter {
  readonly #servers: string;
  /** With `-t` all other tests count as skipped, and their names would only be noise. */
  #isSelection = false;

  /** `servers`: a sentence about the tests on servers. */
  constructor({ servers }: { servers: string }) {
    this.#servers = servers;
  }

  onInit({ config }: Vitest): void {
    this.#isSelection = config.testNamePattern !== undefined;
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    let passed = 0;
    let failed = unhandledErrors.length;
    const skipped: string[] = [];
    const retried: string[] = [];
    for (const module of modules) {
      const failedBefore = failed;
      for (const test of module.children.allTests()) {
        const result = test.result();
        if (result.state === 'passed' && test.diagnostic()?.flaky)
          retried.push(
            `${test.fullName} (${module.project.name}): ${result.errors?.[0]?.message.split('\n', 1)[0] ?? ''}`,
          );
        if (result.state === 'passed') passed += 1;
        else if (result.state === 'failed') failed += 1;
        else skipped.push(`${test.fullName}${result.state === 'skipped' && result.note ? `: ${result.note}` : ''}`);
      }
      // A file that failed to load, or a failed hook.
      if (module.state() === 'failed' && failed === failedBefore) failed += 1;
    }
    const isFlaky = retried.length >= TOO_MANY_RETRIED;
    if (isFlaky) {
      failed += 1;
      process.exitCode = 1;
    }
    const lines = [
      ...(this.#isSelection ? [] : skipped.map((name) => `skipped: ${name}`)),
      ...retried.map((name) => `passed when tried again: ${name}`),
      ...(isFlaky ? [`failed: ${retried.length} tests passed only when they were tried again`] : []),
    ];
    process.stdout.write(
      `\n${[...lines, ...(this.#isSelection ? [] : [this.#servers]), `${passed} passed, ${failed} failed, ${skipped.length} skipped`].join('\n')}\n`,
    );
  }
}
