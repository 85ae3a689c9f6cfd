/** A background worker that has been started. */
export type RunningWorker = {
  /** Aborts the worker's signal. Resolves when the worker has ended. */
  stop(): Promise<void>;
};

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
