import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { failedFiles } from './test/failed-files.ts';

// Workspace packages are read from their sources: unit tests need no build.
const conditions = ['parley-source', 'node'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    include: [
      'packages/*/{src,test}/**/*.test.ts',
      'services/*/{src,test}/**/*.test.ts',
      'deploy/*/{src,test}/**/*.test.ts',
      'test/**/*.test.ts',
      'scripts/**/*.test.ts',
    ],
    exclude: ['**/node_modules/**', '**/dist/**'],
    setupFiles: ['./vitest.setup.ts'],
    globalSetup: ['./packages/test-servers/src/global-setup.ts'],
    pool: 'forks',
    // Tests wait for servers and processes more than they compute: even two cores carry two at once.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    reporters: ['default', ...failedFiles()],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    teardownTimeout: 20_000,
  },
});
