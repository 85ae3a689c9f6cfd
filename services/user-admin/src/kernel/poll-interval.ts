/** Longest pause between two polls that find nothing, in milliseconds. */
const maxPauseMs = 5_000;

/**
 * Returns a function that gives the pause after a poll, in milliseconds: short after a poll that found work, and twice as
 * long after each one that found none.
 */
export function pollInterval(minPauseMs: number): (hasFoundWork: boolean) => number {
  let pauseMs = minPauseMs;
  return (hasFoundWork) => {
    pauseMs = hasFoundWork ? minPauseMs : Math.min(maxPauseMs, pauseMs * 2);
    return pauseMs;
  };
}
