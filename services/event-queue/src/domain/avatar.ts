import type { MessageSent } from '@parley/proto/events/v1/facts';
import { avatarUrl } from '@parley/rules';

/**
 * Returns `avatar_url` of a message. It is null only when the client asked to compute Gravatar URLs and may see the
 * sender's real email address. All users may see that address when it is also the API address.
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
