/**
 * The files in the text of a message: links to uploads that stand alone in a line. The text is the only place where they are kept, so
 * drafts, undo and other devices know them, too. Each function returns a changed text.
 */

export type Attached = {
  /** Text of the link: the name of the file, or a caption. */
  readonly label: string;
  readonly address: string;
  /** Name of the file, as its address ends. */
  readonly name: string;
  readonly line: number;
};

const attachedLine = /^(\s*)!?\[([^[\]\n]*)\]\((\/user_uploads\/[^\s()]+)\)\s*$/;
const fenceLine = /^ {0,3}(`{3,}|~{3,})/;

/** Returns the name of a file by the address under which it is stored. */
function nameOfAddress(address: string): string {
  const last =
    address
      .replace(/[?#].*$/s, '')
      .split('/')
      .at(-1) ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

/** Returns the files of a text in their order. Lines of code are no files. */
export function attachedIn(text: string): Attached[] {
  if (!text.includes('/user_uploads/')) return [];
  let fence = '';
  return text.split('\n').flatMap((content, line) => {
    const mark = fenceLine.exec(content)?.[1] ?? '';
    if (fence !== '') {
      if (mark.startsWith(fence)) fence = '';
      return [];
    }
    fence = mark;
    const [, , label, address] = attachedLine.exec(content) ?? [];
    return address === undefined ? [] : [{ label: label ?? '', address, name: nameOfAddress(address), line }];
  });
}

const at = (text: string, index: number): Attached | undefined => attachedIn(text)[index];

/** Removes a file. */
export function withoutAttached(text: string, index: number): string {
  const file = at(text, index);
  if (!file) return text;
  const lines = text.split('\n');
  lines.splice(file.line, 1);
  return lines.join('\n');
}

/** Gives a file a caption. Without one, it has its name. */
export function withCaption(text: string, index: number, caption: string): string {
  const file = at(text, index);
  if (!file) return text;
  const lines = text.split('\n');
  const label = caption.replaceAll(/[[\]\n\r]/g, ' ');
  const [, indent] = attachedLine.exec(lines[file.line]!)!;
  lines[file.line] =
    `${indent}[${label.trim() === '' ? file.name.replaceAll(/[[\]]/g, ' ') : label}](${file.address})`;
  return lines.join('\n');
}

/** Exchanges the places of two files. */
export function withExchanged(text: string, one: number, other: number): string {
  const all = attachedIn(text);
  const [first, second] = [all[one], all[other]];
  if (!first || !second) return text;
  const lines = text.split('\n');
  [lines[first.line], lines[second.line]] = [lines[second.line]!, lines[first.line]!];
  return lines.join('\n');
}

/** Returns the part of a text that a change replaces, and by what, so that the cursor elsewhere stays where it is. */
export function differenceOf(before: string, after: string): { from: number; to: number; by: string } {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  return { from: start, to: before.length - end, by: after.slice(start, after.length - end) };
}
