/** Returns whether two words differ by at most one letter that is added, missing, another one, or swapped with its neighbor. */
export function isWithinOneTypo(first: string, second: string): boolean {
  const a = [...first];
  const b = [...second];
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let endA = a.length;
  let endB = b.length;
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) {
    endA--;
    endB--;
  }
  const restA = endA - start;
  const restB = endB - start;
  if (restA <= 1 && restB <= 1) return true;
  return restA === 2 && restB === 2 && a[start] === b[start + 1] && a[start + 1] === b[start];
}

/** Returns an operand in which words are replaced by others, for “did you mean”. Operators and quotes stay. */
export function correctedOperand(
  operand: string,
  words: readonly { readonly literal: string; readonly start: number; readonly end: number }[],
  replacements: ReadonlyMap<string, string>,
): string {
  let result = '';
  let end = 0;
  for (const word of words.toSorted((a, b) => a.start - b.start)) {
    const replacement = replacements.get(word.literal);
    if (replacement === undefined || word.start < end) continue;
    result += operand.slice(end, word.start) + replacement;
    end = word.end;
  }
  return result + operand.slice(end);
}
