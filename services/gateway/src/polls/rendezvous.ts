type Addressed = { readonly address: string };

/**
 * Chooses a candidate for a key by rendezvous hashing: the one with the highest score for this key. Every gateway chooses the
 * same candidate. When a candidate disappears, only the keys that it had move to others.
 * @returns undefined without candidates
 */
export function choose<T extends Addressed>(key: string, candidates: Iterable<T>): T | undefined {
  let best: T | undefined;
  let bestScore = -1;
  const seed = hash(key, 0x811c9dc5);
  for (const candidate of candidates) {
    const score = mix(hash(candidate.address, seed));
    if (
      score > bestScore ||
      (score === bestScore && best !== undefined && candidate.address < best.address)
    ) {
      best = candidate;
      bestScore = score;
    }
  }
  return best;
}

/** Returns the 32-bit FNV-1a hash of a text's UTF-16 code units, starting from `seed`. */
function hash(text: string, seed: number): number {
  let value = seed;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value >>> 0;
}

/** Applies the finalizer of MurmurHash3, so that inputs which differ in few bits get very different results. */
function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
