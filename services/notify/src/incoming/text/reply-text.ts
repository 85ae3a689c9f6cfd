/**
 * Separates the text that a person wrote in a reply from the quoted mail and the signature. Only a reply to a mail of this server
 * is separated (`isReply` in mail-text.ts). The work grows only in proportion to the length of the mail.
 */
import { itemAt } from '@parley/core';

export type TextOptions = { includesQuotes: boolean; includesFooter: boolean };

export type ReplyText = {
  /** The text of the author, with the quoted questions that it answers below them. */
  written: string;
  /** The quoted mails and signatures that are not in `written`, in their order. */
  leftOut: readonly LeftOutLine[];
};

/** A line that is not part of the written text. `introduction`: a line that only announces a quotation, such as "Ann wrote:". */
export type LeftOutLine = { text: string; kind: 'quotation' | 'introduction' | 'signature' };

type LineKind = 'own' | LeftOutLine['kind'];

const isQuoted = (line: string): boolean => /^\s{0,3}>/.test(line);
const isBlank = (line: string): boolean => line.trim() === '';
/** Matches the signature separator of RFC 3676, section 4.3, also in a quotation. */
const signatureMark = /^(?:\s{0,3}>[\s>]*)?-- ?$/;
const appFooter =
  /^(?:sent from my \S|sent from outlook|get outlook for |sent via \S|von meinem \S.{0,40} gesendet|gesendet mit |outlook für |envoyé de mon |enviado desde mi |inviato da |verzonden vanaf |skickat från )/i;
/** Such as "----- Original Message -----". Counts only above the header of the quoted mail. */
const separator = /^\s*(?:-{2,}[^-]{1,80}-{2,}|_{20,})\s*$/;
/** Names of the first line in the header of a quoted mail, in the languages of common mail programs. */
const fromLabels =
  /^(?:from|von|de|da|van|från|fra|frá|lähettäjä|saatja|od|nadawca|odesílatel|odosielateľ|feladó|expéditeur|expeditor|remitente|mittente|afzender|от|від|kimden|gönderen|από|发件人|寄件者|寄件人|差出人|送信者|보낸 사람|מאת|من|จาก|từ|dari)$/iu;
/** Names of the line with the subject. */
const subjectLabels =
  /^(?:subject|betreff|objet|asunto|oggetto|onderwerp|assunto|ämne|emne|efni|aihe|teema|temat|předmět|predmet|tárgy|subiect|тема|konu|θέμα|主题|主旨|件名|제목|נושא|الموضوع|เรื่อง|chủ đề|perihal|subjek)$/iu;
/** Matches a line of the header of a quoted mail, such as "From: Ann", also in bold. */
const headLine = /^\s*(\p{L}[\p{L}\p{M} ]{0,30}?)\s?[:：]\s*\S/u;
/** Matches an address, a time or a date. The header of a quoted mail and its introduction have one of them. */
const addressOrTime = /[^\s<>]@[^\s<>]|\d{1,2}[:.h]\d{2}|\b(?:19|20)\d\d\b|(?:19|20)\d\d\s?[年년]/;
/** Such as "On Monday, Ann wrote:". They also precede quotations without `>` marks. */
const knownIntroduction =
  /^(?:on\b.{4,200}\bwrote\s*:|am\b.{4,200}\bschrieb\b.{0,120}:|le\b.{4,200}\ba écrit\s*:|el\b.{4,200}\bescribió\s*:|il\b.{4,200}\bha scritto\s*:|op\b.{4,200}\bschreef\b.{0,120}:)\s*$/i;
/** Maximum number of lines into which a program wraps an introduction, and maximum length of their text. */
const maxIntroduction = { lines: 4, length: 400 };

