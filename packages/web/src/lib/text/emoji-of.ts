/** Returns the characters of an emoji by its code points in hexadecimal, joined by `-`. */
export function emojiOf(code: string): string {
  const points = code.split('-').map((each) => Number.parseInt(each, 16));
  if (points.some((point) => !(point > 0 && point <= 0x10ffff))) return '';
  const text = String.fromCodePoint(...points);
  // Without the variation selector (U+FE0F), browsers draw some older characters as text.
  return points.length === 1 && (points[0] ?? 0) < 0x1f000 ? `${text}\ufe0f` : text;
}
