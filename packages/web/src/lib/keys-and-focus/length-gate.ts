/**
 * Keeps texts within the length that the server accepts, in every field with `data-max-length`. The server counts Unicode code
 * points, so an emoji is one character. The attribute `maxlength` counts UTF-16 code units instead, of which most emoji have two or
 * more, and is therefore not used (key-gate.test.ts). What is typed or pasted beyond the length is left out, as browsers do. A cut is
 * between characters as people see them. An input method keeps its text until its composition ends.
 */
import { codePoints, shorten } from '@parley/rules/text';

type Field = HTMLInputElement | HTMLTextAreaElement;

/** Returns the field of an event and its limit; undefined for an event elsewhere, or of a field without a limit. */
function limited({ target }: Event): { field: Field; limit: number } | undefined {
  const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  const limit = isField ? target.dataset.maxLength : undefined;
  return isField && limit !== undefined ? { field: target, limit: Number(limit) } : undefined;
}

/** Shortens a text before it is inserted. A composition cannot be changed while it lasts. */
function beforeInput(event: InputEvent): void {
  if (!event.inputType.startsWith('insert') || event.inputType === 'insertCompositionText') return;
  const found = limited(event);
  const inserted = event.data ?? event.dataTransfer?.getData('text/plain');
  if (!found || !inserted) return;
  const { field, limit } = found;
  const replaced = field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0);
  const room = Math.max(0, limit - codePoints(field.value) + codePoints(replaced));
  const fitting = shorten(inserted, room, '');
  if (fitting === inserted) return;
  event.preventDefault();
  // Unlike an assignment, this can be undone.
  if (fitting !== '') document.execCommand('insertText', false, fitting);
}

/** Removes the end of a composed text, as far as it is beyond the limit. */
function afterComposition(event: CompositionEvent): void {
  const found = limited(event);
  if (!found) return;
  const { field, limit } = found;
  const excess = codePoints(field.value) - limit;
  const end = field.selectionStart ?? field.value.length;
  const composed = field.value.slice(Math.max(0, end - event.data.length), end);
  if (excess <= 0 || composed === '') return;
  const fitting = shorten(composed, Math.max(0, codePoints(composed) - excess), '');
  field.setRangeText(fitting, end - composed.length, end, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

/** Watches all fields of the window. */
export function limitLengths(): void {
  addEventListener('beforeinput', beforeInput, { capture: true });
  addEventListener('compositionend', afterComposition, { capture: true });
}
