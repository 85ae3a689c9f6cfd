import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { type Servers, startServers } from './servers.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder that contains the description of the shared servers, the socket that starts them, and templates of clusters. */
    parleyServersFolder: string;
  }
}

/**
 * Starts one PostgreSQL and one NATS for the whole run when the first test file requests them (`sharedServers`). Each
 * test file has a separate database and prefix.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-servers-'));
  let started: Promise<Servers> | undefined;
  let stopping = false;

  async function start(): Promise<Servers> {
    const servers = await startServers();
    writeFileSync(join(folder, 'urls.json'), JSON.stringify(servers.urls));
    void keepRunning(servers);
    return servers;
  }

  /** Restarts NATS as production does, because nats-server 2.9 can end itself when a read meets a first write. */
  async function keepRunning({ nats }: Servers): Promise<void> {
    for (;;) {
      await nats.exited;
      if (stopping) return;
      process.stderr.write('nats-server ended by itself; restarting it\n');
      await nats.start();
    }
  }

  // A test file connects to request the servers. The connection ends when they are ready.
  const broker = createServer((socket) => {
    socket.on('error', () => undefined);
    started ??= start();
    started.then(
      () => socket.end('started'),
      (error: Error) => socket.end(`${error.stack}`),
    );
  });
  await new Promise<void>((resolve) => broker.listen(join(folder, 'socket'), resolve));
  project.provide('parleyServersFolder', folder);
  return async () => {
    stopping = true;
    broker.close();
    const servers = await started?.catch(() => undefined);
    await servers?.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
