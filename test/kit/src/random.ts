/** Returns a pseudorandom integer from 0 to `below` - 1. */
export type Random = (below: number) => number;

/** Returns a pseudorandom number generator (mulberry32). Equal seeds give equal sequences. */
export function randomOf(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

/**
 * Whether tests with random cases try many cases, as `npm run test:release` does before a release. Otherwise they try few, as
 * for every change.
 */
export const triesManyCases = process.env.PARLEY_RANDOM_CASES === 'many';
