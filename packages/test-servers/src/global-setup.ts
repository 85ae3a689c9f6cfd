import type { TestProject } from 'vitest/node';
import { type ServerUrls, startServers } from './servers.ts';

declare module 'vitest' {
  interface ProvidedContext {
    parleyServers: ServerUrls;
  }
}

/** Starts one PostgreSQL and one NATS for the whole run; each test file has its own database and prefix. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const servers = await startServers();
  project.provide('parleyServers', servers.urls);
  return () => servers.stop();
}
