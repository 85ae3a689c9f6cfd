import { createHash } from 'node:crypto';
import type { Replacement } from '@parley/proto/common/v1/initial_state';

/** UTF-8 text that many answers contain, with the digest by which a gateway that holds the text recognizes it. */
export class SharedText {
  readonly bytes: Buffer;
  /** SHA-256 of the text. */
  readonly digest: Buffer;
  /** Whether another text replaces it within seconds, so that a gateway need not keep it for long. */
  readonly isShortLived: boolean;
  constructor(bytes: Buffer, isShortLived = false) {
    this.bytes = bytes;
    this.isShortLived = isShortLived;
    this.digest = createHash('sha256').update(bytes).digest();
  }
}

/** A shared text, and the parts of it that one viewer sees otherwise, in order of place and without overlap. */
export type SharedPiece = { readonly text: SharedText; readonly replacements: readonly Replacement[] };

/** JSON text that consists of shared pieces, one after the other. */
export class SharedJson {
  readonly pieces: readonly SharedPiece[];
  constructor(pieces: readonly SharedPiece[]) {
    this.pieces = pieces;
  }

  /** Returns the text in parts. */
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
