import { appendFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

/**
 * Vitest reporter that appends a line `<passed> <failed>` with the test counts of a run to a file. `.ci/stages` computes the
 * last line of its output from this file.
 */
export class TestCounts implements Reporter {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const count = (state: 'passed' | 'failed') =>
      modules.reduce((sum, { children }) => sum + [...children.allTests(state)].length, 0);
    // A file that cannot be loaded, or whose hook fails, counts as a failure even without a failed test.
    const brokenFiles = modules.filter(
      (module) => module.state() === 'failed' && module.children.allTests('failed').next().done,
    );
    const failed = count('failed') + brokenFiles.length + unhandledErrors.length;
    appendFileSync(this.#path, `${count('passed')} ${failed}\n`);
  }
}

/** Returns the reporter if the environment variable PARLEY_TEST_COUNTS, which `.ci/stages` sets, names its file. */
export const testCounts = (): TestCounts[] =>
  process.env.PARLEY_TEST_COUNTS ? [new TestCounts(process.env.PARLEY_TEST_COUNTS)] : [];
