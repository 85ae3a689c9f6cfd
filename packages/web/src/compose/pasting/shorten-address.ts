import { sanitize } from '../../html/sanitize.ts';
import type { Parley } from '../../model/parley.tsx';
import { insertText } from '../formatting/format.ts';
import { type ShortForm, shortFormsOf } from '../suggestions/short-forms.ts';

/** Maximum number of short forms that the server is asked about. */
const maxAsked = 3;

/**
 * Replaces an address, which the browser inserts into the field with this text and selection, by its short form, if a linkifier has one. The address is in
 * the field before, so undo brings it back. Nothing happens while the server does not answer, or when the person has changed the address.
 */
export async function shortenAddress(
  { client, store }: Parley,
  field: HTMLTextAreaElement,
  address: string,
  { start, end, value }: { readonly start: number; readonly end: number; readonly value: string },
): Promise<void> {
  if (start !== end || !standsAlone(value, start)) return;
  const forms = shortFormsOf(store.fields.get('realm_linkifiers') ?? [], address);
  for (const form of forms.slice(0, maxAsked)) {
    const rendered = await client.call('render-message', { content: form.text }).catch(() => undefined);
    if (!rendered) return;
    if (leadsTo(rendered.rendered, form)) return replace(field, start, address, form.text);
  }
}

/** Returns whether a text at a position is between spaces, and outside of code within its line. */
function standsAlone(value: string, at: number): boolean {
  const line = value.slice(value.lastIndexOf('\n', at - 1) + 1, at);
  const isInCode = (line.match(/`/g)?.length ?? 0) % 2 === 1;
  return !isInCode && /(?:^|\s)$/.test(line) && /^(?:\s|$)/.test(value.slice(at));
}

/** Returns whether the HTML of a short form is one link to its address. */
function leadsTo(html: string, { text, url }: ShortForm): boolean {
  const content = sanitize(html);
  const links = content.querySelectorAll('a');
  const isWhole = links[0]?.textContent === text && content.textContent?.trim() === text;
  return isWhole && links.length === 1 && links[0]!.getAttribute('href') === url;
}

function replace(field: HTMLTextAreaElement, start: number, address: string, text: string): void {
  const { value, selectionStart, selectionEnd } = field;
  const end = start + address.length;
  // After the address, the person may have written on, but not within it.
  const isThere = value.slice(start, end) === address && standsAlone(value.slice(0, start), start);
  if (!isThere || document.activeElement !== field || selectionStart < end) return;
  field.setSelectionRange(start, end);
  insertText(field, text);
  const moved = text.length - address.length;
  field.setSelectionRange(selectionStart + moved, selectionEnd + moved);
}
