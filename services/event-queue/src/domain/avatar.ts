import type { MessageSent } from '@parley/proto/events/v1/facts';
import { avatarUrl } from '@parley/rules';

export const senderAvatarUrl = ({ senderId, senderFullName, senderAvatarUrl }: MessageSent): string =>
  avatarUrl({ userId: senderId, fullName: senderFullName, avatarUrl: senderAvatarUrl });
