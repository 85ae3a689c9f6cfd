import { onCleanup } from 'solid-js';
import { excerptOf, linesOf, type Measured, type Span } from './excerpt.ts';

/** Heights of excerpts, in the size of the page's letters. */
const usualRem = 8.5;
const mostRem = 14;

/** What is shown whole or not at all. */
const whole =
  '.message_inline_image, .file-card, .voice-message, .message_embed, .katex, img, video, audio, canvas, svg, button, iframe';
/** What takes no room in the text. */
const outside = '.visually-hidden, .code-actions, .copy-code';

/**
 * Shows the part of a text in which something was found, in a box that clips it between its lines. The box holds one element, the
 * text, and follows its size. What gets the focus of the keyboard is shown, too.
 *
 * @returns what shows another part after a change of the text
 */
export function showExcerpt(box: HTMLElement): () => void {
  const text = box.firstElementChild as HTMLElement;
  const show = (hit: Element | undefined) => {
    const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    const heights = { usual: usualRem * rem, most: mostRem * rem };
    const { top, bottom, isCutAbove, isCutBelow } = excerptOf(measure(text, hit), heights);
    box.style.blockSize = isCutAbove || isCutBelow ? `${bottom - top}px` : '';
    box.classList.toggle('is-cut-above', isCutAbove);
    box.classList.toggle('is-cut-below', isCutBelow);
    box.scrollTop = top;
  };
  const showFound = () => show(visiblePart(text.querySelector('.highlight'), text));
  const observer = new ResizeObserver(showFound);
  observer.observe(text);
  onCleanup(() => observer.disconnect());
  box.addEventListener('focusin', ({ target }) => {
    // The browser has moved the text to what has the focus, regardless of its lines.
    if (target instanceof Element && target.matches(':focus-visible')) show(target);
  });
  return showFound;
}

/** Returns an element, or what it is hidden in, such as a spoiler. */
function visiblePart(element: Element | null, text: Element): Element | undefined {
  let part = element;
  while (part && part !== text && part.getClientRects().length === 0) part = part.parentElement;
  return part && part !== text ? part : undefined;
}

function measure(text: HTMLElement, hit: Element | undefined): Measured {
  const box = text.getBoundingClientRect();
  const spanOf = ({ top, bottom }: Span): Span => ({ top: top - box.top, bottom: bottom - box.top });
  const parts: Span[] = [];
  const range = document.createRange();
  const walker = document.createTreeWalker(text, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) => {
    if (!(node instanceof Element)) return NodeFilter.FILTER_ACCEPT;
    if (node.matches(outside)) return NodeFilter.FILTER_REJECT;
    if (!node.matches(whole)) return NodeFilter.FILTER_SKIP;
    parts.push(...Array.from(node.getClientRects(), spanOf));
    return NodeFilter.FILTER_REJECT;
  });
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    range.selectNodeContents(node);
    parts.push(...Array.from(range.getClientRects(), spanOf));
  }
  return {
    height: box.height,
    lines: linesOf(parts.filter(({ top, bottom }) => bottom > top)),
    blocks: Array.from(text.querySelectorAll('pre'), (block) => spanOf(block.getBoundingClientRect())),
    hit: hit && spanOf(hit.getClientRects()[0] ?? hit.getBoundingClientRect()),
  };
}
