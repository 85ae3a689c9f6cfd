import type { SharedMember } from '@parley/proto/common/v1/initial_state';
import { SharedJson } from './shared-json.ts';

/** Members of a JSON object, by name. */
export type Members = Map<string, unknown>;

/** JSON text in UTF-8 that is inserted into a larger text without being parsed. */
export class RawJson {
  readonly bytes: Uint8Array;
  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }
}

/** Returns the text of a JSON object. Members that are undefined are left out. */
export function jsonObject(members: Members): Buffer {
  const parts: Uint8Array[] = [];
  let text = '{';
  let separator = '';
  for (const [name, value] of members) {
    if (value === undefined) continue;
    text += `${separator}${JSON.stringify(name)}:`;
    separator = ',';
    if (value instanceof RawJson || value instanceof SharedJson) {
      parts.push(Buffer.from(text), ...(value instanceof RawJson ? [value.bytes] : value.parts()));
      text = '';
    } else {
      text += JSON.stringify(value);
    }
  }
  parts.push(Buffer.from(`${text}}`));
  return Buffer.concat(parts);
}

/** Returns the text of a JSON value. */
export function jsonText(value: unknown): Buffer {
  if (value instanceof RawJson) return Buffer.concat([value.bytes]);
  return value instanceof SharedJson ? Buffer.concat([...value.parts()]) : Buffer.from(JSON.stringify(value));
}

const nothing = Buffer.alloc(0);

/**
 * Maximum size of the texts in one answer to a caller that asks again, in bytes. Larger answers would block the event
 * loops of both sides for long, and calls between services are limited to 32 MiB.
 */
const maxTextBytes = 8 * 1024 * 1024;

/** The shared members of an answer. */
export type TakenShared = { shared: SharedMember[]; isIncomplete: boolean };

/**
 * Takes the shared members out of `members` and returns their pieces, without the texts that the caller holds. When the
 * caller asks again, further texts are left out of a large answer, and it is incomplete.
 */
export function takeShared(
  members: Members,
  {
    takesShared,
    heldTexts,
    asksAgain,
  }: { takesShared: boolean; heldTexts: readonly Buffer[]; asksAgain: boolean },
): TakenShared {
  if (!takesShared) return { shared: [], isIncomplete: false };
  const sent = new Set(heldTexts.map((digest) => digest.toString('latin1')));
  const shared: SharedMember[] = [];
  let bytes = 0;
  let isIncomplete = false;
  for (const [name, value] of members) {
    if (!(value instanceof SharedJson)) continue;
    members.delete(name);
    for (const { text, replacements } of value.pieces) {
      const key = text.digest.toString('latin1');
      const isHeld = sent.has(key);
      const isExcess = !isHeld && asksAgain && bytes > 0 && bytes + text.bytes.length > maxTextBytes;
      isIncomplete ||= isExcess;
      const isSent = !isHeld && !isExcess;
      shared.push({
        name,
        digest: text.digest,
        text: isSent ? text.bytes : nothing,
        replacements: [...replacements],
        isShortLived: text.isShortLived,
      });
      if (!isSent) continue;
      bytes += text.bytes.length;
      // A text that several members contain is sent with the first one.
      sent.add(key);
    }
  }
  return { shared, isIncomplete };
}
