import type { Reporter, TestModule, Vitest } from 'vitest/node';

/** So many tests that pass only when they are tried again fail the run: by chance alone it is one or two. */
const TOO_MANY_RETRIED = 3;

/** Closes a run with what was skipped and why, what passed only when it was tried again, and one line that machines read: `N passed, N failed, N skipped`. */
export default class TallyReporter implements Reporter {
  readonly #servers: string;
  /** With `-t` all tests that are not asked for count as skipped, and nobody wants to read their names. */
  #isSelection = false;

  /** `servers`: what is to be said of the tests on servers. */
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
      // A file that did not load, or a hook that failed: no test of it says so.
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
