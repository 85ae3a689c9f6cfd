/** Tries a linkifier in the browser. The server's own pattern syntax (RE2) is close to the browser's. */

export type Preview = { readonly text: string; readonly url: string }[] | 'invalid';

const mostMatches = 20;
const longestText = 500;

/** Returns the links that a pattern makes of a text; `invalid` for a pattern that the browser cannot read. */
export function previewLinks(pattern: string, urlTemplate: string, text: string): Preview {
  let regexp: RegExp;
  try {
    regexp = new RegExp(pattern.replaceAll('(?P<', '(?<'), 'gu');
  } catch {
    return 'invalid';
  }
  const links: { text: string; url: string }[] = [];
  for (const match of text.slice(0, longestText).matchAll(regexp)) {
    if (match[0] === '' || links.length >= mostMatches) continue;
    links.push({ text: match[0], url: fill(urlTemplate, match.groups ?? {}) });
  }
  return links;
}

/** Fills the simple variables of a URL template (RFC 6570). */
const fill = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replaceAll(/\{(\+?)([\w.]+)\}/g, (_whole, reserved: string, name: string) => {
    const value = values[name] ?? '';
    return reserved === '+' ? encodeURI(value) : encodeURIComponent(value);
  });
