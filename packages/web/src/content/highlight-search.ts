/** Highlights the words of a search in the visible messages. */
import type { Narrow } from '@parley/client';
import { onCleanup, onMount } from 'solid-js';

const highlightName = 'search';
const maxRanges = 500;

/**
 * Returns a pattern that matches the searched words of a narrow (a message filter) at the beginning of words; undefined when the
 * narrow searches for none.
 */
export function patternOf(narrow: Narrow): RegExp | undefined {
  const words = narrow
    .filter(({ operator, negated }) => operator === 'search' && !negated)
    .flatMap(({ operand }) => String(operand).match(/[\p{L}\p{N}]+/gu) ?? []);
  return words.length > 0 ? new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join('|')})`, 'giu') : undefined;
}

/** Highlights the words of a search while its view is shown, with the CSS Custom Highlight API. The elements stay unchanged. */
export function highlightSearch(narrow: Narrow): void {
  const pattern = patternOf(narrow);
  if (!pattern || !('highlights' in CSS)) return;
  let frame = 0;
  const draw = () => {
    frame = 0;
    CSS.highlights.set(highlightName, new Highlight(...rangesOf(pattern)));
  };
  const observer = new MutationObserver(() => {
    frame ||= requestAnimationFrame(draw);
  });
  onMount(() => {
    const region = document.querySelector('.message-region');
    if (region) observer.observe(region, { childList: true, subtree: true });
    draw();
  });
  onCleanup(() => {
    observer.disconnect();
    cancelAnimationFrame(frame);
    CSS.highlights.delete(highlightName);
  });
}

function rangesOf(pattern: RegExp): Range[] {
  const ranges: Range[] = [];
  for (const content of document.querySelectorAll('.message-region .content')) {
    const walker = document.createTreeWalker(content, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node && ranges.length < maxRanges; node = walker.nextNode()) {
      for (const { index, 0: text } of (node.textContent ?? '').matchAll(pattern)) {
        const range = new Range();
        range.setStart(node, index);
        range.setEnd(node, index + text.length);
        ranges.push(range);
      }
    }
  }
  return ranges;
}
