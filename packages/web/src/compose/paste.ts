/** Inserts what is pasted into or dropped on a field for messages. */
import { insertText } from './format.ts';
import { choosePasted } from './pasted.ts';

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
    if (pasted.kind === 'table') {
      event.preventDefault();
      insertTable(field, pasted.markdown);
    } else shorten?.(field, data.getData('text/plain'));
  }
}

/** Returns whether the cursor of a field is within a code block, where a table would be shown as its source. */
function isInCodeBlock({ value, selectionStart }: HTMLTextAreaElement): boolean {
  const fences = value.slice(0, selectionStart).match(/^ {0,3}(?:`{3,}|~{3,})/gm) ?? [];
  return fences.length % 2 === 1;
}

/** Inserts a table as a block of its own: a table begins after a blank line and ends with one. */
function insertTable(field: HTMLTextAreaElement, markdown: string): void {
  const { value, selectionStart, selectionEnd } = field;
  const before = /\n*$/.exec(value.slice(0, selectionStart))![0].length;
  const after = /^\n*/.exec(value.slice(selectionEnd))![0].length;
  const isFirst = selectionStart === before;
  const isLast = selectionEnd + after === value.length;
  const lead = isFirst ? '' : '\n'.repeat(Math.max(0, 2 - before));
  const tail = '\n'.repeat(Math.max(0, (isLast ? 1 : 2) - after));
  insertText(field, lead + markdown + tail);
}
