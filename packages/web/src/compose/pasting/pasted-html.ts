/**
 * Turns copied HTML into Markdown, where the plain text beside it would lose what people mean: lists, tables, headings, and links with
 * words. It reads what Office, Google Docs, spreadsheets and web pages put into the clipboard, and knows no DOM: nothing in the HTML can
 * run, load or style anything.
 */

/** Maximum length of HTML that is examined, in characters. */
const maxHtml = 1_000_000;
/** Largest number of tags and texts that become Markdown. */
const maxTokens = 40_000;
/** Largest depth of nested elements. */
const maxDepth = 60;

type Token =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'open'; readonly tag: string; readonly attributes: string }
  | { readonly kind: 'close'; readonly tag: string };

const structure = /^(?:ul|ol|table|h[1-6]|pre)$/;

/** Whether HTML has what plain text loses. Bold alone is no reason: then the plain text is what people expect. */
function isWorthIt(tokens: readonly Token[]): boolean {
  return tokens.some(
    (token, index) =>
      token.kind === 'open' &&
      (structure.test(token.tag) || /\bMsoList/i.test(token.attributes) || isLinkWithWords(tokens, index)),
  );
}

/** Whether a link begins at a token whose words are not its address. */
function isLinkWithWords(tokens: readonly Token[], index: number): boolean {
  const open = tokens[index]!;
  if (open.kind !== 'open' || open.tag !== 'a') return false;
  const address = attribute(open, 'href');
  if (!isLinkable(address)) return false;
  let words = '';
  for (let at = index + 1; at < Math.min(tokens.length, index + 20); at++) {
    const token = tokens[at]!;
    if (token.kind === 'text') words += decode(token.text);
    if (token.kind === 'close' && token.tag === 'a') break;
  }
  return words.trim() !== '' && !isSameAddress(words.trim(), address);
}

const isLinkable = (address: string): boolean => /^(?:https?|mailto):\S+$/i.test(address);
const isSameAddress = (one: string, other: string): boolean =>
  one.replace(/^(?:https?:\/\/|mailto:)/i, '').replace(/\/$/, '') ===
  other.replace(/^(?:https?:\/\/|mailto:)/i, '').replace(/\/$/, '');

/** Returns the Markdown of HTML; undefined when the plain text beside it says the same. */
export function markdownOf(html: string): string | undefined {
  if (html.length > maxHtml || !/<(?:ul|ol|table|h[1-6]|pre|a)\b|\bMsoList/i.test(html)) return undefined;
  const tokens = tokensOf(html);
  if (!tokens || !isWorthIt(tokens)) return undefined;
  const markdown = writeBlocks(treeOf(tokens));
  return markdown === '' ? undefined : markdown;
}

/** Comments, declarations, and elements whose content nobody sees. Word marks the bullets that it adds itself in comments. */
const skipped =
  /<!--[\s\S]*?(?:-->|$)|<[!?][^>]*(?:>|$)|<(head|style|script|title|xml|svg|template)\b[\s\S]*?(?:<\/\1\s*>|$)/gi;
const tagName = /<(\/?)([a-z][a-z0-9:-]*)/iy;

/** Reads HTML from left to right, each character once. */
function tokensOf(html: string): Token[] | undefined {
  const visible = html.replace(skipped, '');
  const tokens: Token[] = [];
  let at = 0;
  while (at < visible.length) {
    if (tokens.length >= maxTokens) return undefined;
    tagName.lastIndex = at;
    const found = tagName.exec(visible);
    const end = found ? endOfTag(visible, tagName.lastIndex) : -1;
    if (!found || end < 0) {
      // A tag that does not end is text, and so is all that follows it.
      const next = found ? -1 : visible.indexOf('<', at + 1);
      const until = next < 0 ? visible.length : next;
      tokens.push({ kind: 'text', text: visible.slice(at, until) });
      at = until;
      continue;
    }
    const tag = found[2]!.toLowerCase();
    const attributes = visible.slice(at + found[0].length, end);
    tokens.push(found[1] === '/' ? { kind: 'close', tag } : { kind: 'open', tag, attributes });
    at = end + 1;
  }
  return tokens;
}

/** Returns the position of the `>` that ends a tag; -1 without one. */
function endOfTag(html: string, from: number): number {
  let quote = '';
  for (let at = from; at < html.length; at++) {
    const sign = html[at]!;
    if (quote !== '') {
      if (sign === quote) quote = '';
    } else if (sign === '>') return at;
    else if (sign === '"' || sign === "'") quote = sign;
  }
  return -1;
}

type Element = {
  readonly tag: string;
  readonly attributes: string;
  readonly children: (Element | string)[];
};

const empty = new Set(['br', 'hr', 'img', 'input', 'meta', 'link', 'col', 'wbr', 'o:p', 'source']);
/** An opening tag of the first kind ends an open element of the second kinds, as in HTML without closing tags. */
const ending: Readonly<Record<string, readonly string[]>> = {
  li: ['li'],
  p: ['p'],
  tr: ['tr', 'td', 'th'],
  td: ['td', 'th'],
  th: ['td', 'th'],
};

