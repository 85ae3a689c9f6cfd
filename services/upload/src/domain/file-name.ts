/** Of a name as it is shown, code points. */
const maxShownLength = 200;
/** Of the percent-encoded name in a path; links are found in messages up to 400 characters. */
const maxEncodedLength = 240;
const fallback = 'uploaded-file';

/**
 * A file's name as it is shown and downloaded: the last segment of what the client said, without control and
 * direction characters, in composed form.
 */
export function shownName(given: string): string {
  const last = given.normalize('NFC').split(/[/\\]/).at(-1)!;
  // Control, format (direction overrides, zero-width), surrogate, private-use, line and paragraph separators.
  const clean = last.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu, '').trim();
  const name = shortened(clean, (text) => [...text].length <= maxShownLength);
  return /^\.*$/.test(name) ? fallback : name;
}

/** The name in the file's path: letters, digits, `.`, `_` and `-` only, so that no Markdown and no path is in it. */
export function pathName(shown: string): string {
  const plain = shown
    .replaceAll(/[^\p{L}\p{M}\p{N}._\s-]/gu, '')
    .replaceAll(/[\s-]+/g, '-')
    .replaceAll(/\.{2,}/g, '.')
    .replaceAll(/^[._-]+|[._-]+$/g, '');
  const name = shortened(plain, (text) => encodeURIComponent(text).length <= maxEncodedLength);
  return name === '' ? fallback : name;
}

/** Shortens a name before its extension until it fits. */
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

/** The URL of a file by its path ID, from the root of the server. */
export const urlOf = (pathId: string): string =>
  `/user_uploads/${pathId.split('/').map(encodeURIComponent).join('/')}`;
