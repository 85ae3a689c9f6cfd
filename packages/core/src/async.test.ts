import { describe, expect, it } from 'vitest';
import { onAbort } from './async.ts';

describe('onAbort', () => {
  it('runs when the signal aborts, once', () => {
    const controller = new AbortController();
    let runs = 0;
    onAbort(controller.signal, () => runs++);
    expect(runs).toBe(0);
    controller.abort();
    controller.abort();
    expect(runs).toBe(1);
  });

  it('runs immediately when the signal has aborted already', () => {
    let runs = 0;
    onAbort(AbortSignal.abort(), () => runs++);
    expect(runs).toBe(1);
  });

  it('does not run after it was removed', () => {
    const controller = new AbortController();
    let runs = 0;
    onAbort(controller.signal, () => runs++)();
    controller.abort();
    expect(runs).toBe(0);
  });
});
