import type { Reporter, TestModule, Vitest } from 'vitest/node';

interface Tally {
  readonly passed: number;
  readonly skipped: readonly string[];
  /** Each with the first line of its error. */
  readonly failed: readonly string[];
}

/** Ends each run with skipped tests, those that passed only when they were run again, and `N passed, N failed, N skipped` for machines. */
export default class TallyReporter implements Reporter {
  readonly #servers: string;
  /** With `-t` all other tests count as skipped, and their names would only be noise. */
  #isSelection = false;
  /** By module; a later run replaces its tally. */
  readonly #tallies = new Map<string, Tally>();
  readonly #passedAgain: string[] = [];
  #unhandled = 0;

  /** `servers`: a sentence about the tests on servers. */
  constructor({ servers }: { servers: string }) {
    this.#servers = servers;
  }

  onInit({ config }: Vitest): void {
    this.#isSelection = config.testNamePattern !== undefined;
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    this.#unhandled += unhandledErrors.length;
    for (const module of modules) {
      const key = `${module.project.name} ${module.moduleId}`;
      const tally = tallyOf(module);
      if (tally.failed.length === 0) this.#passedAgain.push(...(this.#tallies.get(key)?.failed ?? []));
      this.#tallies.set(key, tally);
    }
    const tallies = [...this.#tallies.values()];
    const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0);
    const failed = tallies.reduce((sum, tally) => sum + tally.failed.length, this.#unhandled);
    const skipped = tallies.flatMap((tally) => tally.skipped);
    const lines = [
      ...(this.#isSelection ? [] : skipped.map((name) => `skipped: ${name}`)),
      ...this.#passedAgain.map((name) => `passed when run again: ${name}`),
      ...(this.#isSelection ? [] : [this.#servers]),
      `${passed} passed, ${failed} failed, ${skipped.length} skipped`,
    ];
    process.stdout.write(`\n${lines.join('\n')}\n`);
  }
}

function tallyOf(module: TestModule): Tally {
  let passed = 0;
  const failed: string[] = [];
  const skipped: string[] = [];
  for (const test of module.children.allTests()) {
    const result = test.result();
    if (result.state === 'passed') passed += 1;
    else if (result.state === 'failed')
      failed.push(`${test.fullName} (${module.project.name}): ${result.errors[0]?.message.split('\n', 1)[0] ?? ''}`);
    else skipped.push(`${test.fullName}${result.state === 'skipped' && result.note ? `: ${result.note}` : ''}`);
  }
  // A file that failed to load, or a failed hook.
  if (module.state() === 'failed' && failed.length === 0)
    failed.push(`${module.relativeModuleId} (${module.project.name}): the file failed`);
  return { passed, failed, skipped };
}
