/** Returns a pseudo-random integer from 0 to `below` - 1. */
export type Random = (below: number) => number;

/** Returns a generator whose numbers the seed reproduces (mulberry32). */
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
 * Whether tests with random cases try as many as before a release (`npm run test:release`) instead of the few that each
 * change must pass.
 */
export const triesManyCases = process.env.PARLEY_RANDOM_CASES === 'many';
