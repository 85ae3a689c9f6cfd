import type { ChannelServiceService } from '@parley/proto/channel/v1/channel';
import type { MessagingServiceService, SendMessageRequest } from '@parley/proto/messaging/v1/messaging';
import type { NotifyServiceService } from '@parley/proto/notify/v1/notify';
import { backgroundCall, type RpcClient } from '@parley/rpc';
import type { BotMessage, Outgoing } from './outbox.ts';

type Services = {
  notify: Pick<RpcClient<typeof NotifyServiceService>, 'queueMail'>;
  messaging: Pick<RpcClient<typeof MessagingServiceService>, 'sendMessage'>;
  channel: Pick<RpcClient<typeof ChannelServiceService>, 'resolveChannels'>;
};

/** Mails go to `notify`, and messages to `messaging`. Both recognize a repeated delivery. */
export function createDelivery({
  notify,
  messaging,
  channel,
}: Services): (outgoing: Outgoing, key: string) => Promise<void> {
  return async (outgoing, key) => {
    if ('mail' in outgoing) {
      await notify.queueMail({ key, userId: 0, ...outgoing.mail }, backgroundCall());
      return;
    }
    const { sendKey, fromUserId, content, toChannel } = outgoing.message;
    const call = backgroundCall({ principal: { userId: fromUserId } });
    if (toChannel) {
      const { channels } = await channel.resolveChannels(
        { channelIds: [toChannel.channelId], names: [] },
        call,
      );
      // Nothing is sent to a channel that was archived in the meantime.
      if (channels.every(({ isArchived }) => isArchived)) return;
    }
    const recipient = recipientOf(outgoing.message);
    await messaging.sendMessage({ sendKey, recipient, content, localId: '', queueId: '' }, call);
  };
}

const recipientOf = ({ toUserId, toChannel }: BotMessage): SendMessageRequest['recipient'] =>
  toChannel
    ? {
        $case: 'channel',
        channel: {
          channel: { $case: 'channelId', channelId: toChannel.channelId },
          topic: toChannel.topic,
        },
      }
    : { $case: 'direct', direct: { userIds: [toUserId], emails: [] } };
