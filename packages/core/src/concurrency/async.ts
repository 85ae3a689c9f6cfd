/** Resolves after `ms` milliseconds. When the signal aborts before, it rejects with the signal's reason. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}

/**
 * Calls a function when a signal aborts, or immediately when it has already aborted. (An event listener would not be called
 * then.)
 * @returns a function that removes the listener
 */
export function onAbort(signal: AbortSignal, run: () => void): () => void {
  if (signal.aborted) {
    run();
    return () => undefined;
  }
  signal.addEventListener('abort', run, { once: true });
  return () => signal.removeEventListener('abort', run);
}

/**
 * Handles all items, up to `atOnce` at the same time. After a failure no other is begun, and it rejects when those that were begun have
 * ended.
 */
export async function inTurns<T>(
  items: Iterable<T>,
  atOnce: number,
  handle: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = items[Symbol.iterator]();
  let hasFailed = false;
  const work = async () => {
    for (let next = waiting.next(); !next.done && !hasFailed; next = waiting.next()) {
      try {
        await handle(next.value);
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: atOnce }, work));
  for (const each of ended) if (each.status === 'rejected') throw each.reason;
}

export type BackoffOptions = { baseMs: number; maxMs: number };

/**
 * Returns the delay in milliseconds after a failed attempt (0 is the first). The delay doubles with each attempt, up to `maxMs`.
 * A random part of up to half of it is subtracted, so that clients do not retry at the same time.
 */
export function backoff(attempt: number, { baseMs, maxMs }: BackoffOptions): number {
  const ceiling = Math.min(maxMs, baseMs * 2 ** Math.min(attempt, 30));
  return ceiling / 2 + Math.random() * (ceiling / 2);
}

export type RetryOptions = BackoffOptions & {
  signal?: AbortSignal;
  /** Returns whether a failure may be retried. Default: every failure. */
  retryable?: (error: unknown) => boolean;
  onRetry?: (error: unknown, attempt: number) => void;
};

/** @throws the error of `fn` if it is not retryable; the reason of the signal when it aborts */
export async function retry<T>(fn: (attempt: number) => Promise<T>, options: RetryOptions): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    options.signal?.throwIfAborted();
    try {
      return await fn(attempt);
    } catch (error) {
      if (options.retryable && !options.retryable(error)) throw error;
      options.onRetry?.(error, attempt);
      await sleep(backoff(attempt, options), options.signal);
    }
  }
}

/**
 * Limits concurrency: at most `limit` tasks run at the same time, and further tasks wait in order. When `maxWaiting` tasks
 * wait, `run` rejects immediately. When the signal aborts before the task starts, `run` rejects with the signal's reason.
 */
export class Semaphore {
  #free: number;
  readonly #waiting: Array<() => void> = [];
  readonly #maxWaiting: number;

  constructor(limit: number, maxWaiting = Number.POSITIVE_INFINITY) {
    this.#free = limit;
    this.#maxWaiting = maxWaiting;
  }

  async run<T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    if (this.#free > 0) this.#free--;
    else await this.#wait(signal);
    try {
      return await task();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free++;
    }
  }

  async #wait(signal: AbortSignal | undefined): Promise<void> {
    if (this.#waiting.length >= this.#maxWaiting) throw new QueueFullError();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = () => {
      this.#waiting.splice(this.#waiting.indexOf(start), 1);
      reject(signal?.reason);
    };
    const start = () => {
      signal?.removeEventListener('abort', leave);
      resolve();
    };
    this.#waiting.push(start);
    signal?.addEventListener('abort', leave, { once: true });
    await promise;
  }
}

/** Thrown when too many tasks wait. The caller should reject its request, so that the load decreases. */
export class QueueFullError extends Error {
  override name = 'QueueFullError';
  constructor() {
    super('Too much work is waiting.');
  }
}
