/**
 * Timers that the whole process shares. Each wake-up of a process costs more than the little work that most timers do, so timers
 * of a second and longer, which may be late by a quarter of a second, fire together. Shorter ones are timers of their own.
 */

/** Timers fire at multiples of this many milliseconds of the monotonic clock. */
const gridMs = 250;
const sharedFromMs = 1_000;

/** What is due at each multiple. */
const due = new Map<number, Set<() => void>>();
let armed: { slot: number; timer: NodeJS.Timeout } | undefined;

/** Handle of calls that repeat. */
export type Repeating = { stop(): void };

/** Up to 250 ms later, together with others. Does not keep the process running. @returns a function that cancels */
export function later(ms: number, run: () => void): () => void {
  if (ms >= sharedFromMs) return schedule(slotAfter(ms), run);
  const timer = setTimeout(run, ms).unref();
  return () => clearTimeout(timer);
}

/**
 * Calls `run` every `everyMs` milliseconds, rounded to a multiple of 250, together with others. Does not keep the process running. After
 * a pause of the process, it is called once.
 */
export function every(everyMs: number, run: () => void): Repeating {
  if (everyMs < sharedFromMs) {
    const timer = setInterval(run, everyMs).unref();
    return { stop: () => clearInterval(timer) };
  }
  const step = Math.round(everyMs / gridMs);
  let cancel: () => void;
  const next = (slot: number) => {
    cancel = schedule(slot, () => {
      next(Math.max(slot + step, slotAfter(0)));
      run();
    });
  };
  next(slotAfter(everyMs));
  return { stop: () => cancel() };
}

/** Together with others (`later`). @throws the signal's reason when it aborts before */
export function rest(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const onAbort = () => {
      cancel();
      reject(signal?.reason);
    };
    const cancel = later(ms, () => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    });
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}

const slotAfter = (ms: number): number => Math.ceil((performance.now() + ms) / gridMs);

function schedule(slot: number, run: () => void): () => void {
  const calls = due.get(slot) ?? new Set();
  due.set(slot, calls);
  // A function of its own, because the same one may be scheduled twice.
  const call = () => run();
  calls.add(call);
  arm();
  return () => {
    calls.delete(call);
    if (calls.size > 0 || due.get(slot) !== calls) return;
    due.delete(slot);
    arm();
  };
}

/** Sets the one timer to the next multiple at which something is due. */
function arm(): void {
  const slot = Math.min(...due.keys());
  if (armed?.slot === slot) return;
  clearTimeout(armed?.timer);
  armed = undefined;
  if (due.size === 0) return;
  const waitMs = Math.max(0, slot * gridMs - performance.now());
  armed = { slot, timer: setTimeout(fire, waitMs, slot).unref() };
}

function fire(slot: number): void {
  armed = undefined;
  const reached = Math.max(slot, Math.floor(performance.now() / gridMs));
  const slots = [...due.keys()].filter((each) => each <= reached).sort((a, b) => a - b);
  for (const each of slots) {
    const calls = due.get(each) ?? [];
    due.delete(each);
    for (const call of calls) {
      try {
        call();
      } catch (error) {
        // Like an error in a timer of its own: the process ends, unless it handles such errors. The other calls are made first.
        setImmediate(() => {
          throw error;
        });
      }
    }
  }
  arm();
}
