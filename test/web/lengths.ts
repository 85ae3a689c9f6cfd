/// <reference lib="dom" />
import type { CDPSession, Page } from 'playwright-core';
import type { TextField } from './text-fields.ts';
import { commit, compose } from './writing/composition.ts';

/** An emoji of one code point, two UTF-16 code units. */
const emoji = '🎉';
/** A character of two code points, which is never cut in half. */
const flag = '🇫🇷';
/** Longer texts would only be slower. */
const longest = 2_000;

/** Returns the text of the field that the test types into. */
const textOf = (page: Page): Promise<string> =>
  page.evaluate(() => (document.querySelector('[data-limited]') as HTMLInputElement | null)?.value ?? '');

const selectAll = (page: Page): Promise<unknown> => page.evaluate(() => document.execCommand('selectAll'));

/** Describes a text in few words. */
const described = (text: string): string => `${[...text].length} characters, ending with ${text.slice(-4)}`;

/**
 * Types, pastes and composes as many emoji as the limit of a field permits, and more. Returns what is wrong: the server counts
 * Unicode code points. Undefined for a field without a limit.
 */
export async function faultsOfLength(
  page: Page,
  session: CDPSession,
  field: TextField,
): Promise<string[] | undefined> {
  const limit = await page.evaluate((index) => {
    document.querySelector('[data-limited]')?.removeAttribute('data-limited');
    const element = document.querySelector<HTMLInputElement>(`[data-field-index="${index}"]`);
    element?.setAttribute('data-limited', '');
    element?.focus();
    return element?.dataset.maxLength;
  }, field.index);
  if (limit === undefined) return undefined;
  const most = Number(limit);
  const faults: string[] = [];
  const expectText = async (when: string, wanted: string): Promise<void> => {
    const value = await textOf(page);
    if (value !== wanted) {
      faults.push(
        `${field.key}: ${when}, the field has ${described(value)} instead of ${described(wanted)} (limit: ${most})`,
      );
    }
  };
  if (!(most > 0)) return [`${field.key}: the limit is ${limit}`];
  if (most <= longest) {
    await selectAll(page);
    await commit(session, emoji.repeat(most));
    await expectText('after a text of the greatest length', emoji.repeat(most));
    await commit(session, emoji);
    await expectText('after one character more', emoji.repeat(most));
    await selectAll(page);
    await commit(session, emoji.repeat(most - 1));
    await commit(session, flag);
    await expectText('after half a character too much', emoji.repeat(most - 1));
    await commit(session, `a${emoji}`);
    await expectText('after a text of which one character fits', `${emoji.repeat(most - 1)}a`);
    await selectAll(page);
    await commit(session, emoji.repeat(most - 1));
    await compose(session, 'にほんg');
    await commit(session, '日本語');
    await expectText('after a composition that is too long', `${emoji.repeat(most - 1)}日`);
  }
  await selectAll(page);
  await page.evaluate(() => document.execCommand('delete'));
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  return faults;
}
