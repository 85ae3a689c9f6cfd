import { sql } from '@parley/db';
import { multirange } from '../db/visible.ts';
import type { Visibility } from '../domain/visibility.ts';
import type { CompiledTerm } from './types.ts';

/**
 * Selects messages that mention a person: by name, through a group, or through a wildcard that reached them.
 * @param ownVisibility the messages that were sent to channels while the person was subscribed
 */
export const mentioning = (userId: number, ownVisibility: Visibility): CompiledTerm => ({
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
