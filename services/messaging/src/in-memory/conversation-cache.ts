import type { Db } from '@parley/db';
import type { ChannelId } from '@parley/rules';
import { LRUCache } from 'lru-cache';
import { ensureConversation, ensureOrigin, findConversation } from '../db/conversations.ts';

/** These IDs never change, so entries do not expire. */
export type ConversationCache = {
  /** Returns the ID of the origin for a channel and topic. Creates the origin when it does not exist. */
  origin(channelId: ChannelId, topic: string): Promise<number>;
  /** Returns the ID of the conversation of exactly these people (IDs in ascending order). Creates it when it does not exist. */
  direct(members: readonly number[]): Promise<number>;
  /** Returns the ID of the conversation of exactly these people; undefined when they have never written to each other. */
  findDirect(members: readonly number[]): Promise<number | undefined>;
};

/** Maximum number of entries in each of the two caches. The least recently used entry is evicted first. */
const limit = 50_000;

/** Creates an empty cache. Missing entries are read from the database. */
export function createConversationCache(db: Db): ConversationCache {
  const origins = new LRUCache<string, number>({ max: limit });
  const directs = new LRUCache<string, number>({ max: limit });
  return {
    async origin(channelId, topic) {
      const key = `${channelId}:${topic}`;
      return origins.get(key) ?? keep(origins, key, await ensureOrigin(db, channelId, topic));
    },
    async direct(members) {
      const key = members.join(',');
      return directs.get(key) ?? keep(directs, key, await ensureConversation(db, members));
    },
    async findDirect(members) {
      const key = members.join(',');
      const known = directs.get(key);
      if (known !== undefined) return known;
      const found = await findConversation(db, members);
      return found === undefined ? undefined : keep(directs, key, found);
    },
  };
}

function keep(cache: LRUCache<string, number>, key: string, id: number): number {
  cache.set(key, id);
  return id;
}
