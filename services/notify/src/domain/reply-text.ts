/**
 * Finds what a person wrote in a mail: removes quoted mails and signatures from a plain text. Each step reads a line
 * once.
 */

export type TextOptions = { includesQuotes: boolean; includesFooter: boolean };

/** Lines of a mail that are read; a message is much shorter. */
const maxLines = 5_000;

const isQuoted = (line: string): boolean => /^\s{0,3}>/.test(line);
const isBlank = (line: string): boolean => line.trim() === '';
/** RFC 3676, 4.3. */
const isSignature = (line: string): boolean => /^-- ?$/.test(line);
const appFooter =
  /^(?:sent from my \S|sent from outlook|get outlook for |sent via \S|von meinem \S.{0,40} gesendet|gesendet mit |outlook für )/i;
/** Lines with which programs separate a quoted mail. */
const separator =
  /^\s*(?:-{2,}\s*(?:original message|original appointment|ursprüngliche nachricht|ursprünglicher termin|message d'origine|mensaje original|oorspronkelijk bericht)\s*-{2,}|_{20,})\s*$/i;
/** Lines of the head that Outlook and others put before a quoted mail, without `>`. */
const headLine =
  /^\s*\*?(?:from|von|de|da|van|sent|gesendet|envoyé|date|datum|to|an|à|subject|betreff|objet|cc)\*?\s*:\*?\s+\S/i;
/** Attributions of well-known programs, which stand before a quotation also where it has no `>`. */
const attribution =
  /^(?:on\b.{4,200}\bwrote\s*:|am\b.{4,200}\bschrieb\b.{0,120}:|le\b.{4,200}\ba écrit\s*:|el\b.{4,200}\bescribió\s*:|il\b.{4,200}\bha scritto\s*:|op\b.{4,200}\bschreef\b.{0,120}:)\s*$/i;
/** Lines into which programs wrap an attribution. */
const maxAttribution = 4;

/** Returns the text that the mail's writer wrote; empty when there is nothing else. */
export function writtenText(text: string, { includesQuotes, includesFooter }: TextOptions): string {
  let lines = text.replaceAll(/\r\n?/g, '\n').split('\n', maxLines);
  if (!includesQuotes) lines = withoutQuote(lines);
  if (!includesFooter) lines = withoutFooter(lines);
  return lines
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

/** Removes the quoted mail. What is written below or between quoted lines stays. */
function withoutQuote(lines: readonly string[]): string[] {
  const kept: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!;
    if (isQuoted(line)) continue;
    const length = attributionLength(lines, at);
    if (length > 0) {
      // The program of the reader quotes without `>`: everything from here is the quoted mail.
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

/** Returns the number of lines of the attribution that begins at a line; 0 when none does. */
function attributionLength(lines: readonly string[], at: number): number {
  if (isBlank(lines[at]!)) return 0;
  let joined = '';
  for (let length = 1; length <= maxAttribution && at + length <= lines.length; length++) {
    const line = lines[at + length - 1]!;
    if (isBlank(line) || isQuoted(line)) return 0;
    joined = `${joined} ${line.trim()}`.trimStart();
    if (!joined.endsWith(':')) continue;
    if (attribution.test(joined)) return length;
    // In another language: one line with an address or a year before quoted lines.
    const isIntroduction = length === 1 && joined.length <= 300 && /\S@\S|\b(?:19|20)\d\d\b/.test(joined);
    return isIntroduction && isQuoted(nextLine(lines, at + 1)) ? 1 : 0;
  }
  return 0;
}

/** Returns the next line that is not blank, or an empty text. */
function nextLine(lines: readonly string[], from: number): string {
  for (let at = from; at < Math.min(lines.length, from + 4); at++)
    if (!isBlank(lines[at]!)) return lines[at]!;
  return '';
}

/** Returns whether the head of a quoted mail begins at a line: three of its lines in a row. */
const isHead = (lines: readonly string[], at: number): boolean =>
  at + 2 < lines.length && [at, at + 1, at + 2].every((each) => headLine.test(lines[each]!));

/** Removes the signature, and the line that programs of phones add. */
function withoutFooter(lines: readonly string[]): string[] {
  const start = lines.findIndex(isSignature);
  const kept = start < 0 ? [...lines] : lines.slice(0, start);
  while (kept.length > 0 && (isBlank(kept.at(-1)!) || appFooter.test(kept.at(-1)!.trim()))) kept.pop();
  return kept;
}
