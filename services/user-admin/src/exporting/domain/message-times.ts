import { firstSentId } from '@parley/rules';

/** Returns times in seconds for the messages of one place. The server keeps whole seconds; the fraction keeps their order. */
export function messageTimes(): (id: number, timestamp: number) => number {
  let last = 0;
  return (id, timestamp) => {
    // The messages of an organization that began with a low ID (docs/decisions/moving-in.md) have IDs below their times.
    const isImported = id < firstSentId && id >= timestamp * 1_000;
    const time = isImported ? id / 1_000 : timestamp + (id % 1_000) / 1_000;
    // The last digits of IDs begin again at 0 within a second. The importing server keeps the order of equal times.
    last = Math.floor(last) === timestamp ? Math.max(last, time) : time;
    return last;
  };
}
