/** A range from top to bottom, in pixels below the top of a text. */
export interface Span {
  readonly top: number;
  readonly bottom: number;
}

/** What an excerpt is made of. */
export interface Measured {
  /** Height of the whole text. */
  readonly height: number;
  /** Its lines, and what is never cut, such as a picture; from top to bottom, none above another. */
  readonly lines: readonly Span[];
  /** Its blocks of code. */
  readonly blocks: readonly Span[];
  /** The part that must be seen. */
  readonly hit: Span | undefined;
}

/** The part of a text that is shown, and whether something is left out above and below. */
export interface Excerpt extends Span {
  readonly isCutAbove: boolean;
  readonly isCutBelow: boolean;
}

/** Heights in pixels: what an excerpt usually has, and what it has at most, so as to end with its text or with a block of code. */
export interface Heights {
  readonly usual: number;
  readonly most: number;
}

/** Letters of neighbouring lines may overlap by so many pixels. */
const overlap = 3;

/** Returns lines of the parts of a text. Parts beside each other are one line. */
export function linesOf(parts: readonly Span[]): Span[] {
  const lines: Span[] = [];
  for (const { top, bottom } of parts.toSorted((a, b) => a.top - b.top)) {
    const last = lines.at(-1);
    if (last && top < last.bottom - Math.min(overlap, (bottom - top) / 2))
      lines[lines.length - 1] = { top: last.top, bottom: Math.max(last.bottom, bottom) };
    else lines.push({ top, bottom });
  }
  return lines;
}

/**
 * Returns the part of a text around a hit. It begins and ends between lines, and where it can with whole blocks of code. It begins with
 * the text if the hit can be seen there.
 */
export function excerptOf({ height, lines, blocks, hit }: Measured, { usual, most }: Heights): Excerpt {
  const whole = { top: 0, bottom: height, isCutAbove: false, isCutBelow: false };
  const end = lines.length - 1;
  if (height <= most || end < 1)
    return { ...whole, bottom: Math.min(height, most), isCutBelow: height > most };
  /** Returns where the text is cut above a line. */
  const above = (line: number) =>
    line <= 0 ? 0 : line > end ? height : (lines[line - 1]!.bottom + lines[line]!.top) / 2;
  const lineAt = (y: number) =>
    Math.max(
      0,
      lines.findLastIndex(({ top }) => top <= y + 1),
    );
  /** Returns the first and the last line of the block of code in which a line is; the line itself if it is in none. */
  const blockOf = (line: number): readonly [first: number, last: number] => {
    const { top } = lines[line]!;
    const block = blocks.find((each) => each.top <= top && top < each.bottom);
    if (!block) return [line, line];
    return [lines.findIndex((each) => each.top >= block.top), lineAt(block.bottom - 2)];
  };
  const found = hit ? lineAt(hit.top) : 0;
  const foundEnd = hit ? Math.max(found, lineAt(hit.bottom - 2)) : 0;
  const heightOf = (first: number, last: number) => above(last + 1) - above(first);

  // The last line is faded where something is left out below it, so the hit needs one more.
  let first = 0;
  if (heightOf(0, Math.min(foundEnd + 1, end)) > usual) {
    const [blockStart, blockEnd] = blockOf(found);
    first = heightOf(blockStart, blockEnd) <= most ? blockStart : found;
    if (first === found && found > 0 && heightOf(found - 1, foundEnd) <= usual) first = found - 1;
    // Near the end of the text, there is room for more above.
    while (first > 0 && heightOf(first - 1, end) <= usual) first--;
  }
  let last = first;
  while (last < end && heightOf(first, last + 1) <= usual) last++;
  last = Math.max(last, found);
  const blockEnd = blockOf(last)[1];
  if (heightOf(first, blockEnd) <= most) last = blockEnd;
  if (heightOf(first, end) <= most) last = end;
  const top = above(first);
  // Only what is higher than an excerpt may be is cut itself.
  const bottom = Math.min(above(last + 1), top + most);
  return { top, bottom, isCutAbove: first > 0, isCutBelow: bottom < height };
}
