/**
 * Adds this client's behaviour to rendered messages, such as copying and running code, spoilers, local times, media players, and
 * mentions that open cards.
 */
import type { GroupId, Playground, UserId } from '@parley/client';
import { textOf } from '../html/text-of.ts';
import { dateTimeOf, shortDateTimeOf } from '../i18n/format.ts';
import { t } from '../i18n/index.ts';
import { emojiOf } from '../lib/text/emoji-of.ts';
import { arrangeFiles } from '../media/message-files.ts';
import { writeToClipboard } from '../model/device/clipboard.ts';
import type { Parley } from '../model/parley.tsx';
import { playgroundAddress, playgroundsOf } from './playgrounds.ts';

export type ContentFacts = {
  /** The client that shows the message; undefined for visitors without an account. */
  readonly parley?: Parley;
  readonly selfId: UserId;
  /** Returns whether the person belongs to a user group. */
  isInGroup(groupId: GroupId): boolean;
  /** Whether mentions open cards. Default true. */
  readonly hasCards?: boolean;
  /** Sites that can open the code of a code block. */
  readonly playgrounds?: readonly Playground[] | undefined;
};

/** Prepares the content of one message before it is shown. */
export function enhance(content: DocumentFragment, facts: ContentFacts): void {
  for (const block of content.querySelectorAll<HTMLElement>('.codehilite')) addCodeActions(block, facts);
  for (const spoiler of content.querySelectorAll<HTMLElement>('.spoiler-block')) makeSpoiler(spoiler);
  for (const time of content.querySelectorAll('time')) showLocalTime(time);
  for (const mention of content.querySelectorAll<HTMLElement>('.user-mention, .user-group-mention')) {
    markOwnMention(mention, facts);
    if (facts.hasCards ?? true) makeButton(mention);
  }
  arrangeFiles(content, facts.parley?.device);
  for (const video of content.querySelectorAll<HTMLVideoElement>('.message_inline_video video')) {
    playInPlace(video);
  }
  const played = new Set(
    Array.from(content.querySelectorAll<HTMLMediaElement>('video, audio'), (each) => pathOf(each.src)),
  );
  for (const link of content.querySelectorAll<HTMLAnchorElement>('a[href^="/user_uploads/"]')) {
    if (played.has(link.pathname) || link.closest('.file-card')) continue;
    played.add(link.pathname);
    addPlayer(link);
  }
  for (const image of content.querySelectorAll<HTMLImageElement>('img.inline-image')) linkImage(image);
  for (const image of content.querySelectorAll<HTMLImageElement>('.message_inline_image img'))
    reserveSpace(image);
  for (const picture of content.querySelectorAll<HTMLAnchorElement>('.message_embed_image'))
    leaveToPointers(picture);
  for (const table of content.querySelectorAll('table')) scrollInside(table);
  for (const emoji of content.querySelectorAll<HTMLElement>('span.emoji')) showEmoji(emoji);
}

/** Adds to a code block a button that copies the code, and links to sites that run it. The words of the button are for those who hear them. */
function addCodeActions(block: HTMLElement, { playgrounds = [], parley }: ContentFacts): void {
  const codeOf = () => block.querySelector('code')?.textContent ?? '';
  const actions = document.createElement('div');
  actions.className = 'code-actions';
  for (const playground of playgroundsOf(playgrounds, block.dataset.codeLanguage ?? '')) {
    const address = playgroundAddress(playground, codeOf());
    if (address === undefined) continue;
    const link = document.createElement('a');
    link.className = 'open-code';
    link.textContent = t('openCodeIn', { name: playground.name });
    link.href = address;
    link.target = '_blank';
    link.rel = 'noopener noreferrer';
    actions.append(link);
  }
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy-code';
  button.title = t('copy');
  button.textContent = t('copy');
  button.addEventListener('click', async () => {
    try {
      await writeToClipboard(codeOf());
    } catch (error) {
      parley?.toasts.showFailure(t('notCopied'), error);
      return;
    }
    const show = (text: string) => {
      button.textContent = text;
      button.title = text;
      button.classList.toggle('is-done', text === t('copied'));
    };
    show(t('copied'));
    setTimeout(() => show(t('copy')), 1500);
  });
  block.append(actions, button);
  const code = block.querySelector('pre');
  if (!code) return;
  // Long lines scroll sideways. The focus lets people scroll them by keyboard.
  code.tabIndex = 0;
  code.setAttribute('role', 'group');
  code.setAttribute('aria-label', t('code'));
}

let spoilers = 0;

function makeSpoiler(block: HTMLElement): void {
  const header = block.querySelector<HTMLElement>(':scope > .spoiler-header');
  const content = block.querySelector<HTMLElement>(':scope > .spoiler-content');
  if (!header || !content) return;
  if (header.textContent?.trim() === '') header.textContent = t('spoiler');
  spoilers++;
  content.id = `spoiler-${spoilers}`;
  content.hidden = true;
  content.removeAttribute('aria-hidden');
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'spoiler-toggle';
  button.setAttribute('aria-expanded', 'false');
  button.setAttribute('aria-controls', content.id);
  button.textContent = t('show');
  button.addEventListener('click', () => {
    content.hidden = !content.hidden;
    button.setAttribute('aria-expanded', String(!content.hidden));
    button.textContent = t(content.hidden ? 'show' : 'hide');
  });
  header.append(button);
}

function showLocalTime(time: HTMLTimeElement): void {
  const seconds = Date.parse(time.dateTime) / 1000;
  if (Number.isNaN(seconds)) return;
  time.title = dateTimeOf(seconds);
  time.textContent = shortDateTimeOf(seconds);
}

