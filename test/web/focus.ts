import type { Page } from 'playwright-core';

export type Focus = { tag: string; name: string; isLost: boolean; isVisible: boolean };

/** Returns the focused element, and whether a focus ring is visible at it or at the frame of its field. */
export const focusOf = (page: Page): Promise<Focus> =>
  page.evaluate(`(() => {
    const element = document.activeElement;
    const style = getComputedStyle(element);
    const hasRing = (each) => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(each);
      return (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1) || boxShadow !== 'none';
    };
    const box = element.getBoundingClientRect();
    const name = element.getAttribute('aria-label') ?? element.labels?.[0]?.innerText ?? element.innerText ?? '';
    const isField = ['INPUT', 'TEXTAREA', 'SELECT'].includes(element.tagName);
    const frame = element.closest('.compose, .search');
    return {
      tag: element.tagName,
      name: name.trim().slice(0, 60),
      isLost: element === document.body,
      isVisible:
        (hasRing(element) || (isField && frame !== null && hasRing(frame))) &&
        box.width > 0 && box.height > 0 && style.visibility === 'visible',
    };
  })()`) as Promise<Focus>;

/** Returns the accessible name of the focused element. */
export const nameOfFocus = async (page: Page): Promise<string> => (await focusOf(page)).name;
