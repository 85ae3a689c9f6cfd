/** Groups of Unicode emoji, in the order of emoji keyboards. */

export const emojiGroups = [
  'smileys',
  'people',
  'nature',
  'food',
  'activities',
  'travel',
  'objects',
  'symbols',
  'flags',
] as const;

export type EmojiGroup = (typeof emojiGroups)[number];

type Range = readonly [number, number];

/** Ranges of code points of each group. The first matching group wins. All other emoji are symbols. */
const ranges: readonly (readonly [EmojiGroup, readonly Range[]])[] = [
  [
    'flags',
    [
      [0x1f1e6, 0x1f1ff],
      [0x1f3f3, 0x1f3f4],
      [0x1f38c, 0x1f38c],
      [0x1f3c1, 0x1f3c1],
      [0x1f6a9, 0x1f6a9],
    ],
  ],
  [
    'smileys',
    [
      [0x1f600, 0x1f644],
      [0x1f910, 0x1f917],
      [0x1f920, 0x1f925],
      [0x1f927, 0x1f92f],
      [0x1f970, 0x1f97a],
      [0x1f9d0, 0x1f9d0],
      [0x1fae0, 0x1faef],
      [0x2639, 0x263a],
      [0x1f479, 0x1f480],
      [0x1f4a9, 0x1f4a9],
      [0x1f493, 0x1f49f],
      [0x2763, 0x2764],
      [0x1f90d, 0x1f90e],
      [0x1f9e1, 0x1f9e1],
    ],
  ],
  [
    'people',
    [
      [0x1f440, 0x1f450],
      [0x1f463, 0x1f478],
      [0x1f481, 0x1f487],
      [0x1f4aa, 0x1f4aa],
      [0x1f574, 0x1f575],
      [0x1f57a, 0x1f57a],
      [0x1f590, 0x1f596],
      [0x1f645, 0x1f64f],
      [0x1f90c, 0x1f90f],
      [0x1f918, 0x1f91f],
      [0x1f926, 0x1f926],
      [0x1f930, 0x1f939],
      [0x1f9b0, 0x1f9bf],
      [0x1f9cd, 0x1f9df],
      [0x1faf0, 0x1faff],
      [0x261d, 0x261d],
      [0x270a, 0x270d],
    ],
  ],
  [
    'food',
    [
      [0x1f32d, 0x1f32f],
      [0x1f345, 0x1f37f],
      [0x1f950, 0x1f96f],
      [0x1f9c0, 0x1f9cb],
      [0x1fad0, 0x1fadf],
      [0x2615, 0x2615],
    ],
  ],
  [
    'nature',
    [
      [0x1f300, 0x1f344],
      [0x1f400, 0x1f43f],
      [0x1f490, 0x1f490],
      [0x1f525, 0x1f525],
      [0x1f980, 0x1f9ae],
      [0x1fab0, 0x1fabf],
      [0x2600, 0x2604],
      [0x2614, 0x2614],
      [0x2618, 0x2618],
      [0x26a1, 0x26a1],
      [0x26c4, 0x26c8],
      [0x2744, 0x2744],
      [0x2b50, 0x2b50],
    ],
  ],
  [
    'activities',
    [
      [0x1f380, 0x1f393],
      [0x1f396, 0x1f3d3],
      [0x1f93a, 0x1f94f],
      [0x1f9e7, 0x1f9e9],
      [0x26bd, 0x26be],
    ],
  ],
  [
    'travel',
    [
      [0x1f3d4, 0x1f3f0],
      [0x1f5fa, 0x1f5ff],
      [0x1f680, 0x1f6ff],
      [0x26e9, 0x26f5],
      [0x26fa, 0x26fd],
      [0x2708, 0x2708],
    ],
  ],
  [
    'objects',
    [
      [0x1f451, 0x1f462],
      [0x1f488, 0x1f4ff],
      [0x1f507, 0x1f517],
      [0x1f526, 0x1f531],
      [0x1f56f, 0x1f587],
      [0x1f58a, 0x1f58d],
      [0x1f5a5, 0x1f5f3],
      [0x1f97b, 0x1f97f],
      [0x1f9ea, 0x1f9ff],
      [0x1fa70, 0x1faaf],
      [0x231a, 0x231b],
      [0x2328, 0x2328],
      [0x23f0, 0x23f3],
      [0x260e, 0x260e],
      [0x2692, 0x2699],
      [0x2702, 0x2702],
      [0x2709, 0x2709],
      [0x270f, 0x2712],
    ],
  ],
];

/** Returns the group of an emoji by its code points in hexadecimal, joined by `-`. */
export const emojiGroupOf = (code: string): EmojiGroup => placeOf(code).group;

/** Compares two emoji of one group for sorting: by range, then by code point. */
export const compareEmoji = (one: string, other: string): number =>
  placeOf(one).range - placeOf(other).range || Number.parseInt(one, 16) - Number.parseInt(other, 16);

function placeOf(code: string): { group: EmojiGroup; range: number } {
  const point = Number.parseInt(code, 16);
  for (const [group, all] of ranges) {
    const range = all.findIndex(([from, to]) => point >= from && point <= to);
    if (range >= 0) return { group, range };
  }
  return { group: 'symbols', range: 0 };
}
