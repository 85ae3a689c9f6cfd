import type { Db } from '@parley/db';
import { ensureConversation, ensureOrigin, findConversation } from '../db/conversations.ts';

/** Origins of topics and conversations of people. They never change, so what was found once is kept. */
export type ConversationCache = {
  /** Origin of a channel's topic, made when there is none. */
  origin(channelId: number, topic: string): Promise<number>;
  /** Conversation of these people (ascending), made when there is none. */
  direct(members: readonly number[]): Promise<number>;
  /** The same, if they have written to each other. */
  findDirect(members: readonly number[]): Promise<number | undefined>;
};

const limit = 50_000;

/** Finds conversations and makes those that are new; known ones are not asked for again. */
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

/** The most recently used entries. */
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
