import { sendEphemeral } from '../../apps/ephemeral-messages/ephemeral.ts';
import { requireApproved } from '../../apps/installed-app.ts';
import { userIdOf } from '../../domain/slack/slack-ids.ts';
import { placeOfCall } from '../conversation.ts';
import { requiredText, SlackError, type SlackMethod } from '../method.ts';
import { recordUse } from '../record-use.ts';

/** Sends a message to one person, in a channel that this person may see. It is not kept. */
export const chatPostEphemeral: SlackMethod = {
  area: 'messages',
  async run(call) {
    const { ctx, app, args, scope } = call;
    const userId = userIdOf(requiredText(args, 'user'));
    const place = await placeOfCall(call);
    requireApproved(app, place);
    const user = userId === undefined ? undefined : await scope.users.get(userId);
    if (!user?.isActive || user.isBot) throw new SlackError('user_not_found');
    const isThere =
      place.kind === 'channel'
        ? (await scope.subscriptions(user.userId)).get(place.channelId)?.isSubscribed
        : place.userIds.includes(user.userId);
    if (!isThere) throw new SlackError('user_not_in_channel');
    const id = await sendEphemeral(ctx, app, { place, userId: user.userId, written: args }, scope);
    await recordUse(call, 'chat.postEphemeral', place);
    return { message_ts: id };
  },
};