function treeOf(tokens: readonly Token[]): Element {
  const root: Element = { tag: '', attributes: '', children: [] };
  const open = [root];
  for (const token of tokens) {
    const parent = open.at(-1)!;
    if (token.kind === 'text') parent.children.push(decode(token.text));
    else if (token.kind === 'close') {
      const at = open.findLastIndex(({ tag }) => tag === token.tag);
      if (at > 0) open.length = at;
    } else {
      while (open.length > 1 && ending[token.tag]?.includes(open.at(-1)!.tag)) open.pop();
      const element: Element = { tag: token.tag, attributes: token.attributes, children: [] };
      open.at(-1)!.children.push(element);
      if (!empty.has(token.tag) && !token.attributes.endsWith('/') && open.length < maxDepth)
        open.push(element);
    }
  }
  return root;
}

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  bull: '•',
  middot: '·',
  copy: '©',
  euro: '€',
  auml: 'ä',
  ouml: 'ö',
  uuml: 'ü',
  Auml: 'Ä',
  Ouml: 'Ö',
  Uuml: 'Ü',
  szlig: 'ß',
  eacute: 'é',
  egrave: 'è',
};

function decode(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return named[name] ?? whole;
    const point = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : whole;
  });
}

function attribute({ attributes }: { readonly attributes: string }, name: string): string {
  const [, double, single, bare] =
    new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(attributes) ?? [];
  return decode(double ?? single ?? bare ?? '');
}

const blocks = new Set(
  'p div section article header footer main aside nav figure figcaption address dl dt dd ul ol li table blockquote pre h1 h2 h3 h4 h5 h6 hr form fieldset center'.split(
    ' ',
  ),
);
const isBlock = (child: Element | string): child is Element =>
  typeof child !== 'string' && holdsBlocks(child);
/** Google Docs wraps everything in an element for bold text that is not bold. */
const holdsBlocks = (element: Element): boolean =>
  blocks.has(element.tag) || element.children.some((child) => isBlock(child));

/** Returns the Markdown of an element that contains blocks. */
function writeBlocks(parent: Element): string {
  const written: string[] = [];
  let line: (Element | string)[] = [];
  const endLine = () => {
    const text = writeLines(line);
    if (text !== '') written.push(text);
    line = [];
  };
  const children = withOfficeLists(parent.children);
  for (const child of children) {
    if (!isBlock(child)) {
      line.push(child);
      continue;
    }
    endLine();
    const text = writeBlock(child);
    if (text !== '') written.push(text);
  }
  endLine();
  return written.join('\n\n');
}

function writeBlock(element: Element): string {
  const { tag } = element;
  if (tag === 'ul' || tag === 'ol') return writeList(element);
  if (tag === 'table') return writeTable(element);
  if (tag === 'hr') return '---';
  if (tag === 'pre') return `\`\`\`\n${plainOf(element).replace(/^\n+|\s+$/g, '')}\n\`\`\``;
  const heading = /^h([1-6])$/.exec(tag)?.[1];
  if (heading) {
    const text = writeLines(element.children).replaceAll('\n', ' ').replaceAll('**', '');
    return text === '' ? '' : `${'#'.repeat(Number(heading))} ${text}`;
  }
  const text = writeBlocks(element);
  return tag === 'blockquote' ? prefixed(text, '> ', '> ') : text;
}

const prefixed = (text: string, first: string, others: string): string =>
  text === ''
    ? ''
    : text
        .split('\n')
        .map((line, index) => (index === 0 ? first + line : line === '' ? others.trimEnd() : others + line))
        .join('\n');

function writeList(list: Element): string {
  const isNumbered = list.tag === 'ol';
  let number = Number(attribute(list, 'start')) || 1;
  const lines: string[] = [];
  for (const child of list.children) {
    if (typeof child === 'string') continue;
    // Word processors put an inner list beside the points instead of into one.
    if (child.tag === 'ul' || child.tag === 'ol') {
      const inner = writeList(child);
      if (inner !== '') lines.push(prefixed(inner, isNumbered ? '   ' : '  ', isNumbered ? '   ' : '  '));
      continue;
    }
    const mark = isNumbered ? `${number++}. ` : '* ';
    const text = writeBlocks(child).replaceAll(/\n\n(?=\s*(?:\* |\d+\. ))/g, '\n');
    if (text !== '') lines.push(prefixed(text, mark, ' '.repeat(mark.length)));
  }
  return lines.join('\n');
}

