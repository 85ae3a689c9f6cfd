/**
 * Decides which kind of the data in a clipboard (or of a drop) the person means. Programs put the same thing there in several
 * kinds: spreadsheets and word processors add a picture of the copied text, browsers the HTML around a copied picture, and file
 * managers the name of a file. This module knows no DOM.
 */

export type PastedData = {
  /** `text/plain`; empty without it. */
  readonly text: string;
  /** `text/html`; empty without it. */
  readonly html: string;
  readonly files: readonly { readonly name: string; readonly type: string }[];
};

export type Pasted =
  /** The files, which become uploads. */
  | { readonly kind: 'files' }
  /** Cells, as the Markdown of a table. */
  | { readonly kind: 'table'; readonly markdown: string }
  /** The plain text. The browser itself inserts it. */
  | { readonly kind: 'text' };

/** Chooses the kind of pasted or dropped data. */
export function choosePasted(data: PastedData): Pasted {
  if (data.files.length > 0 && !isTextMeant(data)) return { kind: 'files' };
  const markdown = tableOf(data);
  return markdown === undefined ? { kind: 'text' } : { kind: 'table', markdown };
}

/** Returns the Markdown of a link if an address is pasted over selected words; undefined otherwise. */
export function linkOfPasted(text: string, selected: string): string | undefined {
  const address = text.trim();
  const words = selected.trim();
  if (!/^(?:https?:\/\/|mailto:)[^\s<>]+$/i.test(address) || words === '') return undefined;
  // An address that is selected is replaced, and a link within a link is none.
  if (/[[\]\n]/.test(words) || /^(?:https?:\/\/|mailto:)\S+$/i.test(words)) return undefined;
  return `[${words}](${address.replaceAll('(', '%28').replaceAll(')', '%29')})`;
}

/** Returns whether the files only show the text once more. */
function isTextMeant({ text, html, files }: PastedData): boolean {
  // Only a picture can show a text. Other files are what was copied.
  if (text === '' || !files.every(({ type }) => type.startsWith('image/'))) return false;
  if (html !== '') return html.length > maxHtml || hasText(html);
  // File managers add the names, paths or addresses of copied files.
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  return lines.some((line) => !isName(line.trim(), files));
}

/** Returns whether a line is the name, path or address of one of the files, or an address from which a picture was copied. */
function isName(line: string, files: PastedData['files']): boolean {
  if (/^(?:file|https?|data|blob):\S*$/i.test(line)) return true;
  const last = line.split(/[/\\]/).at(-1);
  return files.some(({ name }) => name === last);
}

/** Maximum length of HTML that is examined, in characters. Whole spreadsheets are larger, and no message could contain them. */
const maxHtml = 1_000_000;

const invisible = /<!--[\s\S]*?(?:-->|$)|<(head|style|script|title|xml)\b[\s\S]*?<\/\1\s*>/gi;
const space = /&(?:nbsp|#160|#xa0);|[\s\u200B\uFEFF]/gi;

/** Returns whether HTML contains anything but pictures: a text, or a table, whose cells may be empty. */
function hasText(html: string): boolean {
  const visible = html.replace(invisible, '');
  if (/<table\b/i.test(visible) && !/<(?:img|v:imagedata)\b/i.test(visible)) return true;
  return textOf(visible) !== '';
}

const textOf = (html: string): string => html.replace(/<[^>]*>/g, '').replace(space, '');

/** Largest number of cells that become a table. More do not fit into a message. */
const maxCells = 5_000;

/**
 * Returns the Markdown of a table if the copied thing is exactly one table with several columns and rows. Programs that copy
 * cells give them as a table in HTML, and as plain text with tabs, which is read here.
 */
function tableOf({ text, html }: PastedData): string | undefined {
  if (text === '' || html.length > maxHtml || !isOneTable(html)) return undefined;
  const rows = parseCells(text);
  const columns = rows[0]?.length ?? 0;
  const isTable = rows.length > 1 && columns > 1 && rows.every(({ length }) => length === columns);
  // A cell with several lines is not always quoted. It then looks like a row of its own.
  const rowsInHtml = html.match(/<tr\b/gi)?.length ?? 0;
  if (!isTable || rows.length > rowsInHtml || rows.length * columns > maxCells) return undefined;
  const [head, ...body] = rows.map((cells) => `| ${cells.map(cellOf).join(' | ')} |`);
  return [head, `|${' --- |'.repeat(columns)}`, ...body].join('\n');
}

/** Returns whether HTML is one table and nothing around it. */
function isOneTable(html: string): boolean {
  const visible = html.replace(invisible, '');
  const begin = visible.search(/<table\b/i);
  const end = visible.toLowerCase().lastIndexOf('</table');
  if (begin < 0 || end < begin || (visible.match(/<table\b/gi)?.length ?? 0) > 1) return false;
  return textOf(visible.slice(0, begin)) === '' && textOf(`<${visible.slice(end + 1)}`) === '';
}

const cellOf = (cell: string): string => cell.trim().replaceAll('|', '\\|').replaceAll(/\s+/g, ' ');

/**
 * Parses text with a tab between cells and a line for each row. Cells that contain tabs, line breaks or quotation marks may be
 * quoted, as in CSV (https://www.rfc-editor.org/rfc/rfc4180#section-2).
 */
export function parseCells(text: string): string[][] {
  const rows: string[][] = [[]];
  const cell = /"((?:[^"]|"")*)"(?=\t|\r?\n|\r|$)|([^\t\r\n]*)/y;
  const source = text.replace(/(?:\r\n|\r|\n)$/, '');
  for (let at = 0; at <= source.length; ) {
    cell.lastIndex = at;
    const [whole, quoted, bare] = cell.exec(source)!;
    rows.at(-1)!.push(quoted === undefined ? bare! : quoted.replaceAll('""', '"'));
    at += whole.length;
    const separator = /\t|\r\n|\r|\n/y;
    separator.lastIndex = at;
    const between = separator.exec(source)?.[0];
    if (between === undefined) break;
    if (between !== '\t') rows.push([]);
    at += between.length;
  }
  return rows;
}
