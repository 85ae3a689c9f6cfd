import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { failedFiles } from '../failed-files.ts';

const conditions = ['parley-source', 'node'];

/** What of test/network asks for any network: it speaks the HTTP API alone. */
const network = globSync('../network/*.test.ts', { cwd: import.meta.dirname }).filter((file) =>
  /\banyNetwork\(/.test(readFileSync(join(import.meta.dirname, file), 'utf8')),
);

/** Gentle things first, so that what fails there is not taken for the work of a fault. */
const order = ['promises', 'upgrade', 'faults'].map((name) => `/${name}.e2e.ts`);
const placeOf = ({ moduleId }: TestSpecification) => order.findIndex((name) => moduleId.endsWith(name));

class InOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}

// The second half of `npm run test:e2e`: apart from `npm test`, because it needs a Docker engine.
export default defineConfig({
  root: import.meta.dirname,
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    include: ['**/*.e2e.ts', ...network],
    setupFiles: ['../../vitest.setup.ts', './network.ts'],
    sequence: { sequencer: InOrder },
    // In the processes of tests; setup.ts says why, and sets it for its own.
    env: { TESTCONTAINERS_RYUK_DISABLED: 'true' },
    globalSetup: ['./setup.ts'],
    reporters: ['verbose', './report.ts', ...failedFiles()],
    pool: 'forks',
    fileParallelism: false,
    // One process for all: half of what a short file takes is to load what the one before had loaded.
    isolate: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    teardownTimeout: 60_000,
  },
});
