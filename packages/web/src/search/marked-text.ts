import { textOf } from '../html/text-of.ts';
import type { MarkedPart } from '../lib/text/fuzzy.ts';

/** Characters for private use, which stand for the ends of a found part while the HTML becomes text. */
const begin = '\ue000';
const end = '\ue001';

/** Number of characters before the first found part that are shown. */
const before = 24;

/**
 * Returns HTML in which the server marked what it found as one line of plain text, in parts. It begins shortly before the first found
 * part, and has at most `maxLength` characters.
 */
export function markedText(html: string, maxLength: number): MarkedPart[] {
  const marked = html
    .replaceAll(/[\ue000\ue001]/g, '')
    .replaceAll(/<span class="highlight">([^<]*)<\/span>/g, `${begin}$1${end}`);
  return cropped(partsOf(textOf(marked)), maxLength);
}

function partsOf(text: string): MarkedPart[] {
  const parts: MarkedPart[] = [];
  let isMarked = false;
  for (const piece of text.split(/([\ue000\ue001])/)) {
    if (piece === begin || piece === end) isMarked = piece === begin;
    else if (piece !== '') parts.push({ text: piece, isMarked });
  }
  return parts;
}

function cropped(parts: readonly MarkedPart[], maxLength: number): MarkedPart[] {
  const first = parts.findIndex(({ isMarked }) => isMarked);
  const lead = parts.slice(0, Math.max(0, first));
  const length = lead.reduce((sum, { text }) => sum + text.length, 0);
  const cut = length <= before ? parts : [...shortLead(lead), ...parts.slice(first)];
  const shown: MarkedPart[] = [];
  let left = maxLength;
  for (const part of cut) {
    if (left <= 0) break;
    const text =
      part.text.length > left ? `${part.text.slice(0, left).replace(/\p{Surrogate}$/u, '')}…` : part.text;
    shown.push({ ...part, text });
    left -= part.text.length;
  }
  return shown;
}

/** Returns the end of the text before the first found part, from the beginning of a word on where there is one. */
function shortLead(lead: readonly MarkedPart[]): MarkedPart[] {
  const text = lead.map((part) => part.text).join('');
  const kept = text.slice(-before).replace(/^\p{Surrogate}/u, '');
  const blank = kept.indexOf(' ');
  return [{ text: `…${blank >= 0 && blank < before / 2 ? kept.slice(blank + 1) : kept}`, isMarked: false }];
}
