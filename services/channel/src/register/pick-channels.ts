import type { Replacement } from '@parley/proto/common/v1/initial_state';
import { SharedJson, type SharedPiece, SharedText } from '@parley/registration';
import type { BlockText, Place } from './channel-blocks.ts';

/** How a channel appears in an array: `unchanged` as in the shared text, or with another text from an index on. */
export type Appearance = 'unchanged' | { readonly from: number; readonly text: Buffer };

const nothing = Buffer.alloc(0);
const opening = Buffer.from('[');
const closing = Buffer.from(']');
const noChannels = new SharedText(Buffer.from('[]'));

/** Consists of pieces of shared texts. @param appearanceOf undefined for a channel that is left out */
export function pickChannels(
  blocks: readonly BlockText[],
  appearanceOf: (place: Place) => Appearance | undefined,
): SharedJson {
  const pieces: (SharedPiece & { replacements: Replacement[] })[] = [];
  for (const { text, places } of blocks) {
    const replacements: Replacement[] = [];
    const isFirstPiece = pieces.length === 0;
    let isEmpty = true;
    let omittedFrom: number | undefined;
    for (const place of places) {
      const appearance = appearanceOf(place);
      if (appearance === undefined) {
        omittedFrom ??= place.start;
        continue;
      }
      if (omittedFrom !== undefined)
        replacements.push({ start: omittedFrom, end: place.start, text: nothing });
      omittedFrom = undefined;
      if (isFirstPiece && isEmpty)
        replacements.push({ start: place.start, end: place.start + 1, text: opening });
      isEmpty = false;
      if (appearance !== 'unchanged') {
        replacements.push({ start: appearance.from, end: place.end, text: appearance.text });
      }
    }
    if (isEmpty) continue;
    const { length } = text.bytes;
    if (omittedFrom !== undefined) replacements.push({ start: omittedFrom, end: length, text: nothing });
    pieces.push({ text, replacements });
  }
  const last = pieces.at(-1);
  if (!last) return new SharedJson([{ text: noChannels, replacements: [] }]);
  const { length } = last.text.bytes;
  last.replacements.push({ start: length, end: length, text: closing });
  return new SharedJson(pieces);
}
