import { errors } from '@parley/core';
import type { InitialState } from '@parley/proto/common/v1/initial_state';
import { LRUCache } from 'lru-cache';

/** Maximum size of all kept texts together, in bytes. */
const maxBytes = 64 * 1024 * 1024;

/** Maximum number of digests that one request carries. */
const maxOffered = 32;

/** A member of the register response: its name and the parts of its JSON text. */
export type SharedMemberParts = { name: string; parts: Uint8Array[] };

/** Texts that a registration holds until its answer is complete, by digest. */
export type HeldTexts = { digests: Buffer[]; get(digest: Buffer): Uint8Array | undefined };

/**
 * Keeps texts that registrations share, such as the list of all people, so that a service sends each text once and the
 * registrations after it take it from memory (docs/decisions/shared-registration.md).
 */
export class SharedTexts {
  readonly #texts = new LRUCache<string, Uint8Array>({
    maxSize: maxBytes,
    sizeCalculation: ({ byteLength }) => Math.max(1, byteLength),
  });

  /** Returns the most recently used texts. They stay available to the caller whatever is kept meanwhile. */
  hold(): HeldTexts {
    const held = new Map<string, Uint8Array>();
    for (const [digest, text] of this.#texts.entries()) {
      if (held.size === maxOffered) break;
      held.set(digest, text);
    }
    return {
      digests: [...held.keys()].map((digest) => Buffer.from(digest, 'hex')),
      get: (digest) => held.get(digest.toString('hex')),
    };
  }

  /** Returns the shared members of a service's answer and keeps the texts that came with it. */
  membersOf({ shared }: InitialState, held: HeldTexts): SharedMemberParts[] {
    return shared.map(({ name, digest, text: sent, replacements }) => {
      const text = sent.length > 0 ? sent : held.get(digest);
      if (!text) throw errors.internal('A service left out a text that the gateway does not hold.');
      this.#texts.set(digest.toString('hex'), text);
      const parts: Uint8Array[] = [];
      let from = 0;
      for (const { start, end, text: own } of replacements) {
        parts.push(text.subarray(from, start), own);
        from = end;
      }
      parts.push(text.subarray(from));
      return { name, parts };
    });
  }
}
