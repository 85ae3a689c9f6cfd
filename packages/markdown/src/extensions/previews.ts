import type { MarkdownIt, StateCore, Token } from 'markdown-it';
import { escapeHtml } from '../escape.ts';
import { limits } from '../limits.ts';
import { decodePath, relativeUrl, uploadPath } from '../links/urls.ts';
import { tokenAt } from '../parser/lines.ts';
import { mayAdd, type RenderState, stateOf } from '../syntax/state.ts';
import type { UploadInfo } from '../types.ts';

/**
 * Collects the links of a message. Adds previews of images and videos after the paragraph, heading or table that links to them. A
 * preview replaces a paragraph that contains only the file's URL. Quotes get no previews, because the quoted message already has
 * them. `![name](url)` shows an uploaded image in its place; for other files than images and audio it is a link.
 */
export function previews(md: MarkdownIt): void {
  md.core.ruler.push('previews', addPreviews);
  md.renderer.rules.preview = (tokens, index) => tokenAt(tokens, index).content;
  md.renderer.rules.media = (tokens, index) => tokenAt(tokens, index).content;
}

function addPreviews(state: StateCore): void {
  const env = stateOf(state.env);
  const output: Token[] = [];
  let waiting: string[] = [];
  let quotes = 0;
  let tables = 0;
  let spoilers = 0;
  let isReplaced = false;
  for (const token of state.tokens) {
    output.push(token);
    if (token.type === 'blockquote_open') quotes++;
    else if (token.type === 'blockquote_close') quotes--;
    else if (token.type === 'spoiler_open') spoilers++;
    else if (token.type === 'spoiler_close') spoilers--;
    else if (token.type === 'table_open') tables++;
    else if (token.type === 'table_close') tables--;
    else if (token.type === 'inline') {
      const children = token.children ?? [];
      const found = gather(env, children, quotes === 0);
      if (quotes === 0 && spoilers === 0) notePages(env, children);
      waiting.push(...found);
      isReplaced = found.length === 1 && isAddressAlone(children) && output.at(-2)?.type === 'paragraph_open';
      token.children = placeMedia(state, children);
    }
    if (token.type === 'paragraph_close' && isReplaced) output.length -= 3;
    isReplaced &&= token.type === 'inline';
    const end =
      token.type === 'paragraph_close' || token.type === 'heading_close' || token.type === 'table_close';
    if (waiting.length === 0 || !end || tables > 0) continue;
    for (const html of waiting) {
      const preview = new state.Token('preview', '', 0);
      preview.content = html;
      preview.block = true;
      output.push(preview);
    }
    waiting = [];
  }
  state.tokens = output;
}

/** Returns whether the content of a paragraph is one link that shows its own URL. */
function isAddressAlone(children: Token[]): boolean {
  const tokens = children.filter(({ type, content }) => type !== 'text' || content !== '');
  const [open, text, close] = tokens;
  return (
    tokens.length === 3 &&
    open?.type === 'link_open' &&
    text?.type === 'text' &&
    close?.type === 'link_close' &&
    (open.meta as LinkMeta | null)?.typed === text.content
  );
}

/**
 * Data of a link token. `isMedia`: whether a `!` was typed before the link. `typed`: the URL before it was made relative. `media`:
 * HTML that replaces the link.
 */
type LinkMeta = { isMedia?: boolean; typed?: string; media?: string };

/** Records the links of a paragraph and returns their previews. Makes URLs of this server relative. */
function gather(env: RenderState, children: Token[], withPreviews: boolean): string[] {
  const found: string[] = [];
  for (const [index, token] of children.entries()) {
    if (token.type !== 'link_open') continue;
    const typed = String(token.attrGet('href') ?? '');
    const href = relativeUrl(typed, env.ctx.publicUrl);
    token.attrSet('href', href);
    token.meta = { ...(token.meta as LinkMeta | null), typed };
    env.links++;
    const label = labelOf(children, index);
    const name = label === typed ? '' : label;
    const media = (token.meta as LinkMeta).isMedia ? mediaOf(env, href, name) : undefined;
    if (media !== undefined) {
      (token.meta as LinkMeta).media = media;
      continue;
    }
    const html = previewOf(env, href, name);
    const isShown = withPreviews && env.ctx.imagePreviews && env.previewBudget > 0 && !env.previews.has(href);
    if (html !== undefined && isShown && mayAdd(env, html)) {
      env.previewBudget--;
      env.previews.add(href);
      found.push(html);
    }
  }
  return found;
}

/** Records the linked web pages of other hosts in a paragraph. Previews of these pages are added later. */
function notePages(env: RenderState, children: Token[]): void {
  for (const { type, meta } of children) {
    if (env.previewLinks.size >= limits.linkPreviews) return;
    const { typed = '' } = (type === 'link_open' && (meta as LinkMeta | null)) || {};
    if (isOtherPage(typed, env.ctx.publicUrl)) env.previewLinks.add(typed);
  }
}

function isOtherPage(address: string, publicUrl: string): boolean {
  if (!/^https?:/i.test(address) || address.length > limits.previewedAddressLength) return false;
  if (imagePath.test(address) || videoPath.test(address) || !URL.canParse(address)) return false;
  const { host, username, password } = new URL(address);
  const isOwn = URL.canParse(publicUrl) && new URL(publicUrl).host === host;
  return !isOwn && username === '' && password === '';
}

