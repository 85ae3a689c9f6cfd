import type { MarkdownIt, StateInline, Token } from 'markdown-it';
import { findRule } from '../parser/internals.ts';
import { isAllowedUrl } from '../urls.ts';

/** Decides which targets may become links, and how links without a text or without an address are shown. */
export function links(md: MarkdownIt): void {
  md.validateLink = isAllowedUrl;
  const normalize = md.normalizeLink;
  md.normalizeLink = (url) => {
    // Most addresses are in normal form already, and parsing an address costs more than rendering the message.
    if (plainUrl.test(url)) return url;
    return url.startsWith('#narrow/') ? `/${normalize(url)}` : normalize(url);
  };
  // An address is shown as it was typed, because its decoded form could look like another address.
  md.normalizeLinkText = (url) => url;
  adaptLinks(md);
}

const plainUrl =
  /^https?:\/\/[a-z0-9]+(?:[.-][a-z0-9]+)*(?::\d{1,5})?(?:[/?#][A-Za-z0-9\-_.~/?#&=+,:;@!$()*]*)?$/;

type InlineRule = (state: StateInline, silent: boolean) => boolean;

const withoutText = /\[\s*\]\(/y;

/**
 * Changes the parser's links. It makes links of `[a]()` and `[a]("title")`, which have no address: they stay text. A
 * link without a text shows its address. `![name](address)` is marked as media, and `previews.ts` decides how it is
 * shown.
 */
function adaptLinks(md: MarkdownIt): void {
  const original = findRule<InlineRule>(md.inline.ruler, 'link').fn;
  const lastTarget = new WeakMap<StateInline, number>();
  md.inline.ruler.at('link', (state, silent) => {
    const start = state.pos;
    if (state.src.charCodeAt(start) !== 0x5b) return false;
    // No link follows when no `](` follows. This check avoids a scan to the end of the text for each of thousands of
    // brackets.
    let last = lastTarget.get(state);
    if (last === undefined) {
      last = state.src.lastIndexOf('](');
      lastTarget.set(state, last);
    }
    if (start > last) return false;
    const isMedia = state.pending.endsWith('!');
    const open = state.tokens.length + (state.pending === '' ? 0 : 1);
    if (!original(state, silent)) return false;
    const token = state.tokens[open];
    if (silent || token === undefined) return true;
    const href = String(token.attrGet('href') ?? '');
    withoutText.lastIndex = start;
    if (href === '') {
      const end = state.pos;
      const labelEnd = md.helpers.parseLinkLabel(state, start, true);
      state.pos = end;
      asText(token, '[');
      asText(state.tokens.at(-1)!, state.src.slice(labelEnd, end));
      return true;
    }
    if (isMedia) token.meta = { isMedia };
    if (withoutText.test(state.src)) {
      const close = state.tokens.pop()!;
      state.tokens.length = open + 1;
      const text = new state.Token('text', '', 0);
      text.content = md.normalizeLinkText(href);
      text.level = state.level + 1;
      state.tokens.push(text, close);
    }
    return true;
  });
}

function asText(token: Token, content: string): void {
  token.type = 'text';
  token.tag = '';
  token.attrs = null;
  token.nesting = 0;
  token.content = content;
}
