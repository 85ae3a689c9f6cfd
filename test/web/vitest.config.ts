import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { keepCompiledCode } from '../compile-cache.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { testCounts } from '../test-counts.ts';
import { allWebTests, shortWebTests } from './run-with-every-change.ts';

const root = join(import.meta.dirname, '../..');
const conditions = ['parley-source', 'node'];

// Uses the same temporary folder as `npm test`.
process.env.TMPDIR = temporaryFolder();
keepCompiledCode();

// Configuration of `npm run test:web`, which tests every flow of the web client. These tests are not part of `npm test`,
// because they take minutes. `.ci/run` runs those of the project `every-change`.
export default defineConfig({
  root,
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    setupFiles: ['./vitest.setup.ts'],
    globalSetup: ['./packages/test-servers/src/global-setup.ts'],
    reporters: ['verbose', ...testCounts()],
    pool: 'forks',
    // Each file starts a browser and all services. Running several files concurrently would only slow them down.
    fileParallelism: false,
    // Time limits only stop tests that hang. They do not verify guarantees, because everything takes several times as long on a
    // busy machine.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 20_000 } },
    teardownTimeout: 20_000,
    projects: [
      { extends: true, test: { name: 'every-change', include: shortWebTests } },
      { extends: true, test: { name: 'before-release', include: allWebTests, exclude: shortWebTests } },
    ],
  },
});
