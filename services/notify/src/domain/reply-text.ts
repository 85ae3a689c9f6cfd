/**
 * Extracts the text that a person wrote in a mail: removes quoted mails and signatures from plain text. The work grows only in
 * proportion to the length of the mail.
 */

export type TextOptions = { includesQuotes: boolean; includesFooter: boolean };

/** Maximum number of lines of a mail that are read. A message is much shorter. */
const maxLines = 5_000;

const isQuoted = (line: string): boolean => /^\s{0,3}>/.test(line);
const isBlank = (line: string): boolean => line.trim() === '';
/** Returns whether a line is the signature separator of RFC 3676, section 4.3. */
const isSignature = (line: string): boolean => /^-- ?$/.test(line);
const appFooter =
  /^(?:sent from my \S|sent from outlook|get outlook for |sent via \S|von meinem \S.{0,40} gesendet|gesendet mit |outlook für )/i;
/** Lines with which programs separate a quoted mail. */
const separator =
  /^\s*(?:-{2,}\s*(?:original message|original appointment|ursprüngliche nachricht|ursprünglicher termin|message d'origine|mensaje original|oorspronkelijk bericht)\s*-{2,}|_{20,})\s*$/i;
/** Header lines that Outlook and other programs put before a quoted mail that has no `>` marks. */
const headLine =
  /^\s*\*?(?:from|von|de|da|van|sent|gesendet|envoyé|date|datum|to|an|à|subject|betreff|objet|cc)\*?\s*:\*?\s+\S/i;
/**
 * Attribution lines of well-known programs, such as "On Monday, Ann wrote:". They also precede quotations without `>` marks.
 */
const attribution =
  /^(?:on\b.{4,200}\bwrote\s*:|am\b.{4,200}\bschrieb\b.{0,120}:|le\b.{4,200}\ba écrit\s*:|el\b.{4,200}\bescribió\s*:|il\b.{4,200}\bha scritto\s*:|op\b.{4,200}\bschreef\b.{0,120}:)\s*$/i;
/** Maximum number of lines into which a program wraps an attribution. */
const maxAttribution = 4;

/** Returns the text that the author of the mail wrote; empty when the mail contains only quotations and a signature. */
export function writtenText(text: string, { includesQuotes, includesFooter }: TextOptions): string {
  let lines = text.replaceAll(/\r\n?/g, '\n').split('\n', maxLines);
  if (!includesQuotes) lines = withoutQuote(lines);
  if (!includesFooter) lines = withoutFooter(lines);
  return lines
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

/** Removes quoted mails. Text below and between lines with `>` stays; after the start of a quotation without `>`, none does. */
function withoutQuote(lines: readonly string[]): string[] {
  const kept: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!;
    if (isQuoted(line)) continue;
    const length = attributionLength(lines, at);
    if (length > 0) {
      // The quotation has no `>` marks, so everything from here on is the quoted mail.
      if (!isQuoted(nextLine(lines, at + length))) return kept;
      at += length - 1;
      continue;
    }
    if (separator.test(line) && !isQuoted(nextLine(lines, at + 1))) return kept;
    if (isHead(lines, at)) return kept;
    kept.push(line);
  }
  return kept;
}

/** Returns the number of lines of the attribution that begins at index `at`; 0 when none begins there. */
function attributionLength(lines: readonly string[], at: number): number {
  if (isBlank(lines[at]!)) return 0;
  let joined = '';
  for (let length = 1; length <= maxAttribution && at + length <= lines.length; length++) {
    const line = lines[at + length - 1]!;
    if (isBlank(line) || isQuoted(line)) return 0;
    joined = `${joined} ${line.trim()}`.trimStart();
    if (!joined.endsWith(':')) continue;
    if (attribution.test(joined)) return length;
    // The language of the attribution is unknown. One line with an address or a year counts if a quoted line follows.
    const isIntroduction = length === 1 && joined.length <= 300 && /\S@\S|\b(?:19|20)\d\d\b/.test(joined);
    return isIntroduction && isQuoted(nextLine(lines, at + 1)) ? 1 : 0;
  }
  return 0;
}

/** Returns the next line that is not blank; empty when there is none within four lines. */
function nextLine(lines: readonly string[], from: number): string {
  for (let at = from; at < Math.min(lines.length, from + 4); at++)
    if (!isBlank(lines[at]!)) return lines[at]!;
  return '';
}

/** Returns whether the header of a quoted mail begins at index `at`: three header lines in a row. */
const isHead = (lines: readonly string[], at: number): boolean =>
  at + 2 < lines.length && [at, at + 1, at + 2].every((each) => headLine.test(lines[each]!));

/** Removes the signature, and lines such as "Sent from my phone" at the end. */
function withoutFooter(lines: readonly string[]): string[] {
  const start = lines.findIndex(isSignature);
  const kept = start < 0 ? [...lines] : lines.slice(0, start);
  while (kept.length > 0 && (isBlank(kept.at(-1)!) || appFooter.test(kept.at(-1)!.trim()))) kept.pop();
  return kept;
}
