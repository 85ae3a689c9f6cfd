import { errors, onAbort, type ServiceName } from '@parley/core';
import type { Call } from '../calls/call.ts';
import { maxTimerMs } from '../calls/deadlines.ts';
import type { Definition } from '../calls/definition.ts';
import type { MessageStream } from '../calls/message-stream.ts';
import type { ByteRoute } from '../files/byte-server.ts';

/** A handler of this process, by the kind of its method. It throws nothing but `ParleyError`. */
export type LocalHandler =
  | { readonly kind: 'unary'; handle(request: unknown, call: Call): Promise<unknown> }
  | { readonly kind: 'answers'; handle(request: unknown, call: Call): AsyncIterable<unknown> }
  | { readonly kind: 'stream'; handle(stream: MessageStream<unknown, unknown>, call: Call): Promise<void> }
  | { readonly kind: 'bytes'; handle: ByteRoute['handler'] };

/** Address of a service whose only replica runs in the same process. */
const inProcess = 'in-process';

export type LocalServicesOptions = {
  /** Receives each request and answer. Tests freeze them, because caller and handler share one object. */
  inspect?: (message: unknown) => void;
};

/**
 * The services whose only replica, for the clients of this process, runs in this process. These clients call the handlers
 * directly: nothing is encoded or sent. All clients and servers of a process get the same object; without one, all calls go over
 * the network.
 */
export class LocalServices {
  readonly inspect: ((message: unknown) => void) | undefined;
  readonly #names: ReadonlySet<string>;
  readonly #handlers = new Map<string, LocalHandler>();
  readonly #awaited = new Map<string, PromiseWithResolvers<void>>();
  #isClosed = false;

  constructor(services: Iterable<ServiceName>, { inspect }: LocalServicesOptions = {}) {
    this.#names = new Set(Array.from(services, (name) => name.replaceAll('-', '')));
    this.inspect = inspect;
  }

  /** Returns whether the service of a definition runs in this process. It may not have started yet. */
  runs(definition: Definition): boolean {
    return Object.values(definition).some(({ path }) => this.#names.has(serviceOf(path)));
  }

  /** Makes a handler callable. */
  offer(path: string, handler: LocalHandler): void {
    this.#handlers.set(path, handler);
    this.#awaited.get(path)?.resolve();
    this.#awaited.delete(path);
  }

  /** Makes a handler that was offered no longer callable. Calls wait until a handler is offered again. */
  withdraw(path: string, handler: LocalHandler): void {
    if (this.#handlers.get(path) === handler) this.#handlers.delete(path);
  }

  /** Whether the process is stopping. Then a service that does not run will not start any more. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Makes all calls fail that wait for a service, because the process is stopping. */
  close(): void {
    this.#isClosed = true;
    for (const { reject } of this.#awaited.values()) reject(errors.unavailable());
    this.#awaited.clear();
  }

  /**
   * Returns the handler of a method. Waits for a service that has not started.
   * @throws UNAVAILABLE when the service does not start before the deadline of the call
   */
  async find(path: string, call: Call): Promise<LocalHandler> {
    for (;;) {
      const handler = this.#handlers.get(path);
      if (handler) return handler;
      if (this.#isClosed) throw errors.unavailable();
      let awaited = this.#awaited.get(path);
      if (!awaited) {
        awaited = Promise.withResolvers();
        awaited.promise.catch(() => undefined);
        this.#awaited.set(path, awaited);
      }
      await beforeDeadline(awaited.promise, call);
    }
  }

  /** Returns the handler of a method; undefined when its service has not started. */
  get(path: string): LocalHandler | undefined {
    return this.#handlers.get(path);
  }
}

/** Returns all replicas, for clients that choose one themselves: `in-process` when the only one runs here. */
export const replicaAddresses = (
  definition: Definition,
  { addresses, local }: { addresses: readonly string[]; local?: LocalServices | undefined },
): readonly string[] => (local?.runs(definition) ? [inProcess] : addresses);

/** Returns the name of the service in the path of a method, without hyphens: `/parley.useradmin.v1.…` → `useradmin`. */
const serviceOf = (path: string): string => path.split('.', 2)[1] ?? '';

async function beforeDeadline(promise: Promise<void>, { deadline, signal }: Call): Promise<void> {
  const { promise: gaveUp, reject } = Promise.withResolvers<never>();
  const giveUp = () => reject(errors.unavailable());
  const timer = setTimeout(giveUp, Math.min(Math.max(0, deadline - Date.now()), maxTimerMs));
  const offAbort = onAbort(signal, giveUp);
  try {
    await Promise.race([promise, gaveUp]);
  } finally {
    clearTimeout(timer);
    offAbort();
  }
}
