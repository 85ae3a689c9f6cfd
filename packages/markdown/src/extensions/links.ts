import type { MarkdownIt, StateInline, Token } from 'markdown-it';
import { isAllowedUrl } from '../links/urls.ts';
import { findRule } from '../parser/internals.ts';
import { tokenAt } from '../parser/lines.ts';

/** Decides which URLs may become links, and how links without a text or URL are shown. */
export function links(md: MarkdownIt): void {
  md.validateLink = isAllowedUrl;
  const normalize = md.normalizeLink;
  md.normalizeLink = (url) => {
    // Most URLs are already in normal form. Parsing one to normalize it takes longer than rendering the rest of the message.
    if (plainUrl.test(url)) return url;
    return url.startsWith('#narrow/') ? `/${normalize(url)}` : normalize(url);
  };
  // URLs are shown as they were typed, because a decoded URL could look like another one.
  md.normalizeLinkText = (url) => url;
  adaptLinks(md);
}

const plainUrl =
  /^https?:\/\/[a-z0-9]+(?:[.-][a-z0-9]+)*(?::\d{1,5})?(?:[/?#][A-Za-z0-9\-_.~/?#&=+,:;@!$()*]*)?$/;

type InlineRule = (state: StateInline, silent: boolean) => boolean;

const withoutText = /\[\s*\]\(/y;

/**
 * Adapts the links of markdown-it. `[a]()` and `[a]("title")` have no URL and stay plain text. A link without a text shows its
 * URL. `![name](url)` is marked as media, and `previews.ts` decides how to show it.
 */
function adaptLinks(md: MarkdownIt): void {
  const original = findRule<InlineRule>(md.inline.ruler, 'link').fn;
  const lastTarget = new WeakMap<StateInline, number>();
  md.inline.ruler.at('link', (state, silent) => {
    const start = state.pos;
    if (state.src.charCodeAt(start) !== 0x5b) return false;
    // Without a `](` after this position there is no link. This check avoids a scan to the end of the text for each of
    // thousands of brackets.
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
      asText(tokenAt(state.tokens, state.tokens.length - 1), state.src.slice(labelEnd, end));
      return true;
    }
    if (isMedia) token.meta = { isMedia };
    if (withoutText.test(state.src)) {
      const close = tokenAt(state.tokens, state.tokens.length - 1);
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
