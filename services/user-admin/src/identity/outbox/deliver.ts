import type { MessagingServiceService } from '@parley/proto/messaging/v1/messaging';
import { backgroundCall, type RpcClient } from '@parley/rpc';
import type { Transport } from './mail-transport.ts';
import type { Outgoing } from './outbox.ts';

/** Returns a function that delivers mail to the mail server and messages to the service `messaging`. */
export function createDelivery(
  transport: Transport,
  messaging: Pick<RpcClient<typeof MessagingServiceService>, 'sendMessage'>,
): (outgoing: Outgoing) => Promise<void> {
  return async (outgoing) => {
    if ('mail' in outgoing) return transport.send(outgoing.mail);
    const { sendKey, fromUserId, toUserId, content } = outgoing.message;
    await messaging.sendMessage(
      {
        sendKey,
        recipient: { $case: 'direct', direct: { userIds: [toUserId], emails: [] } },
        content,
        localId: '',
        queueId: '',
      },
      backgroundCall({ principal: { userId: fromUserId } }),
    );
  };
}
