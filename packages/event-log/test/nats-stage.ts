import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NatsConnection } from '@nats-io/transport-node';
import { type NatsServer, startNats } from '@parley/embedded';
import { connectNats, type Follower } from '../src/index.ts';

/** The NATS server of one test file. Its tests kill the server and restore older states. */
export type NatsStage = AsyncDisposable & {
  dir: string;
  server: NatsServer;
  nats: NatsConnection;
  /** Registers a follower, which is stopped when the tests end. */
  stopLater(what: Pick<Follower, 'stop'>): void;
};

export async function createNatsStage(): Promise<NatsStage> {
  const dir = mkdtempSync(join(tmpdir(), 'parley-event-log-'));
  const server = await startNats({ dir: join(dir, 'nats'), token: 'stage' });
  const nats = await connectNats({ url: server.url, name: 'test' });
  const stopping: Pick<Follower, 'stop'>[] = [];
  return {
    dir,
    server,
    nats,
    stopLater: (what) => void stopping.push(what),
    async [Symbol.asyncDispose]() {
      await Promise.all(stopping.map((what) => what.stop()));
      await nats.close();
      await server.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** Waits until a condition is true. Fails after `timeoutMs`. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  what: string,
  timeoutMs = 180_000,
): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`waited too long: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
