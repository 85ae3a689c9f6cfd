/** A folded text, and where each of its code units begins in the text. Folding may change the length: `ß` becomes `ss`. */
export type FoldedText = { readonly text: string; readonly starts: readonly number[] };

/** Folds a text letter by letter, so that what is found in the folded text is found in the text, too. */
export function foldedText(text: string, fold: (letter: string) => string): FoldedText {
  let folded = '';
  const starts: number[] = [];
  let at = 0;
  for (const letter of text) {
    const added = fold(letter);
    for (let unit = 0; unit < added.length; unit++) starts.push(at);
    folded += added;
    at += letter.length;
  }
  return { text: folded, starts };
}
