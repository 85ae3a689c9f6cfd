/** Longest pause between two polls that find nothing, in milliseconds. */
const restMs = 5_000;

/**
 * Returns a function that gives the pause after a poll, in milliseconds: short after a poll that found work, and twice as
 * long after each one that found none.
 */
export function pollInterval(oftenMs: number): (hasFoundWork: boolean) => number {
  let pauseMs = oftenMs;
  return (hasFoundWork) => {
    pauseMs = hasFoundWork ? oftenMs : Math.min(restMs, pauseMs * 2);
    return pauseMs;
  };
}
