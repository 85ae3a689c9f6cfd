import type { Channel } from '@parley/client';

/** Who can read a channel. In a `private-protected` channel, people see only messages from after they joined. */
export type Privacy = 'public' | 'private-shared' | 'private-protected' | 'web';

/** Returns who can read a channel. */
export function privacyOf(
  channel: Pick<Channel, 'invite_only' | 'is_web_public' | 'history_public_to_subscribers'>,
): Privacy {
  if (channel.is_web_public) return 'web';
  if (!channel.invite_only) return 'public';
  return channel.history_public_to_subscribers ? 'private-shared' : 'private-protected';
}

/** Returns the parameters of `update-stream` that give a channel this privacy. */
export const changeOfPrivacy = (privacy: Privacy) => ({
  is_private: privacy.startsWith('private'),
  is_web_public: privacy === 'web',
  history_public_to_subscribers: privacy !== 'private-protected',
});
