import type { Db } from '@parley/db';
import { LRUCache } from 'lru-cache';
import { ensureConversation, ensureOrigin, findConversation } from '../db/conversations.ts';

/** Caches the origins of topics and the conversations of people. They never change, so entries do not expire. */
export type ConversationCache = {
  /** Returns the origin of a channel's topic. Creates it when it does not exist. */
  origin(channelId: number, topic: string): Promise<number>;
  /** Returns the conversation of these people (IDs in ascending order). Creates it when it does not exist. */
  direct(members: readonly number[]): Promise<number>;
  /** Returns the conversation of these people; undefined when they have never written to each other. */
  findDirect(members: readonly number[]): Promise<number | undefined>;
};

/** Maximum number of entries of each cache. The least recently used entries are removed first. */
const limit = 50_000;

/** Creates an empty cache of the database's rows. */
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
