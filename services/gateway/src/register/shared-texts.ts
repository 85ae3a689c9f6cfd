import { errors } from '@parley/core';
import { InitialState, type InitialStateOptions } from '@parley/proto/common/v1/initial_state';
import type { Origin } from '@parley/proto/events/v1/event';
import { LRUCache } from 'lru-cache';
import { leastShared, shareCompression } from '../edge/shared-gzip.ts';

/**
 * Maximum size of all kept texts together, in bytes. At 50,000 people and 5,000 channels with their subscribers they take
 * 60 MB.
 */
const maxBytes = 128 * 1024 * 1024;

/**
 * Maximum number of digests that one request carries: at 100,000 people and 10,000 channels, those of people in two forms
 * and three for each 32 channels.
 */
const maxOffered = 2_048;

/** How long a text is kept that another one replaces within seconds, in milliseconds. */
const shortLivedMs = 5_000;

/** Maximum number of answers that bring the texts of one registration. */
const maxAnswers = 100;

/** A member of the register response: its name and the parts of its JSON text. */
export type SharedMemberParts = { name: string; parts: Uint8Array[] };

/** A kept text, and the service that sends it. */
type KeptText = { service: Origin; text: Uint8Array };

/** Texts that a registration holds until its answer is complete, by digest. */
export type HeldTexts = Map<string, Uint8Array>;

/** Options by which a service learns which texts it need not send. */
export type SharedOptions = Pick<InitialStateOptions, 'takesShared' | 'heldTexts' | 'asksAgain'>;

/**
 * Keeps texts that registrations share, such as the list of all people, so that a service sends each text once and the
 * registrations after it take it from memory (docs/decisions/shared-registration.md).
 */
export class SharedTexts {
  readonly #texts = new LRUCache<string, KeptText>({
    maxSize: maxBytes,
    sizeCalculation: ({ text }) => Math.max(1, text.byteLength),
    // The clock at the time of the call, which tests replace.
    perf: { now: () => performance.now() },
  });

  /**
   * Asks a service for its state until the answer is complete: a large one leaves out texts, which the next one brings.
   * @param offersTexts whether texts are offered; needless for state without shared members
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

  /** Returns the most recently used texts of a service. The caller can use them even after they were evicted here. */
  #textsOf(service: Origin): HeldTexts {
    const held: HeldTexts = new Map();
    for (const [digest, kept] of this.#texts.entries()) {
      if (held.size === maxOffered) break;
      if (kept.service === service) held.set(digest, kept.text);
    }
    return held;
  }

  /** Keeps the texts of an answer, and marks those that it refers to as used. */
  #keep({ shared }: InitialState, service: Origin, held: HeldTexts): void {
    for (const { digest, text: sent, isShortLived } of shared) {
      const key = digest.toString('hex');
      const text = held.get(key) ?? (sent.length > 0 ? inOwnMemory(sent) : undefined);
      if (!text) continue;
      held.set(key, text);
      // A reused text keeps its time.
      if (!isShortLived) this.#texts.set(key, { service, text });
      else if (!this.#texts.has(key)) this.#texts.set(key, { service, text }, { ttl: shortLivedMs });
      shareCompression(text);
    }
    this.#texts.purgeStale();
  }
}

/** Returns the shared members of a service's answer. */
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

/**
 * Returns a text in memory of its own. `shareCompression` finds a text by its memory, and Node puts several texts of less
 * than 32 KiB into one block.
 */
function inOwnMemory(text: Uint8Array): Uint8Array {
  if (text.byteLength === text.buffer.byteLength) return text;
  const own = Buffer.allocUnsafeSlow(text.length);
  own.set(text);
  return own;
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
