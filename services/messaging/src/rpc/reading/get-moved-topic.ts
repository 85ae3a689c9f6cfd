import { errors } from '@parley/core';
import type { Scope } from '@parley/facts';
import type { GetMovedTopicRequest, GetMovedTopicResponse } from '@parley/proto/messaging/v1/messaging';
import { shortenTopic } from '@parley/rules';
import { findReadablePeriods, loadVisibilityOfChannels } from '../../access/readable-periods.ts';
import { loadReader } from '../../access/reader.ts';
import type { Ctx } from '../../context.ts';
import { placesOfFormerMessages } from '../../db/changing/moved-topics.ts';
import { periodsInclude } from '../../domain/reading/visibility.ts';

/**
 * Returns the topic that now contains the messages of a topic (docs/api/channels.md#topics-of-a-channel).
 * A caller learns it only from a message that they may read now, and could read in the former channel. So nobody learns what a
 * topic was called in a channel that they cannot read.
 * @throws BAD_REQUEST when the caller may read nothing in the channel
 */
export async function getMovedTopic(
  ctx: Ctx,
  { channelId, topic }: GetMovedTopicRequest,
  scope: Scope,
): Promise<GetMovedTopicResponse> {
  return scope.confirmed(async (scope) => {
    const reader = await loadReader(await scope.caller(), scope);
    const former = await scope.channels.get(channelId);
    const formerPeriods = former ? await findReadablePeriods(reader, former, scope) : [];
    if (formerPeriods.length === 0) throw errors.badRequest('Invalid channel ID');
    const places = await placesOfFormerMessages(ctx.db, channelId, shortenTopic(topic.trim()));
    const channels = await scope.channels.many([...new Set(places.map((place) => place.channelId))]);
    const visibility = await loadVisibilityOfChannels(reader, [...channels.values()], scope);
    const found = places.find(
      (place) =>
        periodsInclude(formerPeriods, place.newestId) &&
        periodsInclude(visibility.get(place.channelId) ?? [], place.newestId),
    );
    return { movedTo: found && { channelId: found.channelId, topic: found.topic } };
  });
}
