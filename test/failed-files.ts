import { writeFileSync } from 'node:fs';
import type { Reporter, TestCase, TestModule } from 'vitest/node';

/**
 * Writes the files of which something failed into a file, a line each, for `.ci/twice`. Nothing when running them once
 * more would prove nothing: after errors outside of tests, or when what failed has had another try already.
 */
export class FailedFiles implements Reporter {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const failed = modules.filter((module) => module.state() === 'failed');
    const isDecided =
      unhandledErrors.length > 0 ||
      failed.some((module) => [...module.children.allTests('failed')].some(hasHadAnotherTry));
    const lines = isDecided ? [] : failed.map(({ moduleId }) => `${moduleId}\n`);
    writeFileSync(this.#path, lines.join(''));
  }
}

const hasHadAnotherTry = (test: TestCase): boolean => (test.diagnostic()?.retryCount ?? 0) > 0;

/** For a list of reporters: this one, where `.ci/twice` asks for it. */
export const failedFiles = (): FailedFiles[] =>
  process.env.PARLEY_FAILED_FILES ? [new FailedFiles(process.env.PARLEY_FAILED_FILES)] : [];
