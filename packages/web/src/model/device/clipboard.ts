import { t } from '../../i18n/index.ts';
import { FormError } from '../failures.ts';

/**
 * Writes a text to the clipboard. Uses a temporary text field on pages without TLS, where browsers offer no Clipboard API.
 * @throws FormError when the browser does not permit it
 */
export async function writeToClipboard(text: string): Promise<void> {
  const isCopied = navigator.clipboard
    ? await navigator.clipboard.writeText(text).then(
        () => true,
        () => false,
      )
    : copyFromField(text);
  if (!isCopied) throw new FormError(t('copyingRefused'));
}

function copyFromField(text: string): boolean {
  const focused = document.activeElement instanceof HTMLElement ? document.activeElement : undefined;
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'visually-hidden';
  document.body.append(field);
  // Safari copies only if something is selected.
  field.select();
  const isCopied = copyOnce(text);
  field.remove();
  focused?.focus({ preventScroll: true });
  return isCopied;
}

/** Makes the browser copy this text, whatever is selected: an open dialog takes the focus back from a field outside of it. */
function copyOnce(text: string): boolean {
  let isSet = false;
  const onCopy = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
    isSet = event.clipboardData !== null;
  };
  document.addEventListener('copy', onCopy, true);
  const isDone = document.execCommand('copy');
  document.removeEventListener('copy', onCopy, true);
  return isDone && isSet;
}
