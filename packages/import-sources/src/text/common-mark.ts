import createMarkdownIt, { type MarkdownIt, type Token } from 'markdown-it';
import { type Block, type Inline, paragraph, text } from './tree.ts';

/** What a dialect adds to CommonMark. */
export type Dialect = {
  /** Returns the pieces of a text outside of code and links: mentions, emoji. */
  readonly pieces: (value: string) => Inline[];
  /** Returns a link, or what it refers to. `label`: its text. */
  readonly link?: (url: string, children: readonly Inline[], label: string) => Inline;
};

/** Longer texts are shown as they are: no message is this long. */
const maxLength = 100_000;
/** Deeper quotes and lists are shown without their marks. */
const maxDepth = 8;

const parser: MarkdownIt = createMarkdownIt({ html: false, linkify: true, breaks: true, maxNesting: 60 });
parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });

/**
 * A line without any sign that may mean something: most messages are such. The parser would return it as one text, and takes ten times
 * as long.
 */
const plainLine = /^[^\s#>\-+*\d=`~|<&\\!_[\]:/](?:[^\n`~|<&\\*_[\]:/]|\/(?!\/))*(?<!\s)$/;

/** Parses CommonMark with tables, strikethrough and bare addresses. A line break in the text is a line break in the message. */
export function parseCommonMark(source: string, dialect: Dialect): Block[] {
  const clean = source.replaceAll('\0', '').replace(/\r\n?/g, '\n');
  if (clean.length > maxLength) return [paragraph(...dialect.pieces(clean))];
  if (plainLine.test(clean)) return [paragraph(...dialect.pieces(clean))];
  return new TreeBuilder(parser.parse(clean, {}), dialect).blocks(0);
}

class TreeBuilder {
  private at = 0;
  private readonly tokens: readonly Token[];
  private readonly dialect: Dialect;

  constructor(tokens: readonly Token[], dialect: Dialect) {
    this.tokens = tokens;
    this.dialect = dialect;
  }

  /** Reads blocks up to the token that closes the block around them. */
  blocks(depth: number): Block[] {
    const blocks: Block[] = [];
    for (let token = this.tokens[this.at]; token && token.nesting !== -1; token = this.tokens[this.at]) {
      this.at++;
      blocks.push(...this.block(token, depth));
    }
    return blocks;
  }

  private block(token: Token, depth: number): Block[] {
    switch (token.type) {
      case 'inline':
        return [paragraph(...inlines(token.children ?? [], this.dialect))];
      case 'paragraph_open':
        return this.inside(depth);
      case 'heading_open': {
        const level = Number(token.tag.slice(1));
        return this.inside(depth).map(
          (block): Block => (block.type === 'paragraph' ? { ...block, type: 'heading', level } : block),
        );
      }
      case 'blockquote_open': {
        const children = this.inside(depth + 1);
        return depth < maxDepth ? [{ type: 'quote', children }] : children;
      }
      case 'bullet_list_open':
      case 'ordered_list_open': {
        const start = token.type === 'ordered_list_open' ? Number(token.attrGet('start') ?? 1) : undefined;
        const items: Block[][] = [];
        while (this.tokens[this.at]?.type === 'list_item_open') {
          this.at++;
          items.push(this.inside(depth + 1));
        }
        this.at++;
        return depth < maxDepth ? [{ type: 'list', start, items }] : items.flat();
      }
      case 'fence': {
        const language = token.info.trim().split(/\s/)[0] ?? '';
        if (language === 'latex' || language === 'tex')
          return [{ type: 'formula', text: token.content.trim() }];
        return [{ type: 'code', text: token.content, language }];
      }
      case 'code_block':
        return [{ type: 'code', text: token.content }];
      case 'hr':
        return [{ type: 'rule' }];
      case 'table_open':
        return [this.table()];
      default:
        return token.nesting === 1 ? this.inside(depth) : [];
    }
  }

  private inside(depth: number): Block[] {
    const blocks = this.blocks(depth);
    this.at++;
    return blocks;
  }

  private table(): Block {
    const rows: Inline[][][] = [];
    for (let token = this.tokens[this.at]; token?.type !== 'table_close'; token = this.tokens[++this.at]) {
      if (!token) break;
      if (token.type === 'tr_open') rows.push([]);
      else if (token.type === 'inline') rows.at(-1)?.push(inlines(token.children ?? [], this.dialect));
    }
    this.at++;
    return { type: 'table', rows };
  }
}

const kinds: Readonly<Record<string, 'strong' | 'emphasis' | 'strike'>> = {
  strong_open: 'strong',
  em_open: 'emphasis',
  s_open: 'strike',
};

function inlines(tokens: readonly Token[], dialect: Dialect): Inline[] {
  let at = 0;
  const read = (isLink: boolean): Inline[] => {
    const nodes: Inline[] = [];
    let plain = '';
    const close = (): void => {
      if (plain !== '') nodes.push(...(isLink ? [text(plain)] : dialect.pieces(plain)));
      plain = '';
    };
    for (let token = tokens[at]; token && token.nesting !== -1; token = tokens[at]) {
      at++;
      if (token.type === 'text' || token.type === 'text_special') {
        plain += token.content;
        continue;
      }
      if (token.type === 'softbreak' || token.type === 'hardbreak') {
        plain += '\n';
        continue;
      }
      close();
      const kind = kinds[token.type];
      if (kind) nodes.push({ type: kind, children: inside(isLink) });
      else if (token.type === 'link_open') {
        const url = String(token.attrGet('href') ?? '');
        const from = at;
        const children = inside(true);
        const label = tokens.slice(from, at).map(({ type, content }) => (type === 'text' ? content : ''));
        nodes.push(dialect.link?.(url, children, label.join('')) ?? { type: 'link', url, children });
      } else if (token.type === 'code_inline') nodes.push({ type: 'code', text: token.content });
      else if (token.type === 'image') {
        const label = token.content.trim();
        nodes.push({
          type: 'link',
          url: String(token.attrGet('src') ?? ''),
          children: label === '' ? [] : [text(label)],
        });
      } else if (token.nesting === 1) nodes.push(...inside(isLink));
      else plain += token.content;
    }
    close();
    return nodes;
  };
  const inside = (isLink: boolean): Inline[] => {
    const nodes = read(isLink);
    at++;
    return nodes;
  };
  return read(false);
}
