import { Parser } from 'htmlparser2';
import type { TextOptions } from './reply-text.ts';

/**
 * Converts the HTML of a mail into Markdown. The HTML is untrusted, so only visible text, simple formatting, and links with
 * `http`, `https` and `mailto` are kept. Each tag is read once, without recursion, and the size of the result is limited.
 */

/** Number of characters after which no more text is written. It is the length of the HTML that is read. */
const maxOutput = 256 * 1024;
const maxDepth = 6;
/** Maximum number of nested elements. Mail programs nest tables, but not this deep. */
const maxElements = 500;

/** Elements whose content no mail program shows. */
const hidden: ReadonlySet<string> = new Set('script style head title template iframe'.split(' '));
const voids: ReadonlySet<string> = new Set(
  'br hr img input meta link base col source wbr area embed'.split(' '),
);
const blocks: ReadonlySet<string> = new Set(
  'p div section article header footer main table tr ul ol dl dd dt figure address center h1 h2 h3 h4 h5 h6 pre blockquote'.split(
    ' ',
  ),
);
const marks: Readonly<Record<string, string>> = {
  b: '**',
  strong: '**',
  i: '*',
  em: '*',
  s: '~~',
  del: '~~',
  strike: '~~',
};
/** Elements with the quoted mail alone; in others, such as `gmail_quote`, only the `blockquote` elements. */
const quoteClasses = /\b(?:yahoo_quoted|zmail_extra)\b/;
const quoteIds = /^(?:OLK_SRC_BODY_SECTION|mail-editor-reference-message-container)$/;
/** IDs of elements after which everything is the quoted mail. */
const quoteStartIds = /^(?:divRplyFwdMsg|appendonsend)$/;
const footerClasses = /\b(?:gmail_signature|moz-signature|protonmail_signature_block)\b/;
const footerIds = /^(?:Signature|AppleMailSignature|ms-outlook-mobile-signature)$/;

type Attributes = Readonly<Record<string, string>>;

/**
 * Returns the Markdown of a mail's HTML. Where quotations or signatures are not included, they are marked as in plain text, with
 * `>` and `-- `, so that `separateReply` finds them. Nothing is left out.
 */
export function markdownOfHtml(html: string, options: TextOptions): string {
  const writer = new Writer(options);
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        writer.open(name, attributes);
        // Parsing ends here. The library compares each closing tag with all open elements, so deep nesting would take long.
        if (writer.depth > maxElements) parser.pause();
      },
      onclosetag: (name) => writer.close(name),
      ontext: (text) => writer.text(text),
    },
    { decodeEntities: true, lowerCaseTags: true, lowerCaseAttributeNames: true },
  );
  parser.write(html);
  parser.end();
  return writer.result();
}

class Writer {
  readonly #options: TextOptions;
  #out = '';
  depth = 0;
  /** Depth of the element whose content is left out; infinite when there is none. */
  #hiddenFrom = Number.POSITIVE_INFINITY;
  /** Depths of the open elements that contain a quoted mail. */
  #quoteDepths: number[] = [];
  /** Whether the element with which Outlook begins a quotation was read. Everything after it is quoted. */
  #isQuotedFromHere = false;
  /** Quotation depth of the last written line. */
  #lastQuotes = 0;
  #pre = 0;
  #lists: { isOrdered: boolean; count: number }[] = [];
  #links: { address: string; start: number }[] = [];
  /** Number of line breaks to write before the next text. */
  #breaks = 0;
  #hasBlank = false;
  /** Text to write before the next text, such as the bullet of a list. */
  #lead = '';

  constructor(options: TextOptions) {
    this.#options = options;
  }

