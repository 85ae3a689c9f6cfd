import { createLogger, type Logger } from '@parley/core';
import type { Registry } from 'prom-client';
import { createOps, createRegistry, type ReadyCheck } from './ops.ts';
import type { Service } from './run.ts';

export type ServiceOptions = {
  /** Name on every log line, for instance `channel`. */
  name: string;
  logLevel: string;
  /** Where `/healthz`, `/readyz` and `/metrics` listen. */
  ops: { host: string; port: number };
};

/** Tests bring their own logger, or read the registry. */
export type ServiceOverrides = { logger?: Logger; registry?: Registry };

/** What a service does with one of its parts after the part was opened. */
export type Part<T> = {
  /** Returns true, or the reason why the part is not ready. `/readyz` shows it under the part's name. */
  ready?: (value: T) => ReturnType<ReadyCheck>;
  /** Ends the intake of work and finishes accepted work, while every other part still runs. */
  drain?: (value: T) => unknown;
  /** Releases what the part holds, once all parts are drained. By default the part's own `stop()` or `close()`. */
  stop?: (value: T) => unknown;
  /** The stop goes on without this part after so many milliseconds. Unlimited by default. */
  stopWithinMs?: number;
};

/** Collects the parts of a service in the order in which they open. */
export type Parts = {
  readonly logger: Logger;
  readonly registry: Registry;
  /** Aborted when the service begins to stop; ends waits of parts that are still opening. */
  readonly signal: AbortSignal;
  /** Waits until a part is open. Parts are drained, and later stopped, in the reverse of this order. */
  add<T>(name: string, opening: T | Promise<T>, part?: Part<T>): Promise<T>;
  /** Adds a readiness condition that belongs to no single part. */
  check(name: string, ready: ReadyCheck): void;
};

/** A service with what `open` returned; those fields exist once the service has started. */
export type DefinedService<T> = Service & { readonly opsPort: number } & T;

/** After so long a part that is still stopping is named in the log, milliseconds. */
const slowStopMs = 3_000;

/**
 * A service from a function that opens its parts in order. Nothing is opened before `start`.
 *
 * - Start: the operations port first, then each part. When a part fails, those before it are stopped.
 * - Ready: when all parts are open and each part's `ready` holds.
 * - Stop: unready, drain each part in reverse order, stop each part in reverse order, the operations port last.
 */
export function defineService<T extends object>(
  options: ServiceOptions & ServiceOverrides,
  open: (parts: Parts) => Promise<T>,
): DefinedService<T> {
  const logger = options.logger ?? createLogger({ service: options.name, level: options.logLevel });
  const registry = options.registry ?? createRegistry();
  const stopping = new AbortController();
  const stack = new AsyncDisposableStack();
  const draining = new AsyncDisposableStack();
  const checks = new Map<string, ReadyCheck>([['started', () => 'not all parts are open']]);
  const ops = createOps({ ...options.ops, logger, ready: () => checks }, registry);
  let opsPort = 0;
  let stopped: Promise<void> | undefined;

  const parts: Parts = {
    logger,
    registry,
    signal: stopping.signal,
    async add(name, opening, { ready, drain, stop = stopItself, stopWithinMs } = {}) {
      const value = await opening;
      const close = () => watched(name, stopWithinMs, async () => stop(value));
      if (stopping.signal.aborted) {
        await close();
        throw stopping.signal.reason;
      }
      stack.defer(close);
      if (drain) draining.defer(() => watched(name, undefined, async () => drain(value)));
      if (ready) checks.set(name, () => ready(value));
      return value;
    },
    check: (name, ready) => void checks.set(name, ready),
  };

  /** Runs a step of the stop, and says so when it takes long. */
  async function watched(
    part: string,
    limitMs: number | undefined,
    run: () => Promise<unknown>,
  ): Promise<void> {
    const slow = setTimeout(() => logger.warn({ part }, 'still stopping'), slowStopMs);
    const { promise: gaveUp, resolve: giveUp } = Promise.withResolvers<void>();
    const limit =
      limitMs === undefined
        ? undefined
        : setTimeout(() => {
            logger.warn({ part, limitMs }, 'stopping takes too long; going on without it');
            giveUp();
          }, limitMs);
    try {
      await Promise.race([run(), gaveUp]);
    } finally {
      clearTimeout(slow);
      clearTimeout(limit);
    }
  }

  async function stop(): Promise<void> {
    stopping.abort(new Error('The service is stopping.'));
    ops.setDraining();
    try {
      await draining.disposeAsync();
    } finally {
      await stack.disposeAsync();
    }
  }

  const service = {
    get opsPort() {
      return opsPort;
    },
    async start() {
      if (stopping.signal.aborted) return;
      stack.defer(() => ops.stop());
      opsPort = await ops.start();
      try {
        const opened = await open(parts);
        Object.defineProperties(service, Object.getOwnPropertyDescriptors(opened));
        checks.delete('started');
        logger.info({ opsPort, ...portsOf(opened) }, 'ready');
      } catch (error) {
        // A stop ends what is opening, and is no failure of the start.
        if (stopping.signal.aborted) return;
        await service.stop().catch((err: unknown) => logger.warn({ err }, 'stopping after a failed start'));
        throw error;
      }
    },
    stop() {
      stopped ??= stop();
      return stopped;
    },
  };
  return service as DefinedService<T>;
}

/** Calls a part's own `stop()` or `close()`, if it has one. */
function stopItself(part: unknown): unknown {
  const { stop, close } = Object(part) as { stop?: unknown; close?: unknown };
  const end = stop ?? close;
  return typeof end === 'function' ? end.call(part) : undefined;
}

/** The fields of an opened service that are ports, for the log. */
const portsOf = (opened: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(opened).filter(([name]) => name.endsWith('Port')));