function labelOf(children: Token[], open: number): string {
  let label = '';
  for (const { type, content } of children.slice(open + 1)) {
    if (type === 'link_close') break;
    if (type === 'text' || type === 'code_inline') label += content;
  }
  return label;
}

const imagePath = /^https?:\/\/[^?#]*\/[^?#/]+\.(?:png|jpe?g|gif|webp|bmp|avif)(?:[?#]|$)/i;
const videoPath = /^https?:\/\/[^?#]*\/[^?#/]+\.(?:mp4|webm)(?:[?#]|$)/i;
const videoTypes = new Set(['video/mp4', 'video/webm']);
const audioTypes = new Set([
  'audio/aac',
  'audio/flac',
  'audio/mpeg',
  'audio/wav',
  'audio/x-wav',
  'audio/ogg',
]);

/**
 * Records a link. Returns the HTML of its preview if the URL is an image or video that can be shown.
 * @param label text of the link; empty when it is the URL
 */
function previewOf(env: RenderState, href: string, label: string): string | undefined {
  const { ctx } = env;
  const path = uploadPath(href, ctx.publicUrl);
  if (path !== undefined) {
    env.uploads.add(path);
    const info = ctx.uploads?.(path);
    if (info === undefined) return undefined;
    return uploadPreview(env, href, label || info.name, info);
  }
  const isVideo = videoPath.test(href);
  if (!isVideo && !imagePath.test(href)) return undefined;
  if (!isVideo) env.hasImage = true;
  const source = ctx.externalMedia === undefined ? href : ctx.externalMedia(href);
  if (source === undefined) return undefined;
  if (isVideo) return video(href, label || lastSegment(href), source);
  return `${anchor('message_inline_image', href, label || lastSegment(href))}<img src="${escapeHtml(source)}"></a></div>\n`;
}

function uploadPreview(env: RenderState, href: string, title: string, info: UploadInfo): string | undefined {
  if (videoTypes.has(info.contentType)) return video(href, title, href);
  if (!info.contentType.startsWith('image/')) return undefined;
  env.hasImage = true;
  const { thumbnail, width, height } = info;
  if (thumbnail === undefined || width === undefined || height === undefined) return undefined;
  return `${anchor('message_inline_image', href, title)}<img src="${escapeHtml(thumbnail)}" data-original-dimensions="${Math.floor(width)}x${Math.floor(height)}" data-original-content-type="${escapeHtml(info.contentType)}"></a></div>\n`;
}

function video(href: string, title: string, source: string): string {
  const open = anchor('message_inline_image message_inline_video', href, title);
  return `${open}<video preload="metadata" src="${escapeHtml(source)}"></video></a></div>\n`;
}

function anchor(classes: string, href: string, title: string): string {
  return `<div class="${classes}"><a href="${escapeHtml(href)}" title="${escapeHtml(title)}">`;
}

/** Removes the `!` of `![name](url)`, and replaces the link by its image or player. */
function placeMedia(state: StateCore, children: Token[]): Token[] {
  if (!children.some(({ meta }) => (meta as LinkMeta | null)?.isMedia)) return children;
  const output: Token[] = [];
  for (let index = 0; index < children.length; index++) {
    const token = tokenAt(children, index);
    const { isMedia, media } = (token.meta as LinkMeta | null) ?? {};
    const mark = output.at(-1);
    if (isMedia && mark?.type === 'text' && mark.content.endsWith('!'))
      mark.content = mark.content.slice(0, -1);
    if (media === undefined) {
      output.push(token);
      continue;
    }
    const placed = new state.Token('media', '', 0);
    placed.content = media;
    output.push(placed);
    while (tokenAt(children, index).type !== 'link_close') index++;
  }
  return output;
}

/** Returns the image or player for `![name](url)` with an upload; undefined for other URLs. */
function mediaOf(env: RenderState, href: string, name: string): string | undefined {
  const { ctx } = env;
  const path = uploadPath(href, ctx.publicUrl);
  const info = path === undefined ? undefined : ctx.uploads?.(path);
  if (path === undefined || info === undefined) return undefined;
  const html = audioTypes.has(info.contentType)
    ? `<audio controls preload="metadata" src="${escapeHtml(href)}" title="${escapeHtml(name || info.name)}"></audio>`
    : inlineImage(env, href, name, info);
  if (html === undefined || !mayAdd(env, html)) return undefined;
  env.uploads.add(path);
  return html;
}

function inlineImage(env: RenderState, href: string, name: string, info: UploadInfo): string | undefined {
  const { thumbnail, width, height, contentType } = info;
  if (!contentType.startsWith('image/') || !env.ctx.imagePreviews || env.previewBudget <= 0) return undefined;
  if (thumbnail === undefined || width === undefined || height === undefined) return undefined;
  env.previewBudget--;
  env.hasImage = true;
  return `<img alt="${escapeHtml(name || info.name)}" class="inline-image" data-original-content-type="${escapeHtml(contentType)}" data-original-dimensions="${Math.floor(width)}x${Math.floor(height)}" data-original-src="${escapeHtml(href)}" src="${escapeHtml(thumbnail)}">`;
}

function lastSegment(href: string): string {
  const path = href.replace(/[?#].*$/s, '');
  return decodePath(path.slice(path.lastIndexOf('/') + 1));
}
