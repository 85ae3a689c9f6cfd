/**
 * Types with input methods, as browsers report it. In a composition, the browser reports the keys that choose a candidate with the
 * key code 229 (https://www.w3.org/TR/uievents/#legacy-key-attributes). Safari reports the key that ends a composition after
 * `compositionend` (https://bugs.webkit.org/show_bug.cgi?id=165004).
 */
/// <reference lib="dom" />
import type { CDPSession, Page } from 'playwright-core';
import { still } from '../still.ts';
import type { TextField } from '../text-fields.ts';

/** Presses a key that the input method uses itself. */
export async function pressInComposition(session: CDPSession, key: string): Promise<void> {
  const event = { key, code: key, windowsVirtualKeyCode: 229, nativeVirtualKeyCode: 229 };
  // The browser handles them in order. Not waiting in between saves a third of the time of a field.
  await Promise.all([
    session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...event }),
    session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...event }),
  ]);
}

/** Shows the text of an unfinished composition at the cursor. */
export async function compose(session: CDPSession, text: string): Promise<void> {
  await session.send('Input.imeSetComposition', {
    text,
    selectionStart: text.length,
    selectionEnd: text.length,
  });
}

/** Ends the composition with this text. Without a composition, it inserts the text, as the emoji picker of a system does. */
export const commit = (session: CDPSession, text: string): Promise<unknown> =>
  session.send('Input.insertText', { text });

/** Dispatches a key in the order of Safari: with the key code of compositions, but after the composition has ended. */
export const pressAfterComposition = (page: Page, key: string): Promise<boolean> =>
  page.evaluate((name) => {
    const init = { key: name, code: name, keyCode: 229, bubbles: true, cancelable: true, composed: true };
    return document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', init));
  }, key);

/** Keys with which people choose among candidates, end a composition, or cancel it. */
const candidateKeys = [
  'ArrowDown',
  'ArrowUp',
  'ArrowLeft',
  'Home',
  'Tab',
  'Enter',
  'Escape',
  'Backspace',
  'k',
];

/** What keys of a composition must not change. */
type State = {
  readonly address: string;
  readonly layers: number;
  readonly hasFocus: boolean;
  readonly value: string | undefined;
  readonly option: string | null;
  readonly sent: number;
};

const stateOf = (page: Page): Promise<State> =>
  page.evaluate(() => {
    const field = document.querySelector<HTMLInputElement>('[data-composed]');
    return {
      address: location.href,
      layers: document.querySelectorAll('[role=dialog], [role=menu]').length,
      hasFocus: field !== null && document.activeElement === field,
      value: field?.isContentEditable ? field.textContent! : field?.value,
      option: field?.getAttribute('aria-activedescendant') ?? null,
      sent: document.querySelectorAll('.is-outgoing').length,
    };
  });

/** Texts of a composition as it grows, its final text, and a text without keys. */
type Texts = { readonly steps: readonly string[]; readonly final: string; readonly picked: string };
const japanese: Texts = { steps: ['d', 'で', 'でざ', 'デザイン'], final: 'デザイン', picked: '🎉' };
const digits: Texts = { steps: ['1', '12'], final: '12', picked: '3' };

/**
 * Types a composition into a field. Returns how the page broke it: what changed by keys that belong to the composition, and text
 * that got lost. `writes` contains the requests that the page has sent to change something.
 */
export async function faultsOfComposition(
  page: Page,
  session: CDPSession,
  field: TextField,
  writes: readonly string[],
): Promise<string[]> {
  const faults: string[] = [];
  const written = writes.length;
  const texts = field.type === 'number' ? digits : japanese;
  const isThere = await page.evaluate((index) => {
    document.querySelector('[data-composed]')?.removeAttribute('data-composed');
    const element = document.querySelector<HTMLInputElement>(`[data-field-index="${index}"]`);
    if (!element) return false;
    element.setAttribute('data-composed', '');
    element.focus();
    document.execCommand('selectAll');
    document.execCommand('delete');
    return true;
  }, field.index);
  if (!isThere) return ['the field is gone'];
  const expectUnchanged = (when: string, before: State, after: State): void => {
    for (const name of Object.keys(before) as (keyof State)[]) {
      if (before[name] !== after[name]) {
        faults.push(`${when}: ${name} was ${String(before[name])}, is ${String(after[name])}`);
      }
    }
  };
  const start = (await stateOf(page)).value ?? '';
  for (const step of texts.steps) {
    await compose(session, step);
    await page.waitForTimeout(30);
    const { value } = await stateOf(page);
    if (value !== start + step) faults.push(`composing ${step}: the field has ${value}`);
  }
  // Suggestions for the text may still be loading.
  await still(page, 100);
  let before = await stateOf(page);
  for (const key of candidateKeys) {
    await pressInComposition(session, key);
    const after = await stateOf(page);
    expectUnchanged(`${key} in the composition`, before, after);
    before = after;
  }
  await commit(session, texts.final);
  const composed = await stateOf(page);
  if (composed.value !== start + texts.final)
    faults.push(`after the composition: the field has ${composed.value}`);
  before = composed;
  for (const key of ['Enter', 'Escape', 'ArrowDown', 'Tab']) {
    await pressAfterComposition(page, key);
    const after = await stateOf(page);
    expectUnchanged(`${key} in the order of Safari`, before, after);
    before = after;
  }
  await commit(session, texts.picked);
  const picked = await stateOf(page);
  if (picked.value !== start + texts.final + texts.picked) {
    faults.push(`after ${texts.picked}: the field has ${picked.value}`);
  }
  if (picked.address !== composed.address) faults.push(`the page is ${picked.address}`);
  // A dead key begins a composition that the next key ends.
  if (field.type !== 'number') {
    await pressInComposition(session, 'Dead');
    await compose(session, '´');
    await commit(session, 'é');
    const { value } = await stateOf(page);
    if (!value?.endsWith('é')) faults.push(`after a dead key: the field has ${value}`);
  }
  // Leaving the field in the middle of a composition keeps what the browser has inserted, and saves nothing. Only numbers are saved
  // when their field is left.
  const savesOnLeaving = field.type === 'number';
  const writtenBefore = writes.length;
  await compose(session, texts.steps[0]!);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.waitForTimeout(100);
  const sent = writes.slice(written, savesOnLeaving ? writtenBefore : undefined);
  faults.push(...sent.map((each) => `sent ${each}`));
  return faults.map((fault) => `${field.key}: ${fault}`);
}
