import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { expect, it } from 'vitest';

/**
 * Maximum size of the whole library in bytes, minified and compressed. A page's bundle includes only the parts that it uses.
 */
const maxBytes = 23 * 1024;

it('the library is a small bundle for browsers without dependencies on Node', async () => {
  const bundle = await rolldown({
    input: join(import.meta.dirname, '../src/index.ts'),
    platform: 'browser',
    // Bundles all imports, so that an import that browsers cannot resolve fails the test.
    external: () => false,
    onLog: (_level, log) => {
      throw new Error(log.message);
    },
  });
  const { output } = await bundle.generate({ format: 'esm', minify: true });
  await bundle.close();
  expect(output).toHaveLength(1);
  const [{ code, imports }] = output;
  expect(imports).toEqual([]);
  expect(code).not.toMatch(/\b(?:process|Buffer|require)\b\s*[.(]/);
  expect(gzipSync(code).length).toBeLessThan(maxBytes);
});
