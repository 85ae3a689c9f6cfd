import { InitialState, type SharedMember, type SharedOptions } from '@parley/proto/common/v1/initial_state';
import { SharedJson } from './shared-json.ts';

export type Members = Map<string, unknown>;

/** A value that is already encoded as JSON text in UTF-8. It is inserted without being parsed. */
export class RawJson {
  readonly bytes: Uint8Array;
  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }
}

/** Returns the JSON text of an object. Members that are undefined are left out. */
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

export function jsonText(value: unknown): Buffer {
  if (value instanceof RawJson) return Buffer.concat([value.bytes]);
  return value instanceof SharedJson ? Buffer.concat([...value.parts()]) : Buffer.from(JSON.stringify(value));
}

const nothing = Buffer.alloc(0);

/**
 * Maximum size in bytes of the shared texts in one answer, for callers that repeat the call for the rest. Larger answers would
 * block the event loops of both sides for long, and calls between services are limited to 32 MiB.
 */
const maxTextBytes = 8 * 1024 * 1024;

/** The shared members of an answer. When `isIncomplete`, texts that the caller does not hold are left out as well. */
export type TakenShared = { shared: SharedMember[]; isIncomplete: boolean };

/**
 * Removes the shared members from `members` and returns them, if the caller takes shared texts. Each text has a digest, and the
 * texts that the caller already holds are left out. If the caller repeats the call for the rest (`asksAgain`), texts beyond
 * `maxTextBytes` are left out as well, and the answer is incomplete.
 */
export function takeShared(
  members: Members,
  { takesShared, heldTexts, asksAgain }: SharedOptions,
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
      // When several members contain the same text, it is sent only once.
      sent.add(key);
    }
  }
  return { shared, isIncomplete };
}

/** Returns the members as an `InitialState`. If the caller takes shared texts, removes the shared members from `members`. */
export function stateOf(members: Members, options: SharedOptions): InitialState {
  const taken = takeShared(members, options);
  return InitialState.create({ fieldsJson: jsonObject(members), ...taken });
}
