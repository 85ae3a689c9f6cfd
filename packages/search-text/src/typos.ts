/** Shorter words have too many others at a distance of one typo. */
const minLength = 6;

/** A word of the vocabulary of an index, with the number of texts that contain it. */
export interface VocabularyWord {
  readonly term: string;
  readonly count: number;
}

/** Returns whether a literal term belongs to the vocabulary from which corrections come. */
export const isVocabularyWord = (term: string): boolean =>
  /^[\p{L}\p{M}]+$/u.test(term) && [...term].length >= minLength - 1;

/** Returns whether a word of a search is corrected when nothing fits: it has at least six letters. */
export const isCorrectable = (literal: string): boolean =>
  /^[\p{L}\p{M}]+$/u.test(literal) && [...literal].length >= minLength;

/**
 * Returns the keys under which a word is found by words with one typo: the word itself, and the word without each one of its
 * letters. Two words at a distance of one typo always share a key.
 */
export function deletionKeys(word: string): string[] {
  const letters = [...word];
  const keys = new Set([word]);
  for (let index = 0; index < letters.length; index++) {
    keys.add(letters.slice(0, index).join('') + letters.slice(index + 1).join(''));
  }
  return [...keys];
}

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

/**
 * Returns the words of a vocabulary that were probably meant, best first. The first letter is rarely wrong, so words that share it
 * come before others; then frequent words come first.
 *
 * @param candidates words that share a deletion key with the word; others are ignored
 */
export function corrections(word: string, candidates: Iterable<VocabularyWord>, limit = 5): VocabularyWord[] {
  if (!isCorrectable(word)) return [];
  const [initial] = word;
  return [...candidates]
    .filter(({ term }) => term !== word && isWithinOneTypo(word, term))
    .sort(
      (a, b) =>
        Number(b.term.startsWith(initial!)) - Number(a.term.startsWith(initial!)) ||
        b.count - a.count ||
        (a.term < b.term ? -1 : 1),
    )
    .slice(0, limit);
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
