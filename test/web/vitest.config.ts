import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

const root = join(import.meta.dirname, '../..');
const conditions = ['parley-source', 'node'];

// `npm run test:web`: every flow of the web client. Not part of `npm test`, because it takes minutes.
export default defineConfig({
  root,
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    include: ['test/web/**/*.{test,web}.ts'],
    setupFiles: ['./vitest.setup.ts'],
    globalSetup: ['./packages/test-servers/src/global-setup.ts'],
    reporters: ['verbose'],
    pool: 'forks',
    // A browser and all services a file: more at once only slow each other down.
    fileParallelism: false,
    // Limits end a test that hangs. They judge no promise: beside other work everything takes several times as long.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 20_000 } },
    teardownTimeout: 20_000,
  },
});
