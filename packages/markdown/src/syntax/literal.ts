/** Matches characters that can have a meaning in Markdown, also for linkifiers and addresses. */
const meaningful = /[!"#$&*.:;<=>?@[\\\]^`{|}~]/;

/** Returns Markdown that shows one line unchanged. A text with marks becomes code, the dialect's only way. */
export function literal(text: string): string {
  if (!meaningful.test(text)) return text;
  const longest = Math.max(0, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const isAmbiguous = text.startsWith('`') || text.endsWith('`');
  return isAmbiguous ? `${fence} ${text} ${fence}` : `${fence}${text}${fence}`;
}

/** Returns Markdown that shows one line unchanged as a link's text. Marks become character references. */
export const literalLinkText = (text: string): string =>
  text.replace(/[!$&*:<@[\\\]`~]/g, (mark) => `&#${mark.charCodeAt(0)};`);
