import { defineConfig } from 'vitest/config';
import { testCounts } from '../test-counts.ts';

const conditions = ['parley-source', 'node'];

// `npm run test:elsewhere`: the all-in-one image as tests of other projects use it. Needs a Docker engine, Java with
// Maven, Go and Python.
export default defineConfig({
  root: import.meta.dirname,
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    include: ['elsewhere/*.e2e.ts'],
    // testcontainers cleans up after a killed run with a separate image, which is not available everywhere.
    env: { TESTCONTAINERS_RYUK_DISABLED: 'true' },
    globalSetup: ['./elsewhere/setup.ts'],
    reporters: ['verbose', ...testCounts()],
    pool: 'forks',
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
