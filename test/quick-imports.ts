import { type RegisterHooksOptions, registerHooks } from 'node:module';

/** Addresses of the entries of workspace packages, which are the same for every file that imports them. */
const entries = new Map<string, string>();

const resolve: RegisterHooksOptions['resolve'] = (specifier, context, nextResolve) => {
  const { parentURL } = context;
  if (parentURL === undefined || parentURL.includes('/node_modules/') || specifier.includes('?'))
    return nextResolve(specifier, context);
  if (/^\.\.?\/.*\.ts$/.test(specifier))
    return { url: new URL(specifier, parentURL).href, shortCircuit: true };
  if (!specifier.startsWith('@parley/')) return nextResolve(specifier, context);
  const known = entries.get(specifier);
  if (known !== undefined) return { url: known, shortCircuit: true };
  const found = nextResolve(specifier, context);
  entries.set(specifier, found.url);
  return found;
};

/**
 * Resolves the imports of this repository's own files at once: they name the exact file. Node would look each up on the disk, and
 * vitest would report each to its main process, which needs it only to watch files. All services together have ten thousand imports,
 * and each process of the tests loads them.
 */
export function resolveQuickly(): void {
  const known = Symbol.for('parley.quick-imports');
  if (process.env.VITEST_MODE === 'WATCH' || known in globalThis) return;
  Object.assign(globalThis, { [known]: true });
  registerHooks({ resolve });
}