/** Separates a reply. With an option, the quotations or signatures stay where they are, as written text. */
export function separateReply(text: string, { includesQuotes, includesFooter }: TextOptions): ReplyText {
  const lines = text.replaceAll(/\r\n?/g, '\n').split('\n');
  const kinds: LineKind[] = lines.map(() => 'own');
  if (!includesQuotes) markQuotations(lines, kinds);
  if (!includesFooter) markSignatures(lines, kinds);
  keepQuestions(lines, kinds);
  const leftOut = lines.flatMap((line, at) => {
    const kind = itemAt(kinds, at);
    return kind === 'own' ? [] : [{ text: line, kind }];
  });
  return { written: asMarkdown(lines.filter((_, at) => kinds[at] === 'own').join('\n')), leftOut };
}

/** Marks quoted lines and their introductions. Below the start of a quotation without `>`, everything is quoted. */
function markQuotations(lines: readonly string[], kinds: LineKind[]): void {
  for (let at = 0; at < lines.length; at++) {
    const head = headLength(lines, at);
    if (isQuoted(itemAt(lines, at))) {
      kinds.fill('introduction', at, at + head);
      if (head === 0) kinds[at] = 'quotation';
      else at += head - 1;
      continue;
    }
    const length = introductionLength(lines, at);
    const isMarked = isQuoted(nextLine(lines, at + Math.max(length, 1)));
    if (length > 0) kinds.fill('introduction', at, at + length);
    if (length > 0 && isMarked) {
      at += length - 1;
      continue;
    }
    if (length === 0 && head === 0) continue;
    kinds.fill('introduction', at, at + head);
    kinds.fill('quotation', at + Math.max(length, head));
    return;
  }
}

/** Returns the number of lines of the introduction that begins at index `at`; 0 when none begins there. */
function introductionLength(lines: readonly string[], at: number): number {
  let joinedLines = '';
  for (let length = 1; length <= maxIntroduction.lines && at + length <= lines.length; length++) {
    const line = itemAt(lines, at + length - 1);
    if (isBlank(line) || isQuoted(line)) return 0;
    // Right-to-left texts end with invisible direction marks.
    joinedLines =
      `${joinedLines} ${line.replaceAll(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '').trim()}`.trimStart();
    if (joinedLines.length > maxIntroduction.length) return 0;
    if (knownIntroduction.test(joinedLines)) return length;
    // The language is unknown. A text that begins with an address or time counts if a quotation follows.
    const isIntroduction =
      /[:：]\s*$/.test(joinedLines) && addressOrTime.test(itemAt(lines, at).slice(0, 1_000));
    if (!isIntroduction || !isQuoted(nextLine(lines, at + length))) continue;
    const later = lines.slice(at + 1, at + length);
    return later.some((_, index) => knownIntroduction.test(later.slice(index).join(' ').trim())) ? 0 : length;
  }
  return 0;
}

/** Returns the next line that is not blank; empty when there is none within four lines. */
function nextLine(lines: readonly string[], from: number): string {
  for (let at = from; at < Math.min(lines.length, from + 4); at++)
    if (!isBlank(itemAt(lines, at))) return itemAt(lines, at);
  return '';
}

/** Returns the name of a line in the header of a quoted mail, such as "From"; empty for another line. */
const labelOf = (line = ''): string =>
  headLine.exec(line.slice(0, 200).replaceAll(/^[\s>]+|\*/g, ''))?.[1] ?? '';

/** Maximum number of lines in the header of a quoted mail, and of blank lines above it. */
const maxHead = { lines: 8, blanks: 3 };

/**
 * Returns the number of lines of the header of a quoted mail that begins at index `at`, with the separator above it; 0 when none
 * begins there. Its first line names the sender. Without a separator, it also has a line with the subject.
 */
function headLength(lines: readonly string[], at: number): number {
  const hasSeparator = separator.test(itemAt(lines, at));
  let start = hasSeparator ? at + 1 : at;
  while (hasSeparator && start - at <= maxHead.blanks && isBlank(lines[start] ?? '')) start++;
  if (!fromLabels.test(labelOf(lines[start]))) return 0;
  let end = start;
  let hasSubject = false;
  while (end < Math.min(lines.length, start + maxHead.lines)) {
    const label = labelOf(lines[end]);
    if (label === '') break;
    hasSubject ||= subjectLabels.test(label);
    end++;
  }
  return hasSeparator || hasSubject ? end - at : 0;
}