  open(name: string, attributes: Attributes): void {
    if (!voids.has(name)) this.depth++;
    if (this.#isHidden) return;
    if (isInvisible(name, attributes)) {
      if (!voids.has(name)) this.#hiddenFrom = this.depth;
      return;
    }
    if (blocks.has(name)) this.#break(name === 'div' || name === 'tr' ? 1 : 2);
    this.#markParts(name, attributes);
    const mark = marks[name];
    if (mark !== undefined && this.#pre === 0) this.#write(mark);
    else if (name === 'br') this.#break(1, true);
    else if (name === 'hr') this.#rule();
    else if (/^h[1-6]$/.test(name)) this.#lead = '**';
    else if (name === 'pre') this.#openCode();
    else if (name === 'code' && this.#pre === 0) this.#write('`');
    else if (name === 'ul' || name === 'ol') this.#lists.push({ isOrdered: name === 'ol', count: 0 });
    else if (name === 'li') this.#openItem();
    else if (name === 'td' || name === 'th') this.#hasBlank = true;
    else if (name === 'a')
      this.#links.push({ address: linkAddress(attributes.href), start: this.#out.length });
    else if (name === 'img' && attributes.alt) this.text(attributes.alt);
  }

  close(name: string): void {
    if (voids.has(name)) return;
    const wasHidden = this.#isHidden;
    if (this.depth === this.#hiddenFrom) this.#hiddenFrom = Number.POSITIVE_INFINITY;
    this.depth--;
    if (wasHidden) return;
    const mark = marks[name];
    if (mark !== undefined && this.#pre === 0) this.#closeMark(mark);
    else if (/^h[1-6]$/.test(name)) this.#closeMark('**');
    else if (name === 'pre') this.#closeCode();
    else if (name === 'code' && this.#pre === 0) this.#closeMark('`');
    else if (name === 'ul' || name === 'ol') this.#lists.pop();
    else if (name === 'a') this.#closeLink();
    if (blocks.has(name)) this.#break(name === 'div' || name === 'tr' ? 1 : 2);
    if (this.#quoteDepths.at(-1) === this.depth + 1) {
      this.#quoteDepths.pop();
      this.#break(2);
    }
  }

  text(text: string): void {
    if (this.#isHidden || this.#out.length > maxOutput) return;
    if (this.#pre > 0) {
      for (const [at, line] of text.replaceAll(/\r\n?/g, '\n').split('\n').entries()) {
        if (at > 0) this.#break(1, true);
        if (line !== '') this.#write(line);
      }
      return;
    }
    const words = text.replaceAll(/[\s\u00a0\u200b\ufeff]+/g, ' ');
    if (words.startsWith(' ')) this.#hasBlank = true;
    const trimmed = words.trim();
    if (trimmed !== '') this.#write(trimmed);
    if (words !== ' ' && words.endsWith(' ')) this.#hasBlank = true;
  }

  result(): string {
    while (this.#pre > 0) this.#closeCode();
    return this.#out.trim();
  }

  get #isHidden(): boolean {
    return this.depth >= this.#hiddenFrom;
  }

  get #quotes(): number {
    return Math.min(this.#quoteDepths.length + (this.#isQuotedFromHere ? 1 : 0), maxDepth);
  }

  #markParts(name: string, { class: classes = '', id = '' }: Attributes): void {
    const names = classes.slice(0, 1_000);
    const marksQuotes = !this.#options.includesQuotes;
    if (marksQuotes && quoteStartIds.test(id)) {
      this.#break(2);
      this.#isQuotedFromHere = true;
    }
    const isQuote = name === 'blockquote' || (marksQuotes && (quoteClasses.test(names) || quoteIds.test(id)));
    if (isQuote && !voids.has(name)) {
      this.#break(2);
      this.#quoteDepths.push(this.depth);
    }
    const isFooter = footerClasses.test(names) || footerIds.test(id);
    if (isFooter && !this.#options.includesFooter && this.#out !== '') {
      this.#break(2);
      this.#write('--');
      this.#break(1);
    }
  }

  #break(count: number, isExact = false): void {
    if (this.#out === '' && this.#lead === '') return;
    this.#breaks = isExact ? Math.min(this.#breaks + count, 2) : Math.max(this.#breaks, count);
    this.#hasBlank = false;
  }

  #write(text: string): void {
    if (this.#out.length > maxOutput) return;
    const prefix = '> '.repeat(this.#quotes);
    if (this.#breaks > 0 || this.#out === '') {
      // An empty line is quoted when the lines before and after it are.
      const between = '> '.repeat(Math.min(this.#quotes, this.#lastQuotes)).trimEnd();
      const line = this.#breaks > 1 ? `\n${between}\n` : '\n';
      this.#out += this.#out === '' ? prefix : `${line}${prefix}`;
    } else if (this.#hasBlank && !/\s$/.test(this.#out.slice(-1))) this.#out += ' ';
    this.#out += this.#lead + text.slice(0, maxOutput);
    this.#lead = '';
    this.#lastQuotes = this.#quotes;
    this.#breaks = 0;
    this.#hasBlank = false;
  }

  /** Writes the closing mark of bold text and the like. Removes the opening mark instead when there is no text after it. */
  #closeMark(mark: string): void {
    if (this.#lead.endsWith(mark)) {
      this.#lead = this.#lead.slice(0, -mark.length);
      return;
    }
    if (this.#breaks === 0 && this.#out.endsWith(mark)) this.#out = this.#out.slice(0, -mark.length);
    else {
      // Markdown recognizes a closing mark only directly after its text, without a space.
      this.#out += mark;
    }
  }

  #openItem(): void {
    this.#break(1);
    const list = this.#lists.at(-1);
    if (list) list.count++;
    const indent = '  '.repeat(Math.min(Math.max(0, this.#lists.length - 1), maxDepth));
    this.#lead = list?.isOrdered ? `${indent}${list.count}. ` : `${indent}* `;
  }

  #rule(): void {
    this.#break(2);
    this.#write('---');
    this.#break(2);
  }

  #openCode(): void {
    this.#pre++;
    if (this.#pre > 1) return;
    this.#write('```');
    this.#break(1, true);
  }

  #closeCode(): void {
    this.#pre = Math.max(0, this.#pre - 1);
    if (this.#pre > 0) return;
    this.#breaks = 1;
    this.#write('```');
    this.#break(2);
  }

  #closeLink(): void {
    const link = this.#links.pop();
    if (!link || link.address === '') return;
    const shown = this.#out.slice(link.start).trim();
    if (shown === '' || shown.includes('\n') || shown.includes(']')) return;
    if (shown === link.address || `mailto:${shown}` === link.address) return;
    const blanks = /^\s*/.exec(this.#out.slice(link.start))?.[0] ?? '';
    this.#out = `${this.#out.slice(0, link.start)}${blanks}[${shown.replace(/^\[/, '')}](${link.address})`;
  }
}

/** Returns whether no mail program shows an element. */
const isInvisible = (name: string, { style = '', ...others }: Attributes): boolean =>
  hidden.has(name) || others.hidden !== undefined || /display\s*:\s*none/i.test(style.slice(0, 1_000));

/** Returns the URL of a link with escaped parentheses, as Markdown needs it; empty when it is not shown as a link. */
function linkAddress(href: string | undefined): string {
  if (href === undefined || href.length > 2_000) return '';
  if (!/^(?:https?:\/\/|mailto:)/i.test(href.trim())) return '';
  try {
    return new URL(href.trim()).href.replaceAll('(', '%28').replaceAll(')', '%29');
  } catch {
    return '';
  }
}
