/** Inserts what is pasted into or dropped on a field for messages. */
import { whenIdle } from '../../lib/timing/idle.ts';
import { insertText } from '../formatting/format.ts';
import { choosePasted, linkOfPasted } from './pasted.ts';

/** The reader of HTML is loaded when somebody pastes HTML, or earlier when the browser is idle. */
const loadReader = () => import('./pasted-html.ts');
const preloadAfterMs = 5_000;
setTimeout(() => whenIdle(() => void loadReader().catch(() => undefined)), preloadAfterMs);

type PasteOptions = {
  readonly takeFiles?: (files: readonly File[]) => void;
  readonly shorten?: (field: HTMLTextAreaElement, address: string) => void;
};

/**
 * Takes over what the browser would not insert as the person means it: files, and cells of a spreadsheet. Leaves plain text to
 * the browser.
 * @param options.takeFiles uploads files. Fields without uploads leave it out
 * @param options.shorten is told of an address that the browser is about to paste
 */
export function takeData(
  event: ClipboardEvent | DragEvent,
  field: HTMLTextAreaElement | undefined,
  { takeFiles, shorten }: PasteOptions = {},
): void {
  const data = 'clipboardData' in event ? event.clipboardData : event.dataTransfer;
  if (!data) return;
  const files = takeFiles ? [...data.files] : [];
  const pasted = choosePasted({ text: data.getData('text/plain'), html: data.getData('text/html'), files });
  if (pasted.kind === 'files') {
    event.preventDefault();
    takeFiles!(files);
  } else if (field && event.type === 'paste' && !isInCodeBlock(field)) {
    const text = data.getData('text/plain');
    const html = data.getData('text/html');
    const link = linkOfPasted(text, field.value.slice(field.selectionStart, field.selectionEnd));
    if (pasted.kind === 'table' || link !== undefined) {
      event.preventDefault();
      if (link !== undefined) insertText(field, link);
      else if (pasted.kind === 'table') insertBlock(field, pasted.markdown);
    } else if (mayHaveStructure(html)) {
      event.preventDefault();
      void insertRead(field, text, html, shorten);
    } else shorten?.(field, text);
  }
}

/** Whether HTML may contain what its plain text loses: lists, tables, headings, links. */
const mayHaveStructure = (html: string): boolean => /<(?:ul|ol|table|h[1-6]|pre|a)\b|\bMsoList/i.test(html);

/** Inserts HTML as Markdown, or else its plain text. */
async function insertRead(
  field: HTMLTextAreaElement,
  text: string,
  html: string,
  shorten: PasteOptions['shorten'],
): Promise<void> {
  const markdown = await loadReader().then(
    ({ markdownOf }) => markdownOf(html),
    () => undefined,
  );
  if (markdown === undefined) {
    shorten?.(field, text);
    insertText(field, text.replaceAll('\r\n', '\n'));
  } else if (markdown.includes('\n')) insertBlock(field, markdown);
  else insertText(field, markdown);
}

/** Returns whether the cursor of a field is within a code block, where a table would be shown as its source. */
function isInCodeBlock({ value, selectionStart }: HTMLTextAreaElement): boolean {
  const fences = value.slice(0, selectionStart).match(/^ {0,3}(?:`{3,}|~{3,})/gm) ?? [];
  return fences.length % 2 === 1;
}

/** Inserts a table or list as a block of its own: it begins after a blank line and ends with one. */
function insertBlock(field: HTMLTextAreaElement, markdown: string): void {
  const { value, selectionStart, selectionEnd } = field;
  const before = /\n*$/.exec(value.slice(0, selectionStart))![0].length;
  const after = /^\n*/.exec(value.slice(selectionEnd))![0].length;
  const isFirst = selectionStart === before;
  const isLast = selectionEnd + after === value.length;
  const lead = isFirst ? '' : '\n'.repeat(Math.max(0, 2 - before));
  const tail = '\n'.repeat(Math.max(0, (isLast ? 1 : 2) - after));
  insertText(field, lead + markdown + tail);
}
