/**
 * Shows the files of a message as things: pictures in a grid with their captions, other files as cards with type and size. The server's
 * HTML has a link for each file, and the picture below its paragraph.
 */

import { textOf } from '../html/text-of.ts';
import { t } from '../i18n/index.ts';
import type { LocalStore } from '../model/local-store.ts';
import { endingOf, fileTypeOf, isNameOf, isReadable } from './file-kinds.ts';

/** Names of recordings that this client makes. */
const voiceMessage = /^voice-message-[\w-]+\.\w+$/;

/** Number of pictures that a grid shows. The viewer shows all. */
const maxInGrid = 9;

const isBlank = (node: Node | null): boolean => node instanceof Text && node.data.trim() === '';

/** Returns the neighbour of a node that is not white space. */
function beside(node: Node, side: 'previousSibling' | 'nextSibling'): ChildNode | null {
  let next = node[side];
  while (next && isBlank(next)) next = next[side];
  return next;
}

/** Whether a link stands alone in its line. */
const isAlone = (link: HTMLAnchorElement): boolean =>
  link.parentElement?.tagName === 'P' &&
  [beside(link, 'previousSibling'), beside(link, 'nextSibling')].every(
    (each) => each === null || each instanceof HTMLBRElement,
  );

/** Removes a link that stands alone with its line, and its paragraph if nothing else is in it. */
function removeLine(link: HTMLAnchorElement): void {
  const paragraph = link.parentElement;
  const lineBreak = beside(link, 'nextSibling') ?? beside(link, 'previousSibling');
  lineBreak?.remove();
  link.remove();
  if (paragraph && [...paragraph.childNodes].every(isBlank)) paragraph.remove();
}

/** Returns the name of the file at an address of this server. */
function nameOf(link: HTMLAnchorElement): string {
  const last = link.pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

export function arrangeFiles(content: DocumentFragment, device: LocalStore | undefined): void {
  const previews = new Map(
    Array.from(content.querySelectorAll<HTMLAnchorElement>('.message_inline_image > a'), (link) => [
      link.pathname,
      link,
    ]),
  );
  /** Where the next card below a paragraph goes: after the pictures, and after the cards before. */
  const ends = new Map<Element, Element>();
  const append = (link: HTMLAnchorElement, card: HTMLElement) => {
    const paragraph = link.parentElement!;
    (ends.get(paragraph) ?? lastPictureAfter(paragraph)).after(card);
    ends.set(paragraph, card);
  };
  for (const link of content.querySelectorAll<HTMLAnchorElement>('a[href^="/user_uploads/"]')) {
    if (!isAlone(link)) continue;
    const label = textOf(link.innerHTML);
    const name = nameOf(link);
    const preview = previews.get(link.pathname);
    if (preview) addCaption(preview, label, name);
    else if (voiceMessage.test(name)) append(link, voiceOf(link, device));
    else if (isPlayed(name)) continue;
    else append(link, cardOf(link, label || name, name));
    removeLine(link);
  }
  for (const first of content.querySelectorAll<HTMLElement>('.message_inline_image')) makeGrid(first);
}

/** Returns the last of the pictures below a paragraph; the paragraph itself without any. */
function lastPictureAfter(paragraph: Element): Element {
  let last = paragraph;
  for (let next = beside(last, 'nextSibling'); isPicture(next); next = beside(next, 'nextSibling'))
    last = next;
  return last;
}

/** Whether the message gets a player for the file, below the paragraph. */
const isPlayed = (name: string): boolean =>
  /^(?:mp4|m4v|webm|ogv|mov|mp3|m4a|ogg|oga|opus|wav|flac|weba)$/.test(endingOf(name));

/** Shows the text of a link below its picture if it is not just the name of the file. A film always has a name. */
function addCaption(preview: HTMLAnchorElement, label: string, name: string): void {
  const isFilm = preview.querySelector('video') !== null;
  const isCaption = label !== '' && !isNameOf(label, name) && !label.startsWith('/user_uploads/');
  if (!isFilm && !isCaption) return;
  const caption = document.createElement('span');
  caption.className = 'picture-caption';
  caption.textContent = isCaption ? label : name;
  preview.after(caption);
}

const isPicture = (node: Node | null): node is HTMLElement =>
  node instanceof HTMLElement &&
  node.matches('.message_inline_image:not(.message_inline_video, .is-in-line)') &&
  node.parentElement?.className !== 'picture-grid';

/** Puts pictures that follow each other into a grid. */
function makeGrid(first: HTMLElement): void {
  if (!isPicture(first)) return;
  const pictures = [first];
  for (let next = beside(first, 'nextSibling'); isPicture(next); next = beside(next, 'nextSibling'))
    pictures.push(next);
  if (pictures.length < 2) return;
  const grid = document.createElement('div');
  grid.className = 'picture-grid';
  grid.dataset.count = String(Math.min(pictures.length, 4));
  first.before(grid);
  grid.append(...pictures);
  if (pictures.length <= maxInGrid) return;
  for (const each of pictures.slice(maxInGrid)) each.hidden = true;
  const rest = document.createElement('span');
  rest.className = 'picture-rest';
  rest.textContent = `+${pictures.length - maxInGrid}`;
  pictures[maxInGrid - 1]?.querySelector('a')?.append(rest);
}

/** Returns a card for a file: type, name and size. */
function cardOf(link: HTMLAnchorElement, label: string, name: string): HTMLElement {
  const frame = document.createElement('div');
  frame.className = 'file-card';
  const card = document.createElement('a');
  card.href = link.getAttribute('href')!;
  card.target = '_blank';
  card.rel = 'noopener';
  card.title = name;
  const type = document.createElement('span');
  type.className = 'file-type';
  type.setAttribute('aria-hidden', 'true');
  type.textContent = fileTypeOf(name).slice(0, 4) || '…';
  const facts = document.createElement('span');
  facts.className = 'file-facts';
  const title = document.createElement('span');
  title.className = 'file-name';
  title.textContent = label;
  const detail = document.createElement('span');
  detail.className = 'file-detail';
  detail.textContent = isNameOf(label, name) ? fileTypeOf(name) || t('file') : name;
  facts.append(title, detail);
  card.append(type, facts);
  frame.append(card);
  if (isReadable(name)) frame.dataset.readable = '';
  if (endingOf(name) === 'pdf') frame.dataset.pdf = '';
  whenSeen(frame, () =>
    import('./file-details.ts').then(({ addDetails }) => addDetails(frame, card, detail)),
  );
  return frame;
}

/** Returns a place for the player of a voice message. Its height is that of the player. */
function voiceOf(link: HTMLAnchorElement, device: LocalStore | undefined): HTMLElement {
  const frame = document.createElement('div');
  frame.className = 'voice-message';
  const address = link.getAttribute('href')!;
  whenSeen(frame, () =>
    import('./voice-player.ts').then(({ showPlayer }) => showPlayer(frame, address, device)),
  );
  return frame;
}

const waiting = new WeakMap<Element, () => Promise<void>>();
let observer: IntersectionObserver | undefined;

/** Runs a function once when an element comes near the visible part of the window. */
function whenSeen(element: Element, act: () => Promise<void>): void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        const seen = isIntersecting ? waiting.get(target) : undefined;
        if (!seen) continue;
        observer?.unobserve(target);
        waiting.delete(target);
        // Without the code, the card still is a link to the file.
        void seen().catch(() => undefined);
      }
    },
    { rootMargin: '200px' },
  );
  waiting.set(element, act);
  observer.observe(element);
}
