import type { MarkdownIt, StateCore, StateInline, Token } from 'markdown-it';
import { escapeHtml } from '../escape.ts';
import { findRule } from '../rules.ts';
import { mayAdd, type RenderState, stateOf } from '../state.ts';
import { decodePath, isAllowedUrl, uploadPath } from '../urls.ts';

/**
 * Decides which targets may become links, collects the message's links, and adds previews of images after the paragraph
 * that links them. Quotes show no previews: the quoted message has them.
 */
export function links(md: MarkdownIt): void {
  md.validateLink = isAllowedUrl;
  const normalize = md.normalizeLink;
  md.normalizeLink = (url) => {
    // Most addresses are in their normal form already; parsing them costs more than rendering the message.
    if (plainUrl.test(url)) return url;
    return url.startsWith('#narrow/') ? `/${normalize(url)}` : normalize(url);
  };
  keepEmptyLinks(md);
  md.core.ruler.push('links', gatherLinks);
  md.renderer.rules.image_preview = (tokens, index) => tokens[index]!.content;
}

const plainUrl =
  /^https?:\/\/[a-z0-9]+(?:[.-][a-z0-9]+)*(?::\d{1,5})?(?:[/?#][A-Za-z0-9\-_.~/?#&=+,:;@!$()*]*)?$/;

type InlineRule = (state: StateInline, silent: boolean) => boolean;

/** The parser makes links of `[a]()` and `[a]("title")`. Without an address they must stay text. */
function keepEmptyLinks(md: MarkdownIt): void {
  const original = findRule<InlineRule>(md.inline.ruler, 'link').fn;
  const lastTarget = new WeakMap<StateInline, number>();
  md.inline.ruler.at('link', (state, silent) => {
    const start = state.pos;
    if (state.src.charCodeAt(start) !== 0x5b) return false;
    // Without a `](` ahead there is no link. The check avoids a scan to the end for each of thousands of brackets.
    let last = lastTarget.get(state);
    if (last === undefined) {
      last = state.src.lastIndexOf('](');
      lastTarget.set(state, last);
    }
    if (start > last) return false;
    const open = state.tokens.length + (state.pending === '' ? 0 : 1);
    if (!original(state, silent)) return false;
    const token = state.tokens[open];
    if (silent || token === undefined || token.attrGet('href') !== '') return true;
    const end = state.pos;
    const labelEnd = md.helpers.parseLinkLabel(state, start, true);
    state.pos = end;
    asText(token, '[');
    asText(state.tokens.at(-1)!, state.src.slice(labelEnd, end));
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

function gatherLinks(state: StateCore): void {
  const env = stateOf(state.env);
  const output: Token[] = [];
  let waiting: string[] = [];
  let quotes = 0;
  let tables = 0;
  for (const token of state.tokens) {
    output.push(token);
    if (token.type === 'blockquote_open') quotes++;
    else if (token.type === 'blockquote_close') quotes--;
    else if (token.type === 'table_open') tables++;
    else if (token.type === 'table_close') tables--;
    else if (token.type === 'inline') waiting.push(...gather(env, token.children ?? [], quotes === 0));
    const end =
      token.type === 'paragraph_close' || token.type === 'heading_close' || token.type === 'table_close';
    if (waiting.length === 0 || !end || tables > 0) continue;
    for (const html of waiting) {
      const preview = new state.Token('image_preview', '', 0);
      preview.content = html;
      preview.block = true;
      output.push(preview);
    }
    waiting = [];
  }
  state.tokens = output;
}

function gather(env: RenderState, children: Token[], previews: boolean): string[] {
  const found: string[] = [];
  for (let index = 0; index < children.length; index++) {
    const token = children[index]!;
    if (token.type !== 'link_open') continue;
    const href = String(token.attrGet('href') ?? '');
    env.links++;
    let label = '';
    for (let next = index + 1; next < children.length && children[next]!.type !== 'link_close'; next++) {
      if (children[next]!.type === 'text' || children[next]!.type === 'code_inline')
        label += children[next]!.content;
    }
    const html = previewOf(env, href, label);
    const isShown = previews && env.ctx.imagePreviews && env.previewBudget > 0;
    if (html !== undefined && isShown && mayAdd(env, html)) {
      env.previewBudget--;
      found.push(html);
    }
  }
  return found;
}

const imagePath = /^https?:\/\/[^?#]*\/[^?#/]+\.(?:png|jpe?g|gif|webp|bmp|avif)(?:[?#]|$)/i;

/** Records a link. Returns the preview when the target is an image that can be shown. */
function previewOf(env: RenderState, href: string, label: string): string | undefined {
  const { ctx } = env;
  const path = uploadPath(href, ctx.publicUrl);
  const name = label === '' || label === href ? lastSegment(href) : label;
  if (path !== undefined) {
    env.uploads.add(path);
    const info = ctx.uploads?.(path);
    if (info === undefined || !info.contentType.startsWith('image/')) return undefined;
    env.hasImage = true;
    const { thumbnail, width, height } = info;
    if (thumbnail === undefined || width === undefined || height === undefined) return undefined;
    const title = label === '' || label === href ? info.name : label;
    return `${anchor(href, title)}<img src="${escapeHtml(thumbnail)}" data-original-dimensions="${Math.floor(width)}x${Math.floor(height)}" data-original-content-type="${escapeHtml(info.contentType)}"></a></div>\n`;
  }
  if (!imagePath.test(href)) return undefined;
  env.hasImage = true;
  const source = ctx.externalImage === undefined ? href : ctx.externalImage(href);
  if (source === undefined) return undefined;
  return `${anchor(href, name)}<img src="${escapeHtml(source)}"></a></div>\n`;
}

function anchor(href: string, title: string): string {
  return `<div class="message_inline_image"><a href="${escapeHtml(href)}" title="${escapeHtml(title)}">`;
}

function lastSegment(href: string): string {
  const path = href.replace(/[?#].*$/s, '');
  return decodePath(path.slice(path.lastIndexOf('/') + 1));
}
