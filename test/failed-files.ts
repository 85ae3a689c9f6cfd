import { writeFileSync } from 'node:fs';
import type { Reporter, TestCase, TestModule } from 'vitest/node';

/**
 * Writes the paths of test files that failed, one a line, for `.ci/twice`. Writes nothing when a second run would prove
 * nothing: after errors outside tests, or when a failed test has been retried already.
 */
export class FailedFiles implements Reporter {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const failed = modules.filter((module) => module.state() === 'failed');
    const isConclusive =
      unhandledErrors.length > 0 ||
      failed.some((module) => [...module.children.allTests('failed')].some(wasRetried));
    const lines = isConclusive ? [] : failed.map(({ moduleId }) => `${moduleId}\n`);
    writeFileSync(this.#path, lines.join(''));
  }
}

const wasRetried = (test: TestCase): boolean => (test.diagnostic()?.retryCount ?? 0) > 0;

/** Returns this reporter when `.ci/twice` asks for it. */
export const failedFiles = (): FailedFiles[] =>
  process.env.PARLEY_FAILED_FILES ? [new FailedFiles(process.env.PARLEY_FAILED_FILES)] : [];
