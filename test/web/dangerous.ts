import type { Page } from 'playwright-core';

/** Returns elements and attributes of the page that could run a script or show another site's page. */
export const dangerous = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('*')].flatMap((each) => {
    const found = [];
    if (each.matches('iframe, object, embed, base, body * form[action], body * meta, body style, script:not([src])')) {
      found.push(each.outerHTML.slice(0, 200));
    }
    for (const { name, value } of each.attributes) {
      const isAddress = /^(?:.*:)?(?:href|src|srcset|action|formaction|data|poster|background|ping)$/i.test(name);
      if (/^on/i.test(name) || (isAddress && /^\\s*(?:javascript\\s*:|vbscript\\s*:|data:text)/i.test(value))) {
        found.push(each.tagName + ' ' + name + '=' + value);
      }
    }
    return found;
  })`) as Promise<string[]>;
