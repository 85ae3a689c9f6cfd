/** Preview of linkifiers with the browser's regular expressions, whose syntax is close to the server's RE2. */

import { fillTemplate } from '../../content/url-template.ts';

export type Preview = { readonly text: string; readonly url: string }[] | 'invalid';

type Rule = { readonly pattern: string; readonly url_template: string };
type Link = { readonly text: string; readonly url: string };

const maxMatches = 20;
const longestText = 500;

/** Returns the links that a pattern creates in a text; `invalid` if the browser does not accept the pattern. */
export function previewLinks(pattern: string, urlTemplate: string, text: string): Preview {
  let regexp: RegExp;
  try {
    regexp = new RegExp(pattern.replaceAll('(?P<', '(?<'), 'gu');
  } catch {
    return 'invalid';
  }
  const links: { text: string; url: string }[] = [];
  for (const match of text.slice(0, longestText).matchAll(regexp)) {
    if (match[0] === '' || links.length >= maxMatches) continue;
    const url = fillTemplate(urlTemplate, match.groups ?? {});
    if (url !== undefined) links.push({ text: match[0], url });
  }
  return links;
}

/**
 * Splits a text into plain parts and links, as the linkifiers create them. Earlier linkifiers take precedence. Ignores
 * linkifiers whose pattern the browser does not accept.
 */
export function previewText(linkifiers: readonly Rule[], text: string): (string | Link)[] {
  let parts: (string | Link)[] = [text.slice(0, longestText)];
  for (const { pattern, url_template: template } of linkifiers) {
    parts = parts.flatMap((part) => (typeof part === 'string' ? linkParts(pattern, template, part) : [part]));
  }
  return parts.filter((part) => part !== '');
}

function linkParts(pattern: string, template: string, text: string): (string | Link)[] {
  const links = previewLinks(pattern, template, text);
  if (links === 'invalid') return [text];
  const parts: (string | Link)[] = [];
  let end = 0;
  for (const link of links) {
    const at = text.indexOf(link.text, end);
    parts.push(text.slice(end, at), link);
    end = at + link.text.length;
  }
  return [...parts, text.slice(end)];
}
