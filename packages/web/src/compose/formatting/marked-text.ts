/**
 * Finds in a Markdown source what is bold, code, a quotation and so on, so that the field can show it while it is written. The parts
 * together are the source: nothing is left out, and marks stay. It follows the common cases; the preview shows what the server makes of it.
 */

export type MarkKind =
  | 'mark'
  | 'file'
  | 'address'
  | 'bold'
  | 'italic'
  | 'strike'
  | 'code'
  | 'quote'
  | 'link'
  | 'mention'
  | 'at'
  | 'hash'
  | 'heading';

export type MarkedPart = { readonly text: string; readonly kinds: readonly MarkKind[] };

/** Longer texts are shown without marks, because each typed key would mark all of it again. */
const maxMarked = 8_000;

const fence = /^ {0,3}(`{3,}|~{3,})/;
/** A file of the message, which the box also shows as a card. Its address is of no use to people. */
const fileLine = /^(\s*!?\[)([^[\]\n]+)(\]\(\/user_uploads\/[^\s()]+\)\s*)$/;
const inline =
  /(\\[\\`*~@#[])|(`+)(?!`)([^\n]*?[^`])\2(?!`)|@_?\*{1,2}[^*\n]+\*{1,2}|#\*\*[^*\n]+\*\*|\*{3}(?=[^\s*])([^*\n]*[^\s*])\*{3}(?!\*)|\*\*(?=\S)([^\n]*?\S)\*\*|(?<!~)~~(?!~)([^\n]+?)~~(?!~)|(?<!\*)\*(?=[^\s*])([^*\n]*[^\s*])\*(?!\*)|(?<!!)\[([^[\]\n]+)\]\(([^\s()]*)\)/gu;

/** A mention of a person, a group, a channel or a topic, between marks that say nothing to people. */
const mention = /^([@#])(_?\*{1,2})([^*]+)(\*{1,2})$/;

/**
 * Returns the parts of a text.
 * @param hasMarks whether all marks are shown. Otherwise only the files and the mentions of the text are
 */
export function markedParts(source: string, hasMarks = true): MarkedPart[] {
  if (source.length > maxMarked) return [{ text: source, kinds: [] }];
  const parts: MarkedPart[] = [];
  let open = '';
  source.split('\n').forEach((line, index) => {
    if (index > 0) add(parts, '\n', []);
    const mark = fence.exec(line)?.[1] ?? '';
    if (open !== '' || mark !== '') {
      const isEnd = open !== '' && mark.startsWith(open);
      add(parts, line, open === '' || isEnd ? ['code', 'mark'] : ['code']);
      open = isEnd ? '' : open || mark;
      return;
    }
    const file = fileLine.exec(line);
    if (file) {
      const [, before = '', name = '', after = ''] = file;
      add(parts, before, ['address']);
      add(parts, name, ['file']);
      add(parts, after, ['address']);
      return;
    }
    const [start = ''] = /^(?: {0,3}>\s?|#{1,6}\s+|\s*(?:[*+-]|\d+[.)])\s+)/.exec(line) ?? [];
    const kinds: MarkKind[] = start.includes('>') ? ['quote'] : start.includes('#') ? ['heading'] : [];
    add(parts, start, [...kinds, 'mark']);
    addInline(parts, line.slice(start.length), kinds);
  });
  return hasMarks ? parts : parts.map((part) => (isThing(part) ? part : { ...part, kinds: [] }));
}

const things: ReadonlySet<MarkKind> = new Set(['file', 'address', 'mention']);
const isThing = ({ kinds }: MarkedPart): boolean => kinds.some((kind) => things.has(kind));

function addInline(parts: MarkedPart[], text: string, kinds: readonly MarkKind[]): void {
  let at = 0;
  for (const match of text.matchAll(inline)) {
    add(parts, text.slice(at, match.index), kinds);
    addMatch(parts, match, kinds);
    at = match.index + match[0].length;
  }
  add(parts, text.slice(at), kinds);
}

function addMatch(parts: MarkedPart[], match: RegExpExecArray, kinds: readonly MarkKind[]): void {
  const [whole, escaped, , code, both, bold, strike, italic, words] = match;
  const between = (mark: number, ...own: MarkKind[]) => {
    add(parts, whole.slice(0, mark), [...kinds, 'mark']);
    addInline(parts, whole.slice(mark, whole.length - mark), [...kinds, ...own]);
    add(parts, whole.slice(whole.length - mark), [...kinds, 'mark']);
  };
  if (escaped !== undefined) add(parts, whole, kinds);
  else if (code !== undefined) add(parts, whole, [...kinds, 'code']);
  else if (both !== undefined) between(3, 'bold', 'italic');
  else if (bold !== undefined) between(2, 'bold');
  else if (strike !== undefined) between(2, 'strike');
  else if (italic !== undefined) between(1, 'italic');
  else if (words !== undefined) {
    add(parts, '[', [...kinds, 'mark']);
    addInline(parts, words, [...kinds, 'link']);
    add(parts, whole.slice(words.length + 1), [...kinds, 'mark']);
  } else addMention(parts, whole, [...kinds, 'mention']);
}

function addMention(parts: MarkedPart[], whole: string, kinds: readonly MarkKind[]): void {
  const [, sign = '', before = '', name = whole, after = ''] = mention.exec(whole) ?? [];
  const hidden: readonly MarkKind[] = [...kinds, 'address'];
  add(parts, sign, hidden);
  // The sign is shown where the marks end, beside the name.
  add(parts, before, [...hidden, sign === '#' ? 'hash' : 'at']);
  add(parts, name, kinds);
  add(parts, after, hidden);
}

function add(parts: MarkedPart[], text: string, kinds: readonly MarkKind[]): void {
  if (text !== '') parts.push({ text, kinds });
}
