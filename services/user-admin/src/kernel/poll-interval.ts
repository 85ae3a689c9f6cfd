const maxPauseMs = 5_000;

/** `minPauseMs` after a poll that found work; doubled by each poll that found none, up to `maxPauseMs`. */
export function pollInterval(minPauseMs: number): (hasFoundWork: boolean) => number {
  let pauseMs = minPauseMs;
  return (hasFoundWork) => {
    pauseMs = hasFoundWork ? minPauseMs : Math.min(maxPauseMs, pauseMs * 2);
    return pauseMs;
  };
}
