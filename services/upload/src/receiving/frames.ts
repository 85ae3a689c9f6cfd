import { errors } from '@parley/core';
import type { Call } from '@parley/rpc';

type Frame = {
  frame?: { $case: 'begin' } | { $case: 'data'; data: Buffer } | { $case: 'finish' } | undefined;
};

/**
 * The bytes of a stream whose frames are data and, at the very end, `finish`. A stream that ends without it, or
 * whose caller is gone, was broken off. @throws ParleyError UNAVAILABLE then
 */
export async function* dataOf(frames: AsyncIterator<Frame>, call: Call): AsyncGenerator<Uint8Array> {
  // Not a race against one lasting promise: that would hold every frame until the end.
  let giveUp: (() => void) | undefined;
  const onAbort = () => giveUp?.();
  call.signal.addEventListener('abort', onAbort);
  const next = () =>
    new Promise<IteratorResult<Frame>>((resolve, reject) => {
      giveUp = () => reject(brokenOff());
      if (call.signal.aborted) giveUp();
      else frames.next().then(resolve, giveUp);
    });
  try {
    for (;;) {
      const { done, value } = await next();
      if (done) throw brokenOff();
      if (value.frame?.$case === 'finish') return;
      if (value.frame?.$case === 'data') yield value.frame.data;
    }
  } finally {
    call.signal.removeEventListener('abort', onAbort);
  }
}

const brokenOff = () => errors.unavailable('The upload broke off.');