function writeTable(table: Element): string {
  const rows: string[][] = [];
  const collect = (element: Element) => {
    for (const child of element.children) {
      if (typeof child === 'string') continue;
      if (child.tag === 'tr') rows.push(cellsOf(child));
      else if (/^(?:thead|tbody|tfoot)$/.test(child.tag)) collect(child);
    }
  };
  collect(table);
  const filled = rows.filter((cells) => cells.length > 0);
  const columns = Math.max(0, ...filled.map(({ length }) => length));
  // A table of one cell, row or column needs no lines around it. Each row stays a line, as in the plain text beside it.
  if (columns < 2 || filled.length < 2) return filled.map((cells) => cells.join(' ')).join('\n');
  const lines = filled.map((cells) => {
    const all = [...cells, ...Array<string>(columns - cells.length).fill('')];
    return `| ${all.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  });
  return [lines[0], `|${' --- |'.repeat(columns)}`, ...lines.slice(1)].join('\n');
}

/** Returns the texts of cells. A cell that spans columns is followed by empty ones. */
const cellsOf = (row: Element): string[] =>
  row.children.flatMap((child) => {
    if (typeof child === 'string' || !/^t[dh]$/.test(child.tag)) return [];
    const text = writeBlocks(child).replaceAll(/\s*\n\s*/g, ' ');
    const span = Math.min(50, Math.max(1, Number(attribute(child, 'colspan')) || 1));
    return [text, ...Array<string>(span - 1).fill('')];
  });

/** Turns the paragraphs by which Word shows lists into lists: they have a class, a level in their style, and a bullet as text. */
function withOfficeLists(children: readonly (Element | string)[]): (Element | string)[] {
  const found: (Element | string)[] = [];
  let lists: Element[] = [];
  for (const child of children) {
    const isSpace = typeof child === 'string' && child.trim() === '';
    const isPoint = typeof child !== 'string' && /\bMsoList/i.test(child.attributes) && child.tag === 'p';
    if (!isPoint) {
      if (!isSpace) lists = [];
      if (!isSpace || lists.length === 0) found.push(child);
      continue;
    }
    const level = Math.min(8, Number(/mso-list:[^;"']*level(\d)/i.exec(child.attributes)?.[1] ?? 1));
    const text = writeLines(child.children);
    const [bullet = ''] = /^(?:[·•o§\-–*]|\(?\w{1,4}[.)])\s+/.exec(text) ?? [];
    const tag = /\d|[a-z]{1,4}[.)]/i.test(bullet) ? 'ol' : 'ul';
    lists.length = Math.min(lists.length, level);
    while (lists.length < level) {
      const list: Element = { tag, attributes: '', children: [] };
      (lists.at(-1)?.children ?? found).push(list);
      lists.push(list);
    }
    lists
      .at(-1)!
      .children.push({ tag: 'li', attributes: '', children: [verbatim(text.slice(bullet.length))] });
  }
  return found;
}

/** Marks a text that already is Markdown. */
const verbatim = (text: string): Element => ({ tag: 'markdown', attributes: '', children: [text] });

/** Returns the Markdown of inline content. White space is as in HTML; lines break where the HTML says so. */
function writeLines(children: readonly (Element | string)[]): string {
  return children
    .map((child) => writeInline(child))
    .join('')
    .replaceAll('\u00a0', ' ')
    .replaceAll(/[ \t]*\n[ \t]*/g, '\n')
    .replaceAll(/[ \t]{2,}/g, ' ')
    .trim();
}

function writeInline(child: Element | string): string {
  if (typeof child === 'string') return child.replaceAll(/[\t\n\r ]+/g, ' ');
  const { tag } = child;
  if (tag === 'br') return '\n';
  if (tag === 'markdown') return child.children.join('');
  if (tag === 'img' || tag === 'button' || tag === 'input') return '';
  const inner = child.children.map(writeInline).join('');
  if (tag === 'code' || tag === 'kbd' || tag === 'samp') return around(plainOf(child), '`');
  if (tag === 'a') return linkOf(inner, attribute(child, 'href'));
  const style = attribute(child, 'style');
  const isBold =
    /font-weight:\s*(?:bold|[6-9]00)/i.test(style) ||
    (/^(?:b|strong)$/.test(tag) && !/font-weight:\s*(?:normal|400)/i.test(style));
  const isItalic = /font-style:\s*italic/i.test(style) || /^(?:i|em)$/.test(tag);
  const isStruck = /text-decoration:[^;]*line-through/i.test(style) || /^(?:s|del|strike)$/.test(tag);
  let text = inner;
  if (isStruck) text = around(text, '~~');
  if (isItalic) text = around(text, '*');
  if (isBold) text = around(text, '**');
  return text;
}

/** Puts marks around a text. Marks stand beside the letters, never beside a space. */
function around(text: string, mark: string): string {
  const [, before, inner, after] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text)!;
  if (inner === '' || inner!.includes('\n') || inner!.includes(mark)) return text;
  return `${before}${mark}${inner}${mark}${after}`;
}

function linkOf(words: string, address: string): string {
  const shown = words.replaceAll(/[[\]\n]/g, ' ').trim();
  if (!isLinkable(address) || shown === '') return words;
  if (isSameAddress(shown, address)) return address;
  return `[${shown}](${address.replaceAll('(', '%28').replaceAll(')', '%29')})`;
}

/** Returns the text of an element as it stands in the HTML. */
const plainOf = (element: Element): string =>
  element.children
    .map((child) => (typeof child === 'string' ? child : child.tag === 'br' ? '\n' : plainOf(child)))
    .join('');
