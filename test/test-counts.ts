import { appendFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

/**
 * Appends a line `<passed> <failed>` about the tests of a run to a file, from which `.ci/stages` computes its last
 * line.
 */
export class TestCounts implements Reporter {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const count = (state: 'passed' | 'failed') =>
      modules.reduce((sum, { children }) => sum + [...children.allTests(state)].length, 0);
    // A file that cannot be loaded, or whose hook fails, need not have a failed test.
    const brokenFiles = modules.filter(
      (module) => module.state() === 'failed' && module.children.allTests('failed').next().done,
    );
    const failed = count('failed') + brokenFiles.length + unhandledErrors.length;
    appendFileSync(this.#path, `${count('passed')} ${failed}\n`);
  }
}

/** Returns this reporter when `.ci/stages` asks for it. */
export const testCounts = (): TestCounts[] =>
  process.env.PARLEY_TEST_COUNTS ? [new TestCounts(process.env.PARLEY_TEST_COUNTS)] : [];
