import { type FollowedEvent, handleFacts } from '@parley/event-log';
import type { CallerCache } from './caller-cache.ts';

/** Prefix of the kinds of all events of user-admin (`user-admin.user.changed` …). */
const ownersKinds = Buffer.from('user-admin.');

/** Creates the log handler that invalidates cached callers when their account or key changes. */
export function createInvalidator(cache: CallerCache): (events: readonly FollowedEvent[]) => void {
  const handle = handleFacts(
    ['userChanged', 'apiKeyRevoked', 'writingSettingsChanged', 'organizationDeactivated'],
    {
      userChanged: ({ user }) => {
        if (user) cache.invalidate(user.userId);
      },
      apiKeyRevoked: ({ userId }) => cache.invalidate(userId),
      // The settings name the caller's language.
      writingSettingsChanged: ({ userId }) => cache.invalidate(userId),
      organizationDeactivated: () => cache.clear(),
    },
    // An event of user-admin that this release cannot decode may concern any user.
    () => cache.clear(),
  );
  return (events) => {
    // Nearly all events are messages. Checking the kind first avoids decoding them.
    const concerning = events.filter(({ encoded }) => asBuffer(encoded).includes(ownersKinds));
    if (concerning.length > 0) handle(concerning);
  };
}

const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
