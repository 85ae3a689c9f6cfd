import type { Delimiter, Env, MarkdownIt, StateInline, Token } from 'markdown-it';

/**
 * The parser's published build defines every field of every token through `Object.defineProperty`, which costs
 * more than all parsing. These classes have the same fields, set plainly, and inherit the same methods; the
 * parser takes them at its documented replaceable `State`.
 */
export function usePlainState(md: MarkdownIt): void {
  const InlineState = md.inline.State;
  const BlockState = md.block.State;
  const TokenClass = new InlineState('', md, {}, []).Token;

  class PlainToken {
    type: string;
    tag: string;
    attrs: null = null;
    map: null = null;
    nesting: -1 | 0 | 1;
    level = 0;
    children: null = null;
    content = '';
    markup = '';
    info = '';
    meta: null = null;
    block = false;
    hidden = false;
    constructor(type: string, tag: string, nesting: -1 | 0 | 1) {
      this.type = type;
      this.tag = tag;
      this.nesting = nesting;
    }
  }
  Object.setPrototypeOf(PlainToken.prototype, TokenClass.prototype);
  const create = (type: string, tag: string, nesting: -1 | 0 | 1): Token =>
    new PlainToken(type, tag, nesting) as unknown as Token;

  class PlainInlineState {
    src: string;
    env: Env;
    md: MarkdownIt;
    tokens: Token[];
    tokens_meta: ({ delimiters: Delimiter[] } | undefined)[];
    pos = 0;
    posMax: number;
    level = 0;
    pending = '';
    pendingLevel = 0;
    cache: Record<number, number> = {};
    backticks: Record<number, number> = {};
    backticksScanned = false;
    skipHtmlSpecial = false;
    linkLevel = 0;
    delimiters: Delimiter[] = [];
    _prev_delimiters: Delimiter[][] = [];
    Token = PlainToken;

    constructor(src: string, instance: MarkdownIt, env: Env, tokens: Token[]) {
      this.src = src;
      this.env = env;
      this.md = instance;
      this.tokens = tokens;
      this.tokens_meta = Array(tokens.length);
      this.posMax = src.length;
    }

    pushPending(): Token {
      const token = create('text', '', 0);
      token.content = this.pending;
      token.level = this.pendingLevel;
      this.tokens.push(token);
      this.pending = '';
      return token;
    }

    push(type: string, tag: string, nesting: -1 | 0 | 1): Token {
      if (this.pending !== '') this.pushPending();
      const token = create(type, tag, nesting);
      let meta: { delimiters: Delimiter[] } | undefined;
      if (nesting < 0) {
        this.level--;
        this.delimiters = this._prev_delimiters.pop()!;
      }
      token.level = this.level;
      if (nesting > 0) {
        this.level++;
        this._prev_delimiters.push(this.delimiters);
        this.delimiters = [];
        meta = { delimiters: this.delimiters };
      }
      this.pendingLevel = this.level;
      this.tokens.push(token);
      this.tokens_meta.push(meta);
      return token;
    }
  }
  Object.setPrototypeOf(PlainInlineState.prototype, InlineState.prototype);
  md.inline.State = PlainInlineState as unknown as typeof StateInline;

  class PlainBlockState extends BlockState {
    override push(type: string, tag: string, nesting: -1 | 0 | 1): Token {
      const token = create(type, tag, nesting);
      token.block = true;
      if (nesting < 0) this.level--;
      token.level = this.level;
      if (nesting > 0) this.level++;
      this.tokens.push(token);
      return token;
    }
  }
  md.block.State = PlainBlockState;
}
