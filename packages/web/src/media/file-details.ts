/** Adds to the card of a file what only the server knows: its size, and the beginning of its text. */

import { bytesInWords } from '../i18n/format.ts';
import { sizeOf } from './file-size.ts';
import { me, mediaTexts } from './texts.ts';

await mediaTexts.load();

/** Number of bytes that a preview of a text reads, and of lines that it shows. */
const previewBytes = 4_096;
const previewLines = 14;
/** Larger files are not read for one page. */
const maxPdfBytes = 30 * 1024 * 1024;

/** Shows the size of a file, and for a text a button that shows its beginning. */
export async function addDetails(
  frame: HTMLElement,
  card: HTMLAnchorElement,
  detail: HTMLElement,
): Promise<void> {
  const bytes = await sizeOf(card.pathname);
  if (bytes === undefined) return;
  detail.textContent = `${detail.textContent} · ${bytesInWords(bytes)}`;
  const address = card.pathname;
  if (frame.dataset.readable !== undefined && bytes > 0)
    frame.append(toggle(frame, [me('showText'), me('hideText')], () => beginningOf(address, bytes)));
  if (frame.dataset.pdf !== undefined && bytes <= maxPdfBytes)
    frame.append(toggle(frame, [me('showPage'), me('hidePage')], () => pageOf(address)));
}

/**
 * Returns a button that shows a preview below the card, and hides it again.
 * @param names texts of the button while the preview is hidden and while it is shown
 */
function toggle(
  frame: HTMLElement,
  names: readonly [hidden: string, shown: string],
  load: () => Promise<HTMLElement>,
): HTMLElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'file-toggle';
  let shown: HTMLElement | undefined;
  const name = () => {
    button.textContent = names[shown ? 1 : 0];
    button.setAttribute('aria-expanded', String(shown !== undefined));
  };
  name();
  button.addEventListener('click', async () => {
    if (shown) {
      shown.remove();
      shown = undefined;
    } else {
      shown = await load().catch(() => messageOf(me('noPreview')));
      frame.append(shown);
    }
    name();
  });
  return button;
}

function messageOf(text: string): HTMLElement {
  const message = document.createElement('p');
  message.className = 'file-problem';
  message.setAttribute('role', 'alert');
  message.textContent = text;
  return message;
}

async function pageOf(address: string): Promise<HTMLElement> {
  const { firstPageOf } = await import('./pdf-page.ts');
  const { canvas, pages } = await firstPageOf(address);
  const figure = document.createElement('figure');
  figure.className = 'file-page';
  canvas.setAttribute('role', 'img');
  canvas.setAttribute('aria-label', me('firstPage'));
  const caption = document.createElement('figcaption');
  caption.textContent = me('pages', { count: pages });
  figure.append(canvas, caption);
  return figure;
}

async function beginningOf(address: string, bytes: number): Promise<HTMLElement> {
  const response = await fetch(address, { headers: { range: `bytes=0-${previewBytes - 1}` } });
  if (!response.ok) throw new Error(`The file was answered with ${response.status}`);
  const text = (await response.text()).slice(0, previewBytes);
  const lines = text.split('\n');
  const isCut = bytes > previewBytes || lines.length > previewLines;
  const block = document.createElement('pre');
  block.className = 'file-text';
  block.tabIndex = 0;
  block.textContent = lines.slice(0, previewLines).join('\n') + (isCut ? '\n…' : '');
  return block;
}
