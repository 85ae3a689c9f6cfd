import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { inOrder } from '../in-order.ts';
import { testCounts } from '../test-counts.ts';

const conditions = ['parley-source', 'node'];

/** The tests in test/network that run on any network, because they use only the HTTP API. */
const network = globSync('../network/*.test.ts', { cwd: import.meta.dirname }).filter((file) =>
  /\banyNetwork\(/.test(readFileSync(join(import.meta.dirname, file), 'utf8')),
);

/** Tests without faults run first, so that their failures are not mistaken for effects of a fault. */
const order = ['promises', 'upgrade', 'faults', 'services', 'promotion', 'mails'].map(
  (name) => `/${name}.e2e.ts`,
);

// The second half of `npm run test:e2e`. Separate from `npm test`, because it needs a Docker engine.
export default defineConfig({
  root: import.meta.dirname,
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    include: ['*.e2e.ts', ...network],
    setupFiles: ['../../vitest.setup.ts', './network.ts'],
    sequence: { sequencer: inOrder(order) },
    // For the worker processes; setup.ts explains it and sets it for the main process.
    env: { TESTCONTAINERS_RYUK_DISABLED: 'true' },
    globalSetup: ['./setup.ts'],
    reporters: ['verbose', './report.ts', ...testCounts()],
    pool: 'forks',
    fileParallelism: false,
    // One process for all files: loading the modules takes half of the time of a short file.
    isolate: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    teardownTimeout: 60_000,
  },
});
