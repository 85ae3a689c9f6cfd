import createMarkdownIt, { type MarkdownIt } from 'markdown-it';
import { autolink } from '../extensions/autolink.ts';
import { bounds } from '../extensions/bounds.ts';
import { channelLink } from '../extensions/channel-link.ts';
import { codeBlock } from '../extensions/code-block.ts';
import { codeSpan } from '../extensions/code-span.ts';
import { emoji } from '../extensions/emoji.ts';
import { emoticon } from '../extensions/emoticon.ts';
import { emphasis } from '../extensions/emphasis.ts';
import { fence } from '../extensions/fence.ts';
import { linkifyText } from '../extensions/linkify-text.ts';
import { links } from '../extensions/links.ts';
import { lineBreaks } from '../extensions/list-item-breaks.ts';
import { lists } from '../extensions/lists.ts';
import { math } from '../extensions/math.ts';
import { mention } from '../extensions/mention.ts';
import { previews } from '../extensions/previews.ts';
import { quoteDepth } from '../extensions/quote-depth.ts';
import { quoteMark } from '../extensions/quote-mark.ts';
import { table } from '../extensions/table.ts';
import { time } from '../extensions/time.ts';
import { typedCharacters } from '../extensions/typed-characters.ts';
import { unicodeEmojiCharacters } from '../extensions/unicode-emoji.ts';
import { usePlainState } from '../parser/internals.ts';

/**
 * The parser of messages: GitHub Flavored Markdown with additions for team chat. Not supported are raw HTML, underlined headings
 * (a line of dashes is a horizontal rule), reference definitions (their text would disappear) and emphasis by underscores. The
 * rule for images of markdown-it is off: `previews.ts` places them.
 */
export const markdown: MarkdownIt = createMarkdownIt({ html: false, linkify: true, breaks: true })
  .disable(['html_block', 'html_inline', 'image', 'lheading', 'reference'])
  .use(usePlainState)
  .use(bounds)
  .use(quoteMark)
  .use(lists)
  .use(lineBreaks)
  .use(quoteDepth)
  .use(fence)
  .use(codeBlock)
  .use(typedCharacters)
  .use(codeSpan)
  .use(emphasis)
  .use(table)
  .use(mention)
  .use(channelLink)
  .use(emoji)
  .use(math)
  .use(time)
  .use(autolink)
  .use(linkifyText)
  .use(unicodeEmojiCharacters)
  .use(emoticon)
  .use(links)
  .use(previews);
