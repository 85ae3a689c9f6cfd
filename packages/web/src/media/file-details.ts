/** Adds to the card of a file what only the server knows: its size, and the beginning of its text. */
import { bytesInWords } from '../i18n/format.ts';
import { me, mediaTexts } from './texts.ts';

await mediaTexts.load();

/** Number of bytes that a preview of a text reads, and of lines that it shows. */
const previewBytes = 4_096;
const previewLines = 14;
const maxRemembered = 500;

const sizes = new Map<string, Promise<number | undefined>>();

/** Returns the size of a file in bytes; undefined when the server does not tell. */
function sizeOf(address: string): Promise<number | undefined> {
  const known = sizes.get(address) ?? askSize(address).catch(() => undefined);
  if (sizes.size >= maxRemembered) sizes.delete(sizes.keys().next().value!);
  sizes.set(address, known);
  return known;
}

async function askSize(address: string): Promise<number | undefined> {
  const response = await fetch(address, { method: 'HEAD' });
  const length = Number(response.headers.get('content-length') ?? Number.NaN);
  return response.ok && Number.isFinite(length) ? length : undefined;
}

/** Shows the size of a file, and for a text a button that shows its beginning. */
export async function addDetails(
  frame: HTMLElement,
  card: HTMLAnchorElement,
  detail: HTMLElement,
): Promise<void> {
  const bytes = await sizeOf(card.pathname);
  if (bytes === undefined) return;
  detail.textContent = `${detail.textContent} · ${bytesInWords(bytes)}`;
  if (frame.dataset.readable !== undefined && bytes > 0)
    frame.append(textButton(frame, card.pathname, bytes));
}

function textButton(frame: HTMLElement, address: string, bytes: number): HTMLElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'file-toggle';
  let shown: HTMLElement | undefined;
  const name = () => {
    button.textContent = me(shown ? 'hideText' : 'showText');
    button.setAttribute('aria-expanded', String(shown !== undefined));
  };
  name();
  button.addEventListener('click', async () => {
    if (shown) {
      shown.remove();
      shown = undefined;
    } else {
      shown = await beginningOf(address, bytes).catch(() => undefined);
      if (shown) frame.append(shown);
    }
    name();
  });
  return button;
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
