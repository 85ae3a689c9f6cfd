import { createPublicKey, type KeyObject, X509Certificate } from 'node:crypto';
import { errors } from '@parley/core';

/** What is at an address, or why nobody knows. */
type Found = { status: number; body: string } | { error: string };

type Entry = { key: Promise<KeyObject | undefined>; goodUntil: number };

/** For how long a key is used, and an address without one is not asked again, in milliseconds. */
const keepMs = 6 * 3_600_000;
const keepMissingMs = 600_000;
const maxEntries = 200;
/** Requests a minute at most. Senders have few keys; whoever knows an address could name many. */
const maxPerMinute = 30;

/** Remembers the keys with which senders sign, which they publish on their own hosts. */
export class PublishedKeys {
  readonly #entries = new Map<string, Entry>();
  readonly #ask: (url: string) => Promise<Found>;
  readonly #now: () => number;
  #asked: number[] = [];

  constructor(ask: (url: string) => Promise<Found>, now: () => number = Date.now) {
    this.#ask = ask;
    this.#now = now;
  }

  /**
   * Returns the key at an address; undefined when there is none, or it is out of date.
   * @param keyIn returns the key or certificate in what is at the address
   * @throws UNAVAILABLE when it cannot be asked for now, so that the sender repeats its request
   */
  async keyAt(url: string, keyIn: (body: string) => string): Promise<KeyObject | undefined> {
    const known = this.#entries.get(url);
    if (known && this.#now() < known.goodUntil) return await known.key;
    const entry: Entry = { key: this.#load(url, keyIn), goodUntil: this.#now() + keepMs };
    this.#entries.delete(url);
    if (this.#entries.size >= maxEntries) this.#entries.delete(this.#entries.keys().next().value!);
    this.#entries.set(url, entry);
    try {
      const key = await entry.key;
      if (!key) entry.goodUntil = this.#now() + keepMissingMs;
      return key;
    } catch (error) {
      if (this.#entries.get(url) === entry) this.#entries.delete(url);
      throw error;
    }
  }

  async #load(url: string, keyIn: (body: string) => string): Promise<KeyObject | undefined> {
    const now = this.#now();
    this.#asked = this.#asked.filter((at) => at > now - 60_000);
    if (this.#asked.length >= maxPerMinute) throw errors.unavailable();
    this.#asked.push(now);
    const answer = await this.#ask(url);
    if ('error' in answer || answer.status >= 500 || answer.status === 429) throw errors.unavailable();
    return answer.status === 200 ? readKey(answer.body, keyIn, now) : undefined;
  }
}

/** Returns the key of a certificate that is valid now, or a key; undefined for everything else. */
function readKey(body: string, keyIn: (body: string) => string, nowMs: number): KeyObject | undefined {
  try {
    const text = keyIn(body);
    if (text.includes('BEGIN CERTIFICATE')) {
      const { validFrom, validTo } = new X509Certificate(text);
      if (nowMs < Date.parse(validFrom) || nowMs > Date.parse(validTo)) return undefined;
    }
    const key = createPublicKey(text);
    return key.asymmetricKeyType === 'rsa' ? key : undefined;
  } catch {
    return undefined;
  }
}
