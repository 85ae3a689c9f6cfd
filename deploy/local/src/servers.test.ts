import type { ManagedServer, ServerExit } from '@parley/embedded';
import { expect, it } from 'vitest';
import { EmbeddedServer, type ServerContext } from './servers.ts';

/** Returns a server whose process ends when `end` is called, and whose start takes until `held` resolves. */
function fakeServer(held: Promise<void>) {
  let exited = Promise.withResolvers<ServerExit>();
  const said: string[] = [];
  const state = { running: true, starts: 0 };
  const end = (exit: ServerExit) => {
    state.running = false;
    exited.resolve(exit);
  };
  const server = {
    name: 'NATS',
    pid: 1,
    get exited() {
      return exited.promise;
    },
    stop: async () => {
      if (state.running) end({ code: 0, signal: null });
    },
    start: async () => {
      state.starts += 1;
      await held;
      exited = Promise.withResolvers();
      state.running = true;
    },
  };
  const context = {
    processes: { started: () => {}, ended: () => {} },
    view: { say: (line: string) => said.push(line) },
  };
  const embedded = new EmbeddedServer(
    server as unknown as ManagedServer,
    'nats',
    context as unknown as ServerContext,
  );
  return { embedded, end, said, state };
}

it('stops a server whose restart has begun but has no process yet', async () => {
  const held = Promise.withResolvers<void>();
  const { embedded, end, state } = fakeServer(held.promise);
  end({ code: null, signal: 'SIGKILL' });
  await expect.poll(() => state.starts).toBe(1);
  const stopped = embedded.stop();
  held.resolve();
  await stopped;
  expect(state.running).toBe(false);
});

// NATS exits with code 1 after SIGTERM.
it.each([0, 1])('does not restart a server that exits with code %i shortly before the stop', async (code) => {
  const { embedded, end, said, state } = fakeServer(Promise.resolve());
  end({ code, signal: null });
  await new Promise((resolve) => setTimeout(resolve, 20));
  await embedded.stop();
  expect({ said, starts: state.starts }).toEqual({ said: [], starts: 0 });
});
