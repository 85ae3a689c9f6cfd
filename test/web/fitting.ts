/// <reference lib="dom" />
import type { Page } from 'playwright-core';

/**
 * Returns parts that do not fit on the page: elements beyond the window, and texts that are cut off. Names and texts that
 * people wrote may end with an ellipsis.
 */
export const misfits = (page: Page): Promise<string[]> => page.evaluate(findMisfits);

/** Implements `misfits`. It runs in the page, so it must not refer to anything outside of its body. */
function findMisfits(): string[] {
  /** Tolerance in pixels, because browsers round fractions differently for boxes and texts. */
  const tolerancePx = 1.5;
  const found = new Set<string>();
  const main = document.querySelector('.pages, main')!;
  const nameOf = (element: Element) =>
    `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''} "${(element.textContent ?? '').trim().slice(0, 60)}"`;
  const isHidden = (element: Element) =>
    !element.checkVisibility({ visibilityProperty: true }) ||
    element.closest('.visually-hidden, .skip-link, [aria-hidden="true"]') !== null ||
    // The text of a button that shows only its icon
    getComputedStyle(element).clipPath === 'inset(50%)';
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth + tolerancePx)
    found.add(`the page scrolls sideways: ${root.scrollWidth}`);
  for (const head of document.querySelectorAll('main .view-head')) {
    const { width } = head.getBoundingClientRect();
    if (innerWidth < 600 && !isHidden(head) && width < innerWidth - tolerancePx)
      found.add(`leaves a part of the window empty: ${nameOf(head)}`);
  }

  /** Returns the ancestors that cut off an element along an axis, up to the first one that scrolls along it. */
  const clips = (element: Element, axis: 'x' | 'y'): Element[] => {
    const all: Element[] = [];
    for (let each: Element | null = element; each && each !== root; each = each.parentElement) {
      const style = getComputedStyle(each);
      const overflow = axis === 'x' ? style.overflowX : style.overflowY;
      if (overflow === 'auto' || overflow === 'scroll') {
        const isWider = axis === 'x' && each.scrollWidth > each.clientWidth + tolerancePx;
        if (isWider && !each.matches('.table-scroll, .tabs, .category-list, pre'))
          found.add(`scrolls sideways: ${nameOf(each)}`);
        return all;
      }
      // Rows of virtual lists have a fixed height. Higher content would cover the next row.
      if (overflow !== 'visible' || each.matches('.virtual-row')) all.push(each);
    }
    return all;
  };
  const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const element = node.parentElement!;
    if (node.textContent!.trim() === '' || isHidden(element) || element.closest('select, option, svg'))
      continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const text = range.getBoundingClientRect();
    if (text.width === 0) continue;
    if (text.right > innerWidth + tolerancePx || text.left < -tolerancePx) {
      if (clips(element, 'x').length === 0 && !element.closest('.table-scroll, .tabs, .category-list, pre')) {
        found.add(`beyond the window: ${nameOf(element)}`);
      }
    }
    // Texts that people wrote may end with an ellipsis; labels of the client may not.
    const isOwnWord = element.closest('[dir], .row-main, code') !== null;
    for (const box of clips(element, 'x')) {
      const rect = box.getBoundingClientRect();
      const isEllipsis = getComputedStyle(box).textOverflow === 'ellipsis';
      if (isEllipsis && isOwnWord) {
        // At least a few letters must remain readable.
        if (box.clientWidth < 48 && text.width > box.clientWidth + tolerancePx)
          found.add(`unreadable: ${nameOf(element)}`);
        break;
      }
      if (text.right > rect.right + tolerancePx || text.left < rect.left - tolerancePx) {
        found.add(`cut off at the side: ${nameOf(element)}`);
      }
    }
    for (const box of clips(element, 'y')) {
      // A summary of what a link leads to may end after some lines, with an ellipsis.
      const lines = Number(getComputedStyle(box).webkitLineClamp);
      if (lines >= 2 && box.closest('a')) break;
      const rect = box.getBoundingClientRect();
      // Tolerates a small overlap, because a line is higher than its letters.
      const slack = tolerancePx + text.height * 0.1;
      if (text.bottom > rect.bottom + slack || text.top < rect.top - slack) {
        found.add(`cut off above or below: ${nameOf(element)}`);
      }
    }
  }
  const rows = [...main.querySelectorAll('.virtual-row')].map((row) => row.getBoundingClientRect());
  for (const one of rows) {
    if (rows.some((other) => other.top > one.top && other.top < one.bottom - tolerancePx)) {
      found.add(`the row at ${Math.round(one.top)} lies above the next one`);
    }
  }
  for (const words of main.querySelectorAll('.setting-words')) {
    if (isHidden(words)) continue;
    const range = document.createRange();
    range.selectNodeContents(words);
    const text = range.getBoundingClientRect();
    for (const control of words.parentElement!.querySelectorAll('input, select, button, .setting-control')) {
      const box = control.getBoundingClientRect();
      if (isHidden(control) || words.contains(control)) continue;
      const isBeside = text.right <= box.left + tolerancePx || text.left >= box.right - tolerancePx;
      const isApart = text.bottom <= box.top + tolerancePx || text.top >= box.bottom - tolerancePx;
      if (!isBeside && !isApart) found.add(`covered by its control: ${nameOf(words)}`);
    }
  }
  const pen = document.createElement('canvas').getContext('2d')!;
  const widthOf = (text: string, element: Element, part?: string) => {
    pen.font = getComputedStyle(element, part).font;
    return pen.measureText(text).width;
  };
  for (const field of main.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select')) {
    if (isHidden(field)) continue;
    const style = getComputedStyle(field);
    const padding = Number.parseFloat(style.paddingInlineStart) + Number.parseFloat(style.paddingInlineEnd);
    const isChoice = field instanceof HTMLSelectElement;
    // Subtracts the width of the select element's arrow, unless it lies in the padding.
    const room = field.clientWidth - padding - (isChoice && style.appearance !== 'none' ? 16 : 0);
    const text = isChoice
      ? (field.selectedOptions[0]?.text ?? '')
      : field.value === ''
        ? field.placeholder
        : '';
    // In very narrow windows a select element may cut off its text, because opening it shows the whole text. The texts of
    // pseudo-languages are longer than those of most languages, so phones are too narrow for them.
    const narrow = document.documentElement.lang.includes('-X') ? 30 : 22.5;
    const isNarrowest = isChoice && innerWidth < narrow * Number.parseFloat(getComputedStyle(root).fontSize);
    const isPlaceholder = !isChoice && field.value === '';
    if (
      !isNarrowest &&
      widthOf(text, field, isPlaceholder ? '::placeholder' : undefined) > room + tolerancePx
    )
      found.add(`cut off in the field: "${text}"`);
    const rect = field.getBoundingClientRect();
    if (field.closest('.table-scroll')) continue;
    if (rect.right > innerWidth + tolerancePx || rect.left < -tolerancePx)
      found.add(`beyond the window: ${nameOf(field)}`);
  }
  for (const box of main.querySelectorAll('button, a, img, table, section, li')) {
    if (isHidden(box)) continue;
    const rect = box.getBoundingClientRect();
    const isOutside = rect.right > innerWidth + tolerancePx || rect.left < -tolerancePx;
    if (isOutside && !box.closest('.table-scroll, .tabs, .category-list, pre'))
      found.add(`beyond the window: ${nameOf(box)}`);
  }
  return [...found];
}
