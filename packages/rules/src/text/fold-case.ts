/** Matches small letters that full case folding still changes, such as ß and ς. */
const unfolded = /\p{CWCF}/gu;
/** Matches texts in ASCII, which need less work. */
const ascii = /^[\0-\x7f]*$/;

/**
 * Returns the form by which texts are compared where case does not matter: Unicode's full case folding in Form C, so that `Straße`
 * equals `STRASSE` and `ΟΔΟΣ` equals `οδος`. Topics and searches are compared by it. `fold_topic` of the databases of messaging and
 * channel, and `foldCase` of the client library, make the same texts equal (test/network/database/case-folding.test.ts).
 */
export const foldCase = (text: string): string =>
  ascii.test(text)
    ? text.toLowerCase()
    : text
        .normalize('NFC')
        .toLowerCase()
        .replace(unfolded, (letter) => letter.toUpperCase().toLowerCase())
        .normalize('NFC');
