/**
 * Returns a function that runs a task for several callers at once. A call joins the run that begins after the current one, because the
 * current one may have missed what was committed since.
 */
export function joinRuns<Result>(task: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined;
  let next: Promise<Result> | undefined;
  const run = (): Promise<Result> => {
    running = task().finally(() => {
      running = undefined;
    });
    return running;
  };
  return async () => {
    if (!running) return await run();
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        return run();
      });
    return await next;
  };
}
