/** What a source may contain. Archives are hostile: each limit ends in a finding or a `SourceProblem`, never in a crash. */
export type SourceLimits = {
  readonly maxEntries: number;
  /** Size of all contents together, unpacked, in bytes. */
  readonly maxBytes: number;
  readonly maxPathBytes: number;
  /** An entry that is unpacked to more than this many times its packed size, and to more than `freeBytes`, is a bomb. */
  readonly maxRatio: number;
  /** Size up to which any ratio is accepted. */
  readonly freeBytes: number;
};

export const defaultSourceLimits: SourceLimits = {
  maxEntries: 3_000_000,
  maxBytes: 2 * 2 ** 40,
  maxPathBytes: 2_000,
  maxRatio: 200,
  freeBytes: 64 * 2 ** 20,
};
