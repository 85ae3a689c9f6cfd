import { join } from 'node:path';
import { defineConfig, type ViteUserConfig } from 'vitest/config';
import { keepCompiledCode } from './compile-cache.ts';
import { testCounts } from './test-counts.ts';

keepCompiledCode();

/**
 * Returns the vitest configuration of tests with their own npm command. They use the same kind of servers as `npm test`. File
 * patterns are relative to the root of the repository.
 */
export const separateSuite = (test: ViteUserConfig['test']): ViteUserConfig =>
  defineConfig({
    root: join(import.meta.dirname, '..'),
    ssr: { resolve: { conditions: ['parley-source', 'node'] } },
    test: {
      setupFiles: ['./vitest.setup.ts'],
      globalSetup: ['./packages/test-servers/src/global-setup.ts'],
      reporters: ['verbose', ...testCounts()],
      pool: 'forks',
      // As in `npm test`, Node itself loads TypeScript.
      experimental: { viteModuleRunner: false, nodeLoader: false },
      // Time limits only stop tests that hang. They do not verify guarantees, because other work on the machine slows
      // everything down.
      testTimeout: 300_000,
      hookTimeout: 300_000,
      expect: { poll: { timeout: 60_000 } },
      teardownTimeout: 20_000,
      ...test,
    },
  });
