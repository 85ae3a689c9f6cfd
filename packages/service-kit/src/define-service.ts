import { createLogger, isRecord, type Logger } from '@parley/core';
import type { SharedLog } from '@parley/event-log';
import type { LocalServices } from '@parley/rpc';
import type { Registry } from 'prom-client';
import { measureCertificates } from './certificates.ts';
import { createOps, createRegistry } from './ops.ts';
import type { ProcessOps } from './process-ops.ts';
import { onceTrueWithin, type ReadyCheck } from './readiness.ts';
import type { Service } from './run.ts';

export type ServiceOptions = {
  name: string;
  logLevel: string;
  /** Address and port of `/healthz`, `/readyz` and `/metrics`. */
  ops: { host: string; port: number };
};

/** What a process with several services gives to each of them, and replacements that tests pass. */
export type ServiceOverrides = {
  logger?: Logger;
  registry?: Registry;
  /** The services of this process. Default: calls to all other services go over the network. */
  local?: LocalServices | undefined;
  /** What the services of this process share of the log. Default: the service connects to NATS itself. */
  sharedLog?: SharedLog | undefined;
  /** The operations port of this process. Default: the service opens its own. */
  processOps?: ProcessOps | undefined;
};

/** The functions that check, drain and stop a part of a service. */
export type Part<T> = {
  /** Returns true, or the reason why the part is not ready. `/readyz` shows the reason under the name of the part. */
  ready?: (value: T) => ReturnType<ReadyCheck>;
  /** Stops accepting work and finishes the accepted work. All other parts still run meanwhile. */
  drain?: (value: T) => unknown;
  /** Releases the resources of the part, after all parts are drained. Default: the part's own `stop()` or `close()`. */
  stop?: (value: T) => unknown;
  /** Time limit for `stop` in milliseconds. After it, the next part is stopped. Default: no limit. */
  stopWithinMs?: number;
};

/** Collects the parts of a service while they are opened. */
export type Parts = {
  readonly logger: Logger;
  readonly registry: Registry;
  /** The services of this process, for clients and servers of calls; undefined when the service has a process of its own. */
  readonly local: LocalServices | undefined;
  readonly sharedLog: SharedLog | undefined;
  /** Aborts when the service starts to stop, so that parts that are being opened give up. */
  readonly signal: AbortSignal;
  /**
   * Waits until a part is open and returns it. Parts are drained and stopped in the reverse order of these calls.
   * @throws the reason of `signal` when the service is already stopping; then the part is stopped at once
   */
  add<T>(name: string, opening: T | Promise<T>, part?: Part<T>): Promise<T>;
  /** Adds a readiness condition that does not belong to a part. */
  check(name: string, ready: ReadyCheck): void;
  /** Counts only until it was true once, and at most for `withinMs` (`onceTrueWithin`). */
  checkWithin(withinMs: number, name: string, ready: () => boolean | string): void;
};

/** A service with the fields that `open` returned. These fields exist only after `start`. */
export type DefinedService<T> = Service & { readonly opsPort: number } & T;

/** Milliseconds after which a part that is still stopping is logged. */
const slowStopMs = 3_000;

/**
 * Creates a service from a function that opens its parts in order. Nothing is opened before `start`.
 * - Start: opens the operations port first, then the parts. When a part fails to open, the service is stopped.
 * - Ready: when all parts are open, and all readiness checks succeed.
 * - Stop: reports that the service is not ready, drains all parts in reverse order, stops all parts in reverse order, and
 *   closes the operations port last.
 */
