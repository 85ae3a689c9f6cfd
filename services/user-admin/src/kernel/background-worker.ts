export type BackgroundWorker = { start(): void; stop(): Promise<void> };

/** Creates a worker that calls `run` once, at its start. `stop` aborts the signal and resolves when `run` has ended. */
export function backgroundWorker(run: (signal: AbortSignal) => Promise<void>): BackgroundWorker {
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();
  return {
    start() {
      running = run(stopping.signal);
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
