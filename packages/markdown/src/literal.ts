/** Matches characters that can have a meaning in Markdown, also for linkifiers and addresses. */
const meaningful = /[!"#$&*.:;<=>?@[\\\]^`{|}~]/;

/**
 * Returns Markdown that shows a text of one line unchanged. A text with marks becomes code, because the dialect has no other
 * way to write marks without a meaning.
 */
export function literal(text: string): string {
  if (!meaningful.test(text)) return text;
  const longest = Math.max(0, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const isAmbiguous = text.startsWith('`') || text.endsWith('`');
  return isAmbiguous ? `${fence} ${text} ${fence}` : `${fence}${text}${fence}`;
}

/**
 * Returns Markdown that shows a text of one line unchanged as the text of a link. Marks become character references, as other
 * clients of this API write them.
 */
export const literalLinkText = (text: string): string =>
  text.replace(/[!$&*:<@[\\\]`~]/g, (mark) => `&#${mark.charCodeAt(0)};`);