export function defineService<T extends object>(
  options: ServiceOptions & ServiceOverrides,
  open: (parts: Parts) => Promise<T>,
): DefinedService<T> {
  const stopping = new AbortController();
  const { parts, checks, stack, end } = collectParts(options, stopping.signal);
  const { logger, registry } = parts;
  measureCertificates(registry);
  const ops =
    options.processOps?.add(options.name, { registry, logger, ready: () => checks }) ??
    createOps({ ...options.ops, logger, ready: () => checks }, registry);
  let opsPort = 0;
  let stopped: Promise<void> | undefined;
  const service = {
    get opsPort() {
      return opsPort;
    },
    async start() {
      if (stopping.signal.aborted) return;
      stack.defer(() => ops.stop());
      opsPort = await ops.start();
      const opened = await openOrStop(
        () => open(parts),
        parts,
        () => service.stop(),
      );
      if (!opened) return;
      Object.defineProperties(service, Object.getOwnPropertyDescriptors(opened));
      checks.delete('started');
      logger.info({ opsPort, ...portsOf(opened) }, 'ready');
    },
    stop() {
      if (stopped) return stopped;
      stopping.abort(new Error('The service is stopping.'));
      ops.setDraining();
      stopped = end();
      return stopped;
    },
  };
  return service as DefinedService<T>;
}

/** Collects the parts of a service, with what checks their readiness, and what drains and stops them. */
function collectParts(options: ServiceOptions & ServiceOverrides, signal: AbortSignal) {
  const logger = options.logger ?? createLogger({ service: options.name, level: options.logLevel });
  const registry = options.registry ?? createRegistry();
  const stack = new AsyncDisposableStack();
  const draining = new AsyncDisposableStack();
  const checks = new Map<string, ReadyCheck>([['started', () => 'not all parts are open']]);
  const parts: Parts = {
    logger,
    registry,
    local: options.local,
    sharedLog: options.sharedLog,
    signal,
    async add(name, opening, { ready, drain, stop = stopItself, stopWithinMs } = {}) {
      const value = await opening;
      const close = () => watched(logger, { part: name, limitMs: stopWithinMs }, async () => stop(value));
      if (signal.aborted) {
        await close();
        throw signal.reason;
      }
      stack.defer(close);
      if (drain) draining.defer(() => watched(logger, { part: name }, async () => drain(value)));
      if (ready) checks.set(name, () => ready(value));
      return value;
    },
    check: (name, ready) => void checks.set(name, ready),
    checkWithin: (withinMs, name, ready) => void checks.set(name, onceTrueWithin(withinMs, ready)),
  };
  const end = async (): Promise<void> => {
    try {
      await draining.disposeAsync();
    } finally {
      await stack.disposeAsync();
    }
  };
  return { parts, checks, stack, end };
}

/** Opens the parts of a service, and stops it when one fails to open. @returns undefined when it was stopped meanwhile */
async function openOrStop<T>(
  open: () => Promise<T>,
  { logger, signal }: Parts,
  stop: () => Promise<void>,
): Promise<T | undefined> {
  try {
    return await open();
  } catch (error) {
    // The service is being stopped, which aborts parts that are being opened. This is not a failed start.
    if (signal.aborted) return undefined;
    await stop().catch((err: unknown) => logger.warn({ err }, 'stopping after a failed start'));
    throw error;
  }
}

/** Runs a step of stopping. Logs it when it takes long, and stops waiting for it after `limitMs`. */
async function watched(
  logger: Logger,
  { part, limitMs }: { part: string; limitMs?: number | undefined },
  run: () => Promise<unknown>,
): Promise<void> {
  const slow = setTimeout(() => logger.warn({ part }, 'still stopping'), slowStopMs);
  const { promise: gaveUp, resolve: giveUp } = Promise.withResolvers<void>();
  const limit =
    limitMs === undefined
      ? undefined
      : setTimeout(() => {
          logger.warn({ part, limitMs }, 'a part takes too long to stop; continuing without it');
          giveUp();
        }, limitMs);
  try {
    await Promise.race([run(), gaveUp]);
  } finally {
    clearTimeout(slow);
    clearTimeout(limit);
  }
}

/** Calls `stop()` or `close()` of the part if it has one of them. */
function stopItself(part: unknown): unknown {
  if (!isRecord(part)) return undefined;
  const end = part.stop ?? part.close;
  return typeof end === 'function' ? end.call(part) : undefined;
}

/** Returns the open ports of a service, which are the fields whose names end with `Port`, for the log. */
const portsOf = (opened: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(opened).filter(([name, port]) => name.endsWith('Port') && port !== 0));
