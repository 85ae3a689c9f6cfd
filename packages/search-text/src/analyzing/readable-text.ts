/** Matches the syntax of mentions, with what follows the name and is not shown. */
const mention = /([@#])_?\*\*([^*\n]{1,200}?)(?:\|\d+|@\d+)?\*\*|@_?\*([^*\n]{1,200})\*/g;
/** Matches the line that opens a block of code, a quotation, a spoiler or a formula. */
const fence = /^([ \t>]*)(`{3,}|~{3,})[ \t]*(spoiler\b|[^\s`]*)/gm;
const entity = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});/gi;
const time = /<time:([^<>\n]{1,100})>/g;

/**
 * Returns what a person reads of a message in Markdown. Most of the syntax needs no treatment, because its punctuation only
 * separates words. Addresses of links stay.
 */
export function readableText(markdown: string): string {
  let text = markdown;
  if (text.includes('**') || text.includes('@')) {
    text = text.replace(
      mention,
      (_all, _sign, name: string | undefined, group: string | undefined) => ` ${name ?? group} `,
    );
  }
  if (text.includes('```') || text.includes('~~~')) {
    text = text.replace(fence, '$1 ');
  }
  if (text.includes('&')) text = text.replace(entity, ' ');
  if (text.includes('<time:')) text = text.replace(time, ' $1 ');
  return text;
}
