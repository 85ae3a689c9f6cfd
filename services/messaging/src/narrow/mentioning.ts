import { sql } from '@parley/db';
import type { UserId } from '@parley/rules';
import { multirange } from '../db/visible.ts';
import type { Visibility } from '../domain/reading/visibility.ts';
import type { CompiledTerm } from './types.ts';

/** By name, group, or wildcard that reached the person. @param ownVisibility messages sent while subscribed */
export const mentioning = (userId: UserId, ownVisibility: Visibility): CompiledTerm => ({
  condition: sql`m.id in (
    select p.message_id from personal_flags p
     where p.user_id = ${userId} and p.flags & 4 <> 0
    union all
    select w.id from unnest(${[...ownVisibility.keys()]}::int8[],
        ${Array.from(ownVisibility.values(), multirange)}::int8multirange[]) c (channel_id, ids)
      join messages w on w.channel_id = c.channel_id and w.mentions_channel and c.ids @> w.id
    union all
    select w.id from unnest(${[...ownVisibility.keys()]}::int8[]) c (channel_id)
      join messages w on w.channel_id = c.channel_id and w.mentions_topic
     where ${userId} = any(w.topic_participant_ids))`,
  isSelective: true,
});
