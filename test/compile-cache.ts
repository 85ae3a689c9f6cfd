import { join } from 'node:path';

/**
 * Lets Node keep what it has compiled of TypeScript, also in the processes of the tests and in those that they start. Loading all services
 * then takes half the processor time. Node compares the sources, so nothing becomes outdated.
 */
export function keepCompiledCode(): void {
  process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../.cache/compiled-tests');
}
