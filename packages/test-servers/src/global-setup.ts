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
  let stopping = false;
  // As in production somebody starts it again: nats-server 2.9 can end itself on a read beside a first write.
  const keep = async () => {
    for (;;) {
      await servers.nats.exited;
      if (stopping) return;
      process.stderr.write('nats-server ended by itself; starting it again\n');
      await servers.nats.start();
    }
  };
  void keep();
  project.provide('parleyServers', servers.urls);
  return () => {
    stopping = true;
    return servers.stop();
  };
}
