import type { Db } from '@parley/db';
import { ensureConversation, ensureOrigin, findConversation } from '../db/conversations.ts';

/** Caches origins of topics and conversations of people. They never change, so an entry never expires. */
export type ConversationCache = {
  /** Returns the origin of a channel's topic; creates it when there is none. */
  origin(channelId: number, topic: string): Promise<number>;
  /** Returns the conversation of these people (IDs ascending); creates it when there is none. */
  direct(members: readonly number[]): Promise<number>;
  /** Returns the conversation of these people; undefined when they have never written to each other. */
  findDirect(members: readonly number[]): Promise<number | undefined>;
};

const limit = 50_000;

/** Creates an empty cache over the database. */
export function createConversationCache(db: Db): ConversationCache {
  const origins = new Recent<number>(limit);
  const directs = new Recent<number>(limit);
  return {
    async origin(channelId, topic) {
      const key = `${channelId}:${topic}`;
      return origins.get(key) ?? origins.set(key, await ensureOrigin(db, channelId, topic));
    },
    async direct(members) {
      const key = members.join(',');
      return directs.get(key) ?? directs.set(key, await ensureConversation(db, members));
    },
    async findDirect(members) {
      const key = members.join(',');
      const known = directs.get(key);
      if (known !== undefined) return known;
      const found = await findConversation(db, members);
      return found === undefined ? undefined : directs.set(key, found);
    },
  };
}

/** A map of the most recently used entries. */
class Recent<V> {
  readonly #limit: number;
  readonly #entries = new Map<string, V>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  get(key: string): V | undefined {
    const value = this.#entries.get(key);
    if (value !== undefined) {
      this.#entries.delete(key);
      this.#entries.set(key, value);
    }
    return value;
  }

  set(key: string, value: V): V {
    this.#entries.set(key, value);
    if (this.#entries.size > this.#limit) this.#entries.delete(this.#entries.keys().next().value!);
    return value;
  }
}
