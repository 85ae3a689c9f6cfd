import { and, type Query, sql } from '@parley/db';
import type { ChannelId, UserId } from '@parley/rules';
import type { UnreadScope } from '../../domain/reading/unread-scope.ts';
import type { Visibility } from '../../domain/reading/visibility.ts';
import { isUnread, isUnreadWithin } from '../read-state/read-state.ts';
import { gapCtes } from '../read-state/unread.ts';
import { isOwnDirectMessage, visibilityJson, visible, visibleInChannels } from '../visible.ts';

/** Many channels and direct conversations of a reader in one list, such as the home view. */
export type ContainerSource = {
  kind: 'containers';
  channels: Visibility;
  directOf: number | undefined;
  /** Selects only direct conversations that include all of these people. Empty: no limit. */
  directWith: readonly number[];
  conditions: readonly Query[];
};

/** The unread messages of a person. If `direct` is set, they include direct messages. */
export type UnreadSource = {
  kind: 'unread';
  userId: UserId;
  scope: UnreadScope;
  direct: boolean;
  conditions: readonly Query[];
};

/** A source that merges many containers. A container is a channel or a direct conversation. */
export type MergedSource = ContainerSource | UnreadSource;

/** Returns SQL conditions that select the source's messages `m`. The source's own `conditions` are not included. */
export function sourceConditions(source: MergedSource): Query[] {
  if (source.kind === 'unread') {
    const { userId, scope, direct } = source;
    return [
      isUnreadWithin(userId, scope),
      direct
        ? sql`(m.channel_id is not null or ${isOwnDirectMessage(userId)})`
        : sql`m.channel_id is not null`,
    ];
  }
  const { channels } = source;
  return [
    source.directOf === undefined
      ? visibleInChannels(visibilityJson(channels))
      : visible(source.directOf, channels),
  ];
}

export function containerQuery(source: MergedSource): { ctes: Query; where: Query } {
  if (source.kind === 'unread') {
    const direct = source.direct
      ? sql`union all select null, g.conversation_id, g.from_id - 1, g.to_id - 1 from direct_gaps g`
      : sql``;
    return {
      ctes: sql`${gapCtes(source.userId, source.scope)},
        containers as materialized (
          select g.channel_id, null::int8 as conversation_id, g.from_id - 1 as after_id, g.to_id - 1 as until_id
            from gaps g ${direct})`,
      where: and([
        ...source.conditions,
        sql`m.origin_channel_id is not distinct from m.channel_id`,
        isUnread(source.userId),
      ]),
    };
  }
  const channelIds: ChannelId[] = [];
  const periodStarts: number[] = [];
  const periodEnds: number[] = [];
  for (const [channelId, periods] of source.channels) {
    for (const period of periods) {
      channelIds.push(channelId);
      periodStarts.push(period.after);
      periodEnds.push(period.until === 0 ? Number.MAX_SAFE_INTEGER : period.until);
    }
  }
  const including = source.directWith.map(
    (userId) => sql`exists (
      select from direct_members o where o.user_id = ${userId} and o.conversation_id = d.conversation_id)`,
  );
  return {
    ctes: sql`
      containers as materialized (
        select p.channel_id, null::int8 as conversation_id, p.after_id, p.until_id
          from unnest(${channelIds}::int8[], ${periodStarts}::int8[], ${periodEnds}::int8[])
            p (channel_id, after_id, until_id)
        union all
        select null, d.conversation_id, 0, ${Number.MAX_SAFE_INTEGER}::int8
          from direct_members d where d.user_id = ${source.directOf ?? null}::int8 and ${and(including)})`,
    where: and(source.conditions),
  };
}
