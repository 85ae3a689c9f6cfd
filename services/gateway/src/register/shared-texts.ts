import { errors } from '@parley/core';
import type { InitialState } from '@parley/proto/common/v1/initial_state';
import { LRUCache } from 'lru-cache';
import { leastShared, shareCompression } from '../edge/shared-gzip.ts';

/** Maximum size of all kept texts together, in bytes. */
const maxBytes = 64 * 1024 * 1024;

/** Maximum number of digests that one request carries: three for each 32 of 5,000 channels, and those of people. */
const maxOffered = 512;

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

  /** Returns the most recently used texts. The caller can use them even after they were evicted here. */
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
    const members = new Map<string, JoinedParts>();
    const came = new Map<string, Uint8Array>();
    for (const { name, digest, text: sent, replacements } of shared) {
      const key = digest.toString('hex');
      if (sent.length > 0) came.set(key, sent);
      const text = came.get(key) ?? held.get(digest);
      if (!text) throw errors.internal('A service left out a text that the gateway does not hold.');
      this.#texts.set(key, text);
      shareCompression(text);
      const parts = members.get(name) ?? new JoinedParts();
      members.set(name, parts);
      let from = 0;
      for (const { start, end, text: own } of replacements) {
        parts.add(text.subarray(from, start));
        parts.add(own);
        from = end;
      }
      parts.add(text.subarray(from));
    }
    return Array.from(members, ([name, parts]) => ({ name, parts: parts.take() }));
  }
}

/**
 * Parts below this size in bytes are copied into one with their neighbours, because each part costs a system call. Larger
 * ones may be compressed already.
 */
const leastSeparate = leastShared;

/** Collects the parts of a text. Joins small neighbours, and leaves large parts where they are. */
class JoinedParts {
  readonly #parts: Uint8Array[] = [];
  #small: Uint8Array[] = [];

  add(part: Uint8Array): void {
    if (part.length === 0) return;
    if (part.length < leastSeparate) {
      this.#small.push(part);
      return;
    }
    this.#join();
    this.#parts.push(part);
  }

  /** Returns the parts that were added. */
  take(): Uint8Array[] {
    this.#join();
    return this.#parts;
  }

  #join(): void {
    if (this.#small.length > 0) this.#parts.push(Buffer.concat(this.#small));
    this.#small = [];
  }
}