function markOwnMention(mention: HTMLElement, { selfId, isInGroup }: ContentFacts): void {
  if (mention.classList.contains('silent')) return;
  const { userId, userGroupId } = mention.dataset;
  const isOwn =
    userId === String(selfId) ||
    userId === '*' ||
    (userGroupId !== undefined && isInGroup(Number(userGroupId)));
  mention.classList.toggle('is-own', isOwn);
}

/** Makes a mention of a person or a group focusable. `people/open-card.ts` opens its card. */
function makeButton(mention: HTMLElement): void {
  if (!/^\d+$/.test(mention.dataset.userId ?? mention.dataset.userGroupId ?? '')) return;
  mention.tabIndex = 0;
  mention.setAttribute('role', 'button');
  mention.setAttribute('aria-haspopup', 'dialog');
}

/**
 * Plays a video in place instead of opening its address. When a video of another host cannot be played, for instance because it is
 * too large to be passed on, its link returns.
 */
function playInPlace(video: HTMLVideoElement): void {
  const link = video.closest('a');
  if (link?.rel) {
    video.addEventListener('error', () => {
      link.textContent = link.title || link.href;
      video.closest('.message_inline_video')?.replaceWith(link);
    });
  }
  video.controls = true;
  video.preload = 'metadata';
  if (!link?.rel) video.src += posterTime;
  video.setAttribute('aria-label', link?.title || t('video'));
  link?.replaceWith(video);
}

const pathOf = (address: string): string =>
  address === '' ? '' : new URL(address, location.origin).pathname;

const playable: Readonly<Record<string, 'video' | 'audio'>> = {
  mp4: 'video',
  m4v: 'video',
  webm: 'video',
  ogv: 'video',
  mov: 'video',
  mp3: 'audio',
  m4a: 'audio',
  ogg: 'audio',
  oga: 'audio',
  opus: 'audio',
  wav: 'audio',
  flac: 'audio',
  weba: 'audio',
};

/** Time whose frame is shown before a film is played, in the address of a film (https://www.w3.org/TR/media-frags/#naming-time). */
const posterTime = '#t=0.1';

/** Adds a player below the paragraph of a link to an uploaded video or audio file. */
function addPlayer(link: HTMLAnchorElement): void {
  const extension = /\.(\w+)$/.exec(link.pathname)?.[1]?.toLowerCase() ?? '';
  const kind = playable[extension];
  const block = link.closest('p, li, td, h1, h2, h3, h4, h5, h6');
  if (!kind || !block) return;
  const player = document.createElement(kind);
  player.className = 'inline-player';
  player.controls = true;
  player.preload = 'metadata';
  player.src = kind === 'video' ? link.pathname + posterTime : link.pathname;
  player.setAttribute('aria-label', textOf(link.innerHTML) || t(kind));
  if (block.tagName === 'P') block.after(player);
  else block.append(player);
}

/** Links an image in a line of text to its original, in the form of previews, so that the viewer opens it. */
function linkImage(image: HTMLImageElement): void {
  const original = image.dataset.originalSrc ?? '';
  if (!original.startsWith('/user_uploads/')) return;
  const frame = document.createElement('span');
  frame.className = 'message_inline_image is-in-line';
  const link = document.createElement('a');
  link.href = original;
  link.title = image.alt;
  image.replaceWith(frame);
  frame.append(link);
  link.append(image);
}

/** Reserves the space of images before they load, so that the list does not jump. */
function reserveSpace(image: HTMLImageElement): void {
  const [width, height] = (image.dataset.originalDimensions ?? '').split('x').map(Number);
  image.loading = 'lazy';
  image.decoding = 'async';
  if (image.alt === '') image.alt = image.closest('a')?.title ?? t('image');
  if (!width || !height) return;
  const scale = Math.min(1, 400 / width, 240 / height);
  image.width = Math.round(width * scale);
  image.height = Math.round(height * scale);
  // Larger previews, which the organization may choose, are at most as large as the picture.
  const fitting = Math.round(Math.min(400, (240 * width) / height));
  image.style.setProperty('--preview-size', `min(${width}px, ${fitting}px * var(--media-size, 1))`);
}

/** Hides the picture of a link preview from the Tab key and from screen readers, because the title links to the same page. */
function leaveToPointers(link: HTMLAnchorElement): void {
  link.tabIndex = -1;
  link.setAttribute('aria-hidden', 'true');
  for (const image of link.querySelectorAll('img')) {
    image.loading = 'lazy';
    image.decoding = 'async';
  }
}

function scrollInside(table: HTMLTableElement): void {
  // A header that says nothing is a plain cell.
  for (const header of table.querySelectorAll('th')) {
    if (header.textContent?.trim() !== '' || header.querySelector('img')) continue;
    const cell = document.createElement('td');
    cell.className = header.className;
    header.replaceWith(cell);
  }
  const frame = document.createElement('div');
  frame.className = 'table-frame';
  frame.tabIndex = 0;
  frame.setAttribute('role', 'group');
  frame.setAttribute('aria-label', t('table'));
  table.replaceWith(frame);
  frame.append(table);
}

/** Shows an emoji as a character of the system's font. The server's HTML contains only its code. */
function showEmoji(emoji: HTMLElement): void {
  const code = /\bemoji-([0-9a-f-]+)\b/.exec(emoji.className)?.[1];
  if (code) emoji.textContent = emojiOf(code);
}
