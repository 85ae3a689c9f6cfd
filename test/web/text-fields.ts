/**
 * Finds every text field of the client, by walking through it: all links, and on each page all buttons, menus and dialogs. A new
 * page, dialog or field is found without being listed anywhere.
 */
/// <reference lib="dom" />
import type { Page } from 'playwright-core';
import { still } from './still.ts';

/** A visible field into which text can be typed. */
export type TextField = {
  /** Identifies the field across pages: where it stands, its label and its type. */
  readonly key: string;
  /** Type of the `input`, or the name of another element in lower case. */
  readonly type: string;
  /** Position among the visible text fields. */
  readonly index: number;
};

/** Address of a page with what identifies one entry replaced, such as IDs and topics: one page of each kind is enough. */
const kindOfPage = (hash: string): string =>
  hash
    .replace(/^(#narrow\/[\w-]+)\/[^/]*/, '$1/…')
    .replace(/\/(topic|near|with|add)\/.*/, '/$1/…')
    .replaceAll(/\d+/g, 'N');

/**
 * Marks the visible text fields with their position and returns them. Behind an open dialog or menu, nothing counts as visible.
 */
export function textFieldsOf(page: Page): Promise<TextField[]> {
  return page.evaluate(() => {
    const layers = [...document.querySelectorAll('[role=dialog], [role=menu]')].filter((each) =>
      each.checkVisibility(),
    );
    const layer = layers.at(-1);
    const types =
      ':not([type=checkbox], [type=radio], [type=file], [type=range], [type=date], [type=time], [type=datetime-local], [type=color], [type=hidden])';
    const fields = [
      ...(layer ?? document).querySelectorAll<HTMLInputElement | HTMLTextAreaElement | HTMLElement>(
        `input${types}, textarea, [contenteditable]`,
      ),
    ].filter(
      (each) =>
        each.checkVisibility({ visibilityProperty: true }) &&
        each.getBoundingClientRect().width > 0 &&
        !each.matches(':disabled, :read-only') &&
        each.closest('[inert]') === null,
    );
    for (const each of document.querySelectorAll('[data-field-index]')) {
      each.removeAttribute('data-field-index');
    }
    return fields.map((field, index) => {
      field.setAttribute('data-field-index', String(index));
      const labels =
        field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field.labels : [];
      const label = field.getAttribute('aria-label') ?? labels?.[0]?.textContent ?? field.id;
      const page = location.pathname + location.hash.replaceAll(/\d+/g, 'N').replace(/(#narrow\/).*/, '$1…');
      const title = layer?.querySelector('h2, h3')?.textContent ?? layer?.getAttribute('aria-label') ?? '';
      const place = layer ? `dialog ${title}` : field.closest('main') ? page : 'window';
      const type = field instanceof HTMLInputElement ? field.type : field.tagName.toLowerCase();
      return { key: `${place} | ${label.trim()} | ${type}`, type, index };
    });
  });
}

/** Returns the addresses within the client to which the page links. */
const linksOf = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement>('a[href*="#"]')]
      .filter(({ origin, pathname }) => origin === location.origin && pathname === location.pathname)
      .map(({ hash }) => hash),
  );

/** A control that may show further fields. */
type Opener = {
  readonly name: string;
  readonly index: number;
  /** What controls of the same kind have in common. */
  readonly kind: string;
  /** Whether the control belongs to the window instead of the page. */
  readonly isOfWindow: boolean;
};

/**
 * Marks the buttons, menu entries, and within dialogs the choices, that may show further fields. Of controls whose names begin
 * alike, such as the menus of a list's entries, only the first is returned.
 */
function openersOf(page: Page): Promise<Opener[]> {
  return page.evaluate(() => {
    const layer = [...document.querySelectorAll('[role=dialog], [role=menu]')]
      .filter((each) => each.checkVisibility())
      .at(-1);
    const selector = layer
      ? 'button:not([type=submit]), [role^=menuitem], input[type=radio], input[type=checkbox], option'
      : 'button:not([type=submit]), summary';
    for (const each of document.querySelectorAll('[data-opener-index]')) {
      each.removeAttribute('data-opener-index');
    }
    const seen = new Set<string>();
    const found: { name: string; index: number; kind: string; isOfWindow: boolean }[] = [];
    for (const each of (layer ?? document).querySelectorAll<HTMLElement>(selector)) {
      const isOption = each instanceof HTMLOptionElement;
      if (!(isOption ? each.parentElement! : each).checkVisibility() || each.matches(':disabled')) continue;
      const input = each instanceof HTMLInputElement ? each.labels?.[0]?.textContent : undefined;
      const name = (each.getAttribute('aria-label') ?? input ?? each.textContent ?? '').trim();
      const alike = [...(each.parentElement?.children ?? [])].filter(
        (other) => other.className === each.className,
      );
      // Lists repeat their controls, and so do grids, such as that of all emoji.
      const place = each.closest('form, article, section, nav, header')?.className ?? '';
      const word = alike.length > 20 ? '' : layer ? name : name.split(' ')[0];
      const kind = `${place} ${each.className} ${word}`;
      if (seen.has(kind)) continue;
      seen.add(kind);
      each.setAttribute('data-opener-index', String(found.length));
      found.push({ name, index: found.length, kind, isOfWindow: !layer && each.closest('main') === null });
    }
    return found;
  });
}

/** Activates a control that `openersOf` has marked. */
async function activate(page: Page, opener: Opener): Promise<void> {
  await page.evaluate((index) => {
    const element = document.querySelector<HTMLElement>(`[data-opener-index="${index}"]`);
    if (element instanceof HTMLOptionElement) {
      const select = element.closest('select')!;
      select.value = element.value;
      select.dispatchEvent(new Event('change', { bubbles: true }));
      return;
    }
    // The menus of the component library open on `pointerdown`, other controls on `click`.
    for (const type of ['pointerdown', 'pointerup'] as const) {
      const init = { bubbles: true, cancelable: true, button: 0, pointerType: 'mouse' };
      element?.dispatchEvent(new PointerEvent(type, init));
    }
    element?.click();
  }, opener.index);
  await settled(page);
}

/** Waits until what was pressed is shown: briefly on an idle machine, and as long as it takes on a busy one. */
const settled = (page: Page): Promise<void> => still(page, 60);

/** Closes layers with Escape until at most this number is left. */
async function closeLayers(page: Page, left: number): Promise<void> {
  for (let layer = 0; layer < 5; layer++) {
    if ((await layersOf(page)) <= left) break;
    await page.keyboard.press('Escape');
    await page.waitForTimeout(50);
  }
}

/** Shows a page in its first state. */
async function show(page: Page, hash: string): Promise<void> {
  await closeLayers(page, 0);
  await page.evaluate((to) => {
    (document.activeElement as HTMLElement | null)?.blur();
    // Rendering another page first ends what the previous visit opened.
    location.hash = to === '#scheduled' ? '#drafts' : '#scheduled';
  }, hash);
  await page.waitForTimeout(50);
  await page.evaluate((to) => {
    location.hash = to;
  }, hash);
  await settled(page);
  await page.locator('.skeleton').first().waitFor({ state: 'detached' });
}

export type Walk = {
  /** Called for each field that was not visible before, while it is visible. */
  readonly visit: (page: Page, field: TextField) => Promise<void>;
  /** Pages at which the walk begins. */
  readonly start: readonly string[];
  /** Whether the walk goes to a page that others link to. */
  readonly isWithin: (hash: string) => boolean;
  /** Controls that would end the walk. */
  readonly isLeftOut?: (name: string) => boolean;
};

/** What several walks have found together. Each goes on where the others have not been. */
export class Found {
  /** Keys of the fields. */
  readonly fields = new Set<string>();
  /** Kinds of the pages that were visited. */
  readonly pages = new Set<string>();
  /** An address of each kind of pages to which others link, visited or not. */
  readonly linked = new Map<string, string>();
  /** Controls that were pressed. */
  readonly opened = new Set<string>();

  /** Addresses to which others link, of kinds that were not visited. */
  get left(): string[] {
    return [...this.linked].flatMap(([kind, hash]) => (this.pages.has(kind) ? [] : [hash]));
  }
}

/** Walks through a part of the client as the person who is signed in. `watchRequests` must have been called for the page. */
export async function walkFields(
  page: Page,
  found: Found,
  { visit, start, isWithin, isLeftOut }: Walk,
): Promise<void> {
  const { fields, pages, opened } = found;
  const waiting = [...start];
  const goTo = (hash: string): void => {
    found.linked.set(kindOfPage(hash), hash);
    if (isWithin(hash)) waiting.push(hash);
  };
  const visitNew = async (): Promise<void> => {
    for (const field of await textFieldsOf(page)) {
      if (fields.has(field.key)) continue;
      fields.add(field.key);
      await visit(page, field);
      // The visit may have re-rendered the page, so the remaining fields are marked again.
      await textFieldsOf(page);
    }
  };
  /** Presses each control of a page that follows the controls `path`, and goes on into what it opens. */
  const open = async (hash: string, path: readonly Opener[]): Promise<void> => {
    const reach = async (): Promise<Opener[]> => {
      await show(page, hash);
      let all = await openersOf(page);
      for (const step of path) {
        await activate(page, step);
        all = await openersOf(page);
      }
      return all;
    };
    const all = await reach();
    const [here, layers] = [await hashOf(page), await layersOf(page)];
    const kinds = kindsOf(all);
    /** Most controls change nothing, or open what Escape closes. Only after the others must the page be reached again. */
    const openersNow = async (): Promise<Opener[]> => {
      await closeLayers(page, layers);
      if ((await layersOf(page)) !== layers || (await hashOf(page)) !== here) return reach();
      const now = await openersOf(page);
      return kindsOf(now) === kinds ? now : reach();
    };
    for (const opener of all.filter(({ name }) => !isLeftOut?.(name))) {
      const group = opener.isOfWindow ? 'window' : groupOfPage(hash);
      const key = [group, ...path.map(({ kind }) => kind), opener.kind].join(' > ');
      if (opened.has(key)) continue;
      opened.add(key);
      const again = (await openersNow()).find(({ kind }) => kind === opener.kind);
      if (!again) continue;
      await activate(page, again);
      await visitNew();
      const now = await hashOf(page);
      if (now !== hash) goTo(now);
      if ((await layersOf(page)) > layers && path.length < 2) await open(hash, [...path, again]);
    }
  };
  for (let hash = waiting.shift(); hash !== undefined; hash = waiting.shift()) {
    if (pages.has(kindOfPage(hash))) continue;
    pages.add(kindOfPage(hash));
    await show(page, hash);
    await visitNew();
    for (const link of await linksOf(page)) goTo(link);
    await open(hash, []);
  }
}

/** Returns what pages with the same controls have in common. All views show messages and conversations with the same ones. */
const groupOfPage = (hash: string): string =>
  /^#(?:settings|organization|channels)\b/.test(hash) ? kindOfPage(hash) : 'views';

const kindsOf = (openers: readonly Opener[]): string => openers.map(({ kind }) => kind).join('\n');

const hashOf = (page: Page): Promise<string> => page.evaluate(() => location.hash);

const layersOf = (page: Page): Promise<number> => page.locator('[role=dialog], [role=menu]').count();
