/** A worker that runs until it is stopped. */
export type RunningWorker = {
  /** Aborts the worker's signal. Resolves when the worker has ended. */
  stop(): Promise<void>;
};

/** Runs a worker. It must end soon after its signal aborts, and must not reject. */
export function runUntilStopped(run: (signal: AbortSignal) => Promise<void>): RunningWorker {
  const stopping = new AbortController();
  const running = run(stopping.signal);
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
