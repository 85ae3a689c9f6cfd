import { createHash } from 'node:crypto';
import type { Replacement, SharedMember } from '@parley/proto/common/v1/initial_state';

/** Members of a JSON object, by name. */
export type Members = Map<string, unknown>;

/** JSON text in UTF-8 that is inserted into a larger text without being parsed. */
export class RawJson {
  readonly bytes: Uint8Array;
  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }
}

/** JSON text in UTF-8 that many answers share. It has a digest by which a gateway that holds the text recognizes it. */
export class SharedJson {
  readonly bytes: Buffer;
  /** SHA-256 of the text. */
  readonly digest: Buffer;
  /** Parts of the shared text that one viewer sees otherwise, in order of place. */
  readonly replacements: readonly Replacement[];
  constructor(bytes: Buffer, digest?: Buffer, replacements: readonly Replacement[] = []) {
    this.bytes = bytes;
    this.digest = digest ?? createHash('sha256').update(bytes).digest();
    this.replacements = replacements;
  }

  /** Returns the same text with one part replaced. */
  with(replacement: Replacement): SharedJson {
    return new SharedJson(this.bytes, this.digest, [replacement]);
  }

  /** Returns the text in parts. */
  *parts(): Generator<Uint8Array> {
    let from = 0;
    for (const { start, end, text } of this.replacements) {
      yield this.bytes.subarray(from, start);
      yield text;
      from = end;
    }
    yield this.bytes.subarray(from);
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

/**
 * Takes the shared members out of `members` and returns them, without the texts that the caller holds.
 * @param heldTexts digests of these texts
 */
export function takeShared(members: Members, heldTexts: readonly Buffer[]): SharedMember[] {
  const held = new Set(heldTexts.map((digest) => digest.toString('hex')));
  const shared: SharedMember[] = [];
  for (const [name, value] of members) {
    if (!(value instanceof SharedJson)) continue;
    members.delete(name);
    const { bytes, digest, replacements } = value;
    const text = held.has(digest.toString('hex')) ? Buffer.alloc(0) : bytes;
    shared.push({ name, digest, text, replacements: [...replacements] });
  }
  return shared;
}
