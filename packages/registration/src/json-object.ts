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

const nothing = Buffer.alloc(0);

/**
 * Takes the shared members out of `members` and returns their pieces, without the texts that the caller holds.
 * @param heldTexts digests of these texts
 */
export function takeShared(members: Members, heldTexts: readonly Buffer[]): SharedMember[] {
  const sent = new Set(heldTexts.map((digest) => digest.toString('latin1')));
  const shared: SharedMember[] = [];
  for (const [name, value] of members) {
    if (!(value instanceof SharedJson)) continue;
    members.delete(name);
    for (const { text, replacements } of value.pieces) {
      const key = text.digest.toString('latin1');
      shared.push({
        name,
        digest: text.digest,
        text: sent.has(key) ? nothing : text.bytes,
        replacements: [...replacements],
      });
      // A text that several members contain is sent with the first one.
      sent.add(key);
    }
  }
  return shared;
}
