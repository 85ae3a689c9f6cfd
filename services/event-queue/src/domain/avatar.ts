import { createHash } from 'node:crypto';
import type { MessageSent } from '@parley/proto/events/v1/facts';

/**
 * `avatar_url` of a message. Null, so that the client computes the Gravatar URL itself, only when it asked for
 * that and may see the real address: the address for the API is the real one when everybody may see it.
 */
export function senderAvatarUrl(message: MessageSent, clientGravatar: boolean): string | null {
  if (message.senderAvatarUrl !== '') return message.senderAvatarUrl;
  const isOpen = message.senderDeliveryEmail !== '' && message.senderEmail === message.senderDeliveryEmail;
  if (clientGravatar && isOpen) return null;
  const address = message.senderDeliveryEmail || message.senderEmail;
  const hash = createHash('md5').update(address.trim().toLowerCase()).digest('hex');
  return `https://secure.gravatar.com/avatar/${hash}?d=identicon&version=${message.senderAvatarVersion || 1}`;
}
