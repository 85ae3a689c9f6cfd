import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { expect, it } from 'vitest';

/** Bytes of the whole library, minified and compressed; pages get only what they use of it. */
const maxBytes = 22 * 1024;

it('is a small bundle for browsers that needs nothing of Node', async () => {
  const bundle = await rolldown({
    input: join(import.meta.dirname, '../src/index.ts'),
    platform: 'browser',
    // An import that a browser cannot resolve fails the test instead of being left as it is.
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
