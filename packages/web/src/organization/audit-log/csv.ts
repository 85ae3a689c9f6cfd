/** Returns rows as comma-separated values (RFC 4180). Spreadsheets do not interpret the texts as formulas. */
export const toCsv = (rows: readonly (readonly string[])[]): string =>
  `${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;

function cell(text: string): string {
  // A leading apostrophe marks text. Without it, spreadsheets evaluate cells that begin with these characters as formulas.
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
