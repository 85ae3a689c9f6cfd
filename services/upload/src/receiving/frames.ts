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
  const gone = Promise.withResolvers<never>();
  // Nobody waits for it between frames.
  gone.promise.catch(() => undefined);
  const onAbort = () => gone.reject(brokenOff());
  if (call.signal.aborted) onAbort();
  else call.signal.addEventListener('abort', onAbort, { once: true });
  try {
    for (;;) {
      const next = await Promise.race([frames.next(), gone.promise]).catch(() => {
        throw brokenOff();
      });
      if (next.done) throw brokenOff();
      const { frame } = next.value;
      if (frame?.$case === 'finish') return;
      if (frame?.$case === 'data') yield frame.data;
    }
  } finally {
    call.signal.removeEventListener('abort', onAbort);
  }
}

const brokenOff = () => errors.unavailable('The upload broke off.');
