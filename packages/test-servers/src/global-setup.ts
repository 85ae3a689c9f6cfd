import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { type Servers, startServers } from './servers.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** With the addresses of the shared servers, the socket that starts them, and templates of clusters. */
    parleyServersFolder: string;
  }
}

/**
 * Vitest's global setup. It starts one PostgreSQL and one NATS for the whole run when the first test file calls
 * `sharedServers`. Each test file uses its own database and its own prefix for NATS.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-servers-'));
  let started: Promise<Servers> | undefined;
  let stopping = false;

  async function start(): Promise<Servers> {
    const servers = await startServers();
    // Other processes must not see a part of the file.
    const file = join(folder, 'urls.json');
    writeFileSync(`${file}.new`, JSON.stringify(servers.urls));
    renameSync(`${file}.new`, file);
    void keepRunning(servers);
    return servers;
  }

  /** nats-server 2.9 can crash when a read coincides with a first write. */
  async function keepRunning({ nats }: Servers): Promise<void> {
    for (;;) {
      await nats.exited;
      if (stopping) return;
      process.stderr.write('nats-server ended by itself; restarting it\n');
      await nats.start();
    }
  }

  // A test file that needs the servers connects to this socket. The socket closes the connection when the servers are ready.
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
