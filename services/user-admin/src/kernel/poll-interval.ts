/** Maximum pause between two polls, in milliseconds. */
const maxPauseMs = 5_000;

/**
 * Returns a function that returns the pause after a poll, in milliseconds. The pause is `minPauseMs` after a poll that found
 * work. It doubles with each poll that found none, up to `maxPauseMs`.
 */
export function pollInterval(minPauseMs: number): (hasFoundWork: boolean) => number {
  let pauseMs = minPauseMs;
  return (hasFoundWork) => {
    pauseMs = hasFoundWork ? minPauseMs : Math.min(maxPauseMs, pauseMs * 2);
    return pauseMs;
  };
}
