/** Matches small letters that full case folding still changes, such as ß and ς. */
const unfolded = /\p{CWCF}/gu;
/** Matches texts in ASCII, which need less work. */
const ascii = /^[\0-\x7f]*$/;

/**
 * Returns the form by which topics are compared, and texts in searches: Unicode's full case folding in Form C. `Straße` equals
 * `STRASSE`. The server folds in the same way.
 */
export const foldCase = (text: string): string =>
  ascii.test(text)
    ? text.toLowerCase()
    : text
        .normalize('NFC')
        .toLowerCase()
        .replace(unfolded, (letter) => letter.toUpperCase().toLowerCase())
        .normalize('NFC');
