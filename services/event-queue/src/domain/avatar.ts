import type { MessageSent } from '@parley/proto/events/v1/facts';
import { avatarUrl } from '@parley/rules';

/**
 * `avatar_url` of a message. Null, so that the client computes the Gravatar URL itself, only when it asked for
 * that and may see the real address: the address for the API is the real one when everybody may see it.
 */
export function senderAvatarUrl(message: MessageSent, clientGravatar: boolean): string | null {
  const { senderId, senderFullName, senderEmail, senderAvatarUrl, senderDeliveryEmail } = message;
  const sender = {
    userId: senderId,
    fullName: senderFullName,
    email: senderEmail,
    deliveryEmail: senderDeliveryEmail || senderEmail,
    avatarUrl: senderAvatarUrl,
    avatarVersion: message.senderAvatarVersion || 1,
  };
  return avatarUrl(sender, { clientGravatar, canSeeEmail: true });
}
