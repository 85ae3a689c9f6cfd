import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ServiceName } from '@parley/core';
import type { Service } from '@parley/service-kit';

type ServiceModule = {
  loadServiceConfig(env: NodeJS.ProcessEnv): unknown;
  createService(config: unknown): Service;
};

/** Sources import sources, and compiled code imports compiled code: a module must not be loaded from both. */
const entry = import.meta.filename.endsWith('.ts') ? 'src/index.ts' : 'dist/index.js';

/**
 * Creates a service from environment variables, as its process does. Its code is loaded only then: tests of containers
 * need none of it.
 */
export async function createService(name: ServiceName, env: NodeJS.ProcessEnv): Promise<Service> {
  const file = join(import.meta.dirname, '../../../services', name, entry);
  const service = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as ServiceModule;
  return service.createService(service.loadServiceConfig(env));
}
