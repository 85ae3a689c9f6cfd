import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ServiceName } from '@parley/core';
import type { Service, ServiceOverrides } from '@parley/service-kit';

type ServiceModule = {
  loadServiceConfig(env: NodeJS.ProcessEnv): unknown;
  createService(config: unknown, overrides: ServiceOverrides): Service;
};

/**
 * Entry point of a service. Tests import source files, whereas compiled programs import compiled files. A program must not load
 * the same module in both forms.
 */
const entry = import.meta.filename.endsWith('.ts') ? 'src/index.ts' : 'dist/index.js';

/**
 * Creates a service from environment variables, as its process does. Loads the service's code on first use, because tests with
 * containers do not need it.
 */
export async function createService(
  name: ServiceName,
  env: NodeJS.ProcessEnv,
  overrides: ServiceOverrides = {},
): Promise<Service> {
  const file = join(import.meta.dirname, '../../../services', name, entry);
  const service = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as ServiceModule;
  return service.createService(service.loadServiceConfig(env), overrides);
}
