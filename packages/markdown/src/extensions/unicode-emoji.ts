import type { MarkdownIt } from 'markdown-it';
import { emojiCode, unicodeEmojiName } from '../emoji/table.ts';
import { mayAdd, type RenderState } from '../syntax/state.ts';
import { emojiHtml } from './emoji.ts';
import { type Piece, splitText } from './split-text.ts';

// Matches the characters at which an emoji may start. Testing this first is faster than matching whole sequences.
const candidate = /[\u00a9\u00ae\u203c-\u3299\ud83c-\ud83e]|[0-9#*]\ufe0f?\u20e3/g;
const sequence =
  /\p{RI}\p{RI}|[0-9#*]\ufe0f?\u20e3|\p{ExtPict}[\ufe0f\u{1f3fb}-\u{1f3ff}]?[\u{e0020}-\u{e007f}]*(?:\u200d\p{ExtPict}[\ufe0f\u{1f3fb}-\u{1f3ff}]?|\u200d[\u2640\u2642]\ufe0f?)*/uy;
// Matches characters that are emoji even without a variation selector. ©, ™ and plain arrows are not included. Symbols such as
// ❤ and ☀ are, because most keyboards insert them without a selector.
const emojiByDefault =
  /^[\p{Emoji_Presentation}\u{2000}-\u{206f}\u{2300}-\u{27bf}\u{2900}-\u{297f}\u{2b00}-\u{2bff}\u{3000}-\u{303f}\u{3200}-\u{32ff}\u{1f100}-\u{1faff}]|\ufe0f|^\p{RI}/u;

/** Renders emoji that were typed as characters like those typed by name. Unknown sequences stay. */
export function unicodeEmojiCharacters(md: MarkdownIt): void {
  splitText(md, 'unicode_emoji', findEmoji, true);
}

function findEmoji(text: string, env: RenderState): Piece[] | undefined {
  let pieces: Piece[] | undefined;
  candidate.lastIndex = 0;
  for (let near = candidate.exec(text); near !== null; near = candidate.exec(text)) {
    const start = near.index;
    sequence.lastIndex = start;
    const characters = sequence.exec(text)?.[0];
    if (characters === undefined || !emojiByDefault.test(characters)) continue;
    const end = start + characters.length;
    candidate.lastIndex = end;
    const code = emojiCode(characters);
    const name = unicodeEmojiName(code);
    if (name === undefined) continue;
    const html = emojiHtml(name, { kind: 'unicode', code });
    if (!mayAdd(env, html)) break;
    pieces ??= [];
    pieces.push({ kind: 'html', type: 'emoji', start, end, html });
  }
  return pieces;
}
