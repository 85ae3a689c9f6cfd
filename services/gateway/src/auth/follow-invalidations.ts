import { type FollowedEvent, handleFacts } from '@parley/event-log';

/** Prefix of the kinds of all events of user-admin (`user-admin.user.changed` …). */
const ownersKinds = Buffer.from('user-admin.');

/** What depends on the accounts and keys of callers. */
export type Invalidated = {
  invalidate(userId: number): void;
  /** Invalidates everything. */
  clear(): void;
};

/** Returns the handlers of the log by which cached callers become invalid and their streams end. */
export function invalidationBy(callers: Invalidated, polls: { endStreams(userId?: number): void }) {
  const invalidated: Invalidated = {
    invalidate(userId) {
      callers.invalidate(userId);
      polls.endStreams(userId);
    },
    clear() {
      callers.clear();
      polls.endStreams();
    },
  };
  const clear = () => invalidated.clear();
  return { onEvents: createInvalidator(invalidated), onEpoch: clear, onGap: clear };
}

/** Creates the log handler that invalidates cached callers and their streams when their account or key changes. */
function createInvalidator(cache: Invalidated): (events: readonly FollowedEvent[]) => void {
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
