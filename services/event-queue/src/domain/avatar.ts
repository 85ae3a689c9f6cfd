import type { MessageSent } from '@parley/proto/events/v1/facts';
import { avatarUrl } from '@parley/rules';

/**
 * Returns the member `avatar_url` of a message. It is null only when the client computes Gravatar URLs itself and may know the
 * e-mail address that this requires. The client may know it only if the sender's real e-mail address is also their API address,
 * which all users may see.
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
