import { lastItem } from '@parley/core';

/** Maximum length of the name that clients show, in code points. */
const maxShownLength = 200;
/** Maximum length of the percent-encoded name in a path. The renderer finds only links of up to 400 characters. */
const maxEncodedLength = 240;
const fallback = 'uploaded-file';

/**
 * Matches characters that are invisible or reorder text: control, format (direction overrides, zero-width), surrogate and private-use
 * characters, and line and paragraph separators. Joiners, and the signs around numbers of some scripts, are format characters
 * that names need.
 */
const unseen =
  /(?![\u200c-\u200d\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu;

/** Joiners that would only make two names look alike: not between letters of their scripts or emoji. */
const strayJoiner =
  /(?<![[\p{L}\p{M}\p{Emoji}\ufe0f]--\p{ASCII}])[\u200c\u200d]|[\u200c\u200d](?![[\p{L}\p{M}\p{Emoji}\u200c\u200d]--\p{ASCII}])/gv;

/**
 * Returns the name with which a file is shown and downloaded: the last segment of the client's name, in Unicode form NFC,
 * without control characters and others that show nothing or reorder text. Joiners stay where a script or an emoji needs them.
 */
export function shownName(given: string): string {
  const last = lastItem(given.normalize('NFC').split(/[/\\]/));
  const clean = last.replaceAll(unseen, '').replaceAll(strayJoiner, '').trim();
  const name = shortened(clean, (text) => [...text].length <= maxShownLength);
  return /^\.*$/.test(name) ? fallback : name;
}

/** Characters that a path leaves out, with the joiners beside them. It has letters, digits, emoji, `.`, `_` and `-`. */
const notInPath =
  /[\u200c-\u200d]*[^\p{L}\p{M}\p{N}\p{ExtPict}\p{EMod}\p{RI}\u200c-\u200d._\s-][\ufe0f\u200c-\u200d]*/gu;

/** No Markdown, and one path segment. */
export function pathName(shown: string): string {
  const plain = shown
    .replaceAll(notInPath, '')
    .replaceAll(/[\s-]+/g, '-')
    .replaceAll(/\.{2,}/g, '.')
    .replaceAll(/^[\p{M}._-]+|[._-]+$/gu, '');
  const name = shortened(plain, (text) => encodeURIComponent(text).length <= maxEncodedLength);
  return name === '' ? fallback : name;
}

function shortened(name: string, fits: (text: string) => boolean): string {
  if (fits(name)) return name;
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 && name.length - dot <= 12 ? name.slice(dot) : '';
  const stem = [...name.slice(0, name.length - extension.length)];
  let [low, high] = [0, stem.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(stem.slice(0, middle).join('') + extension)) low = middle;
    else high = middle - 1;
  }
  return stem.slice(0, low).join('') + extension;
}

export const urlOf = (pathId: string): string =>
  `/user_uploads/${pathId.split('/').map(encodeURIComponent).join('/')}`;
