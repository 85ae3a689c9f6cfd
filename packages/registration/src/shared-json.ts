import { createHash } from 'node:crypto';
import type { Replacement } from '@parley/proto/common/v1/initial_state';

/** A text in UTF-8 that many answers contain. A gateway recognizes one that it holds by the digest. */
export class SharedText {
  readonly bytes: Buffer;
  readonly digest: Buffer;
  /** Whether the text is replaced within seconds, so that a gateway should not keep it for long. */
  readonly isShortLived: boolean;
  constructor(bytes: Buffer, isShortLived = false) {
    this.bytes = bytes;
    this.isShortLived = isShortLived;
    this.digest = createHash('sha256').update(bytes).digest();
  }
}

/** A shared text with replacements for one viewer. The replaced ranges are in ascending order and do not overlap. */
export type SharedPiece = { readonly text: SharedText; readonly replacements: readonly Replacement[] };

/** A JSON text that consists of shared pieces, one after the other. */
export class SharedJson {
  readonly pieces: readonly SharedPiece[];
  constructor(pieces: readonly SharedPiece[]) {
    this.pieces = pieces;
  }

  /** Yields the text in parts. */
  *parts(): Generator<Uint8Array> {
    for (const { text, replacements } of this.pieces) {
      let from = 0;
      for (const { start, end, text: own } of replacements) {
        yield text.bytes.subarray(from, start);
        yield own;
        from = end;
      }
      yield text.bytes.subarray(from);
    }
  }
}
