import { type FollowedEvent, handleFacts } from '@parley/event-log';
import type { Polls } from '../context.ts';

/** What depends on the accounts and keys of callers. */
export type Invalidated = {
  invalidate(userId: number): void;
  /** Invalidates what was authenticated with credentials of a user of which some have ended. */
  revoke(userId: number): void;
  /** Invalidates everything. */
  clear(): void;
};

type Callers = Omit<Invalidated, 'revoke'>;

/** Returns the handlers of the log by which cached callers become invalid and their polls and streams end. */
export function invalidationBy(callers: Callers, polls: Pick<Polls, 'endStreams' | 'revoke'>) {
  const invalidated: Invalidated = {
    invalidate(userId) {
      callers.invalidate(userId);
      polls.endStreams(userId);
    },
    revoke(userId) {
      callers.invalidate(userId);
      polls.revoke(userId);
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
  return handleFacts(
    ['userChanged', 'apiKeyRevoked', 'sessionsEnded', 'writingSettingsChanged', 'organizationDeactivated'],
    {
      userChanged: ({ user }) => {
        if (user?.isActive) cache.invalidate(user.userId);
        else if (user) cache.revoke(user.userId);
      },
      apiKeyRevoked: ({ userId }) => cache.revoke(userId),
      sessionsEnded: ({ userId }) => cache.revoke(userId),
      // The settings name the caller's language.
      writingSettingsChanged: ({ userId }) => cache.invalidate(userId),
      organizationDeactivated: () => cache.clear(),
    },
    // A fact that this release does not know or cannot decode may concern any user.
    ({ mayHaveFact }) => {
      if (mayHaveFact) cache.clear();
    },
  );
}
