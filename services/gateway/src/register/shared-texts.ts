import { errors } from '@parley/core';
import { InitialState, type InitialStateOptions } from '@parley/proto/common/v1/initial_state';
import type { Origin } from '@parley/proto/events/v1/event';
import { LRUCache } from 'lru-cache';
import { leastShared, shareCompression } from '../edge/answer/shared-gzip.ts';

/** In bytes. With 50,000 people and 5,000 channels with their subscribers, the texts take 60 MB. */
const maxBytes = 128 * 1024 * 1024;

/**
 * Maximum number of digests in one request. It is sufficient for 100,000 people and 10,000 channels: a text contains a block of 256
 * people or of 32 channels, and there are two forms of each block of people and three of each block of channels.
 */
const maxOffered = 2_048;

/** Lifetime in milliseconds of a text that changes every few seconds (`isShortLived`). */
const shortLivedMs = 5_000;

/** Maximum number of answers in which a service may send the texts of one registration. */
const maxAnswers = 100;

/** A member of the register response: its name and the parts of its JSON text. */
export type SharedMemberParts = { name: string; parts: Uint8Array[] };

type KeptText = { service: Origin; text: Uint8Array };

/** Texts by digest that a registration holds until its response is complete, even if the cache evicts them. */
export type HeldTexts = Map<string, Uint8Array>;

/** Options that tell a service which texts the gateway already has, so that the service does not send them. */
export type SharedOptions = Pick<InitialStateOptions, 'takesShared' | 'heldTexts' | 'asksAgain'>;

/** Keeps shared texts, so that a service sends each text once (docs/decisions/shared-registration.md). */
export class SharedTexts {
  readonly #texts = new LRUCache<string, KeptText>({
    maxSize: maxBytes,
    sizeCalculation: ({ text }) => Math.max(1, text.byteLength),
    // Looks up `performance.now` at each call, because tests replace it.
    perf: { now: () => performance.now() },
  });

  /**
   * Asks a service for its state, repeatedly until the answer is complete. An answer that would be too large omits texts; the
   * next answer contains them.
   * @param offersTexts whether to tell the service which texts the gateway has; not needed for state without shared members
   */
  async read<Answer extends { state?: InitialState | undefined }>(
    service: Origin,
    offersTexts: boolean,
    ask: (options: SharedOptions) => Promise<Answer>,
  ): Promise<{ answer: Answer; shared: SharedMemberParts[] }> {
    const held = offersTexts ? this.#textsOf(service) : new Map<string, Uint8Array>();
    for (let answers = 1; answers <= maxAnswers; answers++) {
      const heldTexts = Array.from(held.keys(), (digest) => Buffer.from(digest, 'hex'));
      const answer = await ask({ takesShared: true, asksAgain: true, heldTexts });
      const state = answer.state ?? InitialState.create();
      this.#keep(state, service, held);
      if (!state.isIncomplete) return { answer, shared: membersOf(state, held) };
    }
    throw new Error('A service did not send all texts of a registration.');
  }

  /** Returns the most recently used texts of a service. The caller may use them even after the cache has evicted them. */
  #textsOf(service: Origin): HeldTexts {
    const held: HeldTexts = new Map();
    for (const [digest, kept] of this.#texts.entries()) {
      if (held.size === maxOffered) break;
      if (kept.service === service) held.set(digest, kept.text);
    }
    return held;
  }

  /** Caches the texts of an answer, and marks those that the answer refers to as recently used. */
  #keep({ shared }: InitialState, service: Origin, held: HeldTexts): void {
    for (const { digest, text: sent, isShortLived } of shared) {
      const key = digest.toString('hex');
      const text = held.get(key) ?? (sent.length > 0 ? inOwnMemory(sent) : undefined);
      if (!text) continue;
      held.set(key, text);
      // A short-lived text that is already cached keeps its expiry time.
      if (!isShortLived) this.#texts.set(key, { service, text });
      else if (!this.#texts.has(key)) this.#texts.set(key, { service, text }, { ttl: shortLivedMs });
      shareCompression(text);
    }
    this.#texts.purgeStale();
  }
}

/** Returns the members of the register response that a service's answer contains or refers to. `held` has their texts. */
function membersOf({ shared }: InitialState, held: HeldTexts): SharedMemberParts[] {
  const members = new Map<string, JoinedParts>();
  for (const { name, digest, replacements } of shared) {
    const text = held.get(digest.toString('hex'));
    if (!text) throw errors.internal('A service left out a text that the gateway does not hold.');
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

/** `shareCompression` identifies a text by its buffer, and Node puts several small texts into one. */
function inOwnMemory(text: Uint8Array): Uint8Array {
  if (text.byteLength === text.buffer.byteLength) return text;
  const own = Buffer.allocUnsafeSlow(text.length);
  own.set(text);
  return own;
}

/** In bytes. Each part costs a system call; larger parts may already be compressed. */
const leastSeparate = leastShared;

/** Collects the parts of a text. Joins adjacent small parts, and does not copy large ones. */
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

  take(): Uint8Array[] {
    this.#join();
    return this.#parts;
  }

  #join(): void {
    if (this.#small.length > 0) this.#parts.push(Buffer.concat(this.#small));
    this.#small = [];
  }
}