/** From the signature separator, or a line such as "Sent from my phone", to the next quotation or the end. */
function markSignatures(lines: readonly string[], kinds: LineKind[]): void {
  let end = lines.length;
  while (end > 0) {
    let start = end;
    while (start > 0 && kinds[start - 1] === 'own') start--;
    const mark = lines.slice(start, end).findIndex((line) => signatureMark.test(line) && !isQuoted(line));
    let from = mark < 0 ? end : start + mark;
    for (let at = from - 1; at >= start; at--) {
      if (isBlank(itemAt(lines, at))) continue;
      if (!appFooter.test(itemAt(lines, at).trim())) break;
      from = at;
    }
    kinds.fill('signature', from, end);
    end = start;
    while (end > 0 && kinds[end - 1] !== 'own') end--;
  }
}

/** With their introductions. The text would not be understood without the questions. */
function keepQuestions(lines: readonly string[], kinds: LineKind[]): void {
  const last = lines.findLastIndex((line, at) => kinds[at] === 'own' && !isBlank(line));
  let isSignature = false;
  for (let at = 0; at < last; at++) {
    if (kinds[at] === 'own' || kinds[at] === 'signature') isSignature = false;
    else if (!isSignature && !signatureMark.test(itemAt(lines, at))) kinds[at] = 'own';
    else isSignature = true;
  }
}

/** A blank line ends each quotation, because Markdown would add the next line to it. */
export function asMarkdown(text: string): string {
  const lines = text.replaceAll(/\r\n?/g, '\n').split('\n');
  return tidy(
    lines
      .map((line, at) => (isQuoted(lines[at - 1] ?? '') && !isQuoted(line) ? `\n${line}` : line))
      .join('\n'),
  );
}

/** Returns a text without blank lines at its ends, and with at most one between paragraphs. */
export const tidy = (text: string): string =>
  text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/\n(?:[ \t]*\n){2,}/g, '\n\n')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd();

/**
 * Returns whether lines that were left out are already in the conversation: each is part of the introduction of a quotation, or
 * follows in the known text after the line before it. Spaces, marks and line breaks do not matter, because mail programs change
 * them.
 * @param names names of the sender of the quoted mail
 */
export function isKnown(
  leftOut: readonly LeftOutLine[],
  { text: knownText, names }: { text: string; names: readonly string[] },
): boolean {
  const known = ` ${wordsOf(knownText).join(' ')} `;
  let from = 0;
  for (const [at, { text, kind }] of leftOut.entries()) {
    if (kind === 'introduction' && isProgramText(leftOut, at, names)) continue;
    const words = ` ${wordsOf(text).join(' ')} `;
    if (words.trim() === '') continue;
    const found = kind === 'signature' ? -1 : known.indexOf(words, from);
    if (found < 0) return false;
    from = found + words.length - 1;
  }
  return true;
}

/** It names the sender of the quoted mail, or has a well-known form with an address or time. */
function isProgramText(leftOut: readonly LeftOutLine[], at: number, names: readonly string[]): boolean {
  let [start, end] = [at, at];
  while (start > at - maxHead.lines && leftOut[start - 1]?.kind === 'introduction') start--;
  while (end < at + maxHead.lines && leftOut[end + 1]?.kind === 'introduction') end++;
  const text = leftOut
    .slice(start, end + 1)
    .map((line) => line.text.trim())
    .join(' ')
    .slice(0, 4_000);
  if (separator.test(itemAt(leftOut, start).text) || fromLabels.test(labelOf(itemAt(leftOut, start).text)))
    return true;
  if (knownIntroduction.test(text) && addressOrTime.test(text)) return true;
  const words = ` ${wordsOf(text).join(' ')} `;
  return names.some((name) => wordsOf(name).length > 0 && words.includes(` ${wordsOf(name).join(' ')} `));
}

const wordsOf = (text: string): string[] => text.normalize('NFKC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
