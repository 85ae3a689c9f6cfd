/** Estimates how high rows will be, from their content. The scroll bar and long scrolls depend on it. Heights are in pixels. */
import type { Message } from '@parley/client';
import { blocksOf } from '../../apps/blocks/message-blocks.ts';
import type { Row } from '../rows.ts';

/** Heights of rows other than messages. */
const heightOfKind = { beginning: 40, date: 36, unread: 36, recipient: 42 } as const;
/** Height of a message besides its content: padding, and for the first one of a group the line with the sender's name. */
const frame = { first: 33, other: 4 } as const;
const lineHeight = 22;
const codeLineHeight = 20;
/** Heights of what messages contain besides lines of text. */
const heightOf = {
  code: 26,
  tableRow: 34,
  image: 112,
  video: 200,
  embed: 100,
  formula: 48,
  paragraphGap: 8,
} as const;
const heightOfReactions = 32;
const heightOfMark = 24;
const heightOfWidget = 150;
/** Width of a Latin letter, and of what stands beside the text. */
const letterWidth = 7.4;
const besideText = 90;
/** Letters for which even a very narrow line is taken to have room. */
const fewestPerLine = 12;
/** Weight of a new measurement in the correction of the estimates, and the bounds of the correction. */
const weight = 0.05;
const leastCorrection = 0.6;
const mostCorrection = 1.8;

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** Returns about how many Latin letters are as wide as a text: characters of East Asian scripts and emoji count twice. */
const lettersOf = (text: string): number =>
  text.length +
  count(text, /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]/g);

/** Returns the height of the content of a message, whose lines have room for `perLine` letters. */
export function contentHeight(html: string, perLine: number): number {
  let height = 0;
  const text = html
    .replace(/<pre[\s\S]*?<\/pre>/g, (block) => {
      height += heightOf.code + codeLineHeight * Math.max(1, count(block.trimEnd(), /\n/g));
      return '<p>';
    })
    .replace(/<table[\s\S]*?<\/table>/g, (table) => {
      height += heightOf.tableRow * count(table, /<tr\b/g);
      return '<p>';
    })
    .replace(/<span class="katex-display[\s\S]*?<\/math>/g, () => {
      height += heightOf.formula;
      return '';
    });
  height += heightOf.image * count(text, /class="message_inline_image|class="inline-image/g);
  height += heightOf.video * count(text, /class="message_inline_video/g);
  height += heightOf.embed * count(text, /class="message_embed"/g);
  height += heightOf.paragraphGap * Math.max(0, count(text, /<\/(?:p|ul|ol|h\d|blockquote)>/g) - 1);
  for (const block of text.split(/<(?:\/?(?:p|li|h\d|blockquote|div|ul|ol)|br)\b[^>]*>/)) {
    const words = block
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll(/&\w+;/g, ' ')
      .trim();
    if (words !== '') height += lineHeight * Math.ceil(lettersOf(words) / perLine);
  }
  return Math.max(lineHeight, height);
}

type Known = Pick<Message, 'content' | 'reactions' | 'submessages' | 'last_edit_timestamp'>;

/** Estimates the heights of rows, and learns from those that were measured: fonts, density and zoom differ. */
export class RowHeights {
  #perLine = 110;
  readonly #corrections = { first: 1, other: 1 };

  /** Notes the width of the list. */
  setWidth(width: number): void {
    this.#perLine = Math.max(fewestPerLine, (width - besideText) / letterWidth);
  }

  estimate(row: Row, message: Known | undefined): number {
    if (row.kind !== 'message' && row.kind !== 'outgoing') return heightOfKind[row.kind];
    const kind = row.isFirst ? 'first' : 'other';
    return Math.round(this.#uncorrected(kind, message) * this.#corrections[kind]);
  }

  learn(row: Row, message: Known | undefined, height: number): void {
    if (row.kind !== 'message' || !message || height <= 0) return;
    const kind = row.isFirst ? 'first' : 'other';
    const ratio = height / this.#uncorrected(kind, message);
    const next = (1 - weight) * this.#corrections[kind] + weight * ratio;
    this.#corrections[kind] = Math.min(mostCorrection, Math.max(leastCorrection, next));
  }

  #uncorrected(kind: 'first' | 'other', message: Known | undefined): number {
    if (!message) return frame[kind] + lineHeight;
    const { content, reactions, submessages } = message;
    // Whether the message is marked as moved depends on others. Few are.
    const isEdited = message.last_edit_timestamp !== undefined;
    return (
      frame[kind] +
      (submessages.length > 0 && blocksOf(message)?.blocks.length !== 0
        ? heightOfWidget
        : contentHeight(content, this.#perLine)) +
      (reactions.length > 0 ? heightOfReactions : 0) +
      (isEdited ? heightOfMark : 0)
    );
  }
}
