import { type FollowedEvent, handleFacts } from '@parley/event-log';
import type { UserId } from '@parley/rules';
import type { Polls } from '../context.ts';

/** Receives invalidations of authenticated callers. */
export type Invalidated = {
  invalidate(userId: UserId): void;
  /** Their account was deactivated or some of their credentials were revoked. */
  revoke(userId: UserId): void;
  clear(): void;
};

type Callers = Omit<Invalidated, 'revoke'>;

/** Handlers by which cached callers become invalid. Their streams end, and after a revocation their polls. */
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

function createInvalidator(cache: Invalidated): (events: readonly FollowedEvent[]) => void {
  return handleFacts(
    [
      'userChanged',
      'apiKeyRevoked',
      'sessionsEnded',
      'accessEnded',
      'writingSettingsChanged',
      'organizationDeactivated',
    ],
    {
      userChanged: ({ user }) => {
        if (user?.isActive) cache.invalidate(user.userId);
        else if (user) cache.revoke(user.userId);
      },
      apiKeyRevoked: ({ userId }) => cache.revoke(userId),
      sessionsEnded: ({ userId }) => cache.revoke(userId),
      accessEnded: ({ userId }) => cache.revoke(userId),
      // Cached callers contain the language, which is one of these settings.
      writingSettingsChanged: ({ userId }) => cache.invalidate(userId),
      organizationDeactivated: () => cache.clear(),
    },
    // A fact that this release cannot decode may concern any user.
    ({ mayHaveFact }) => {
      if (mayHaveFact) cache.clear();
    },
  );
}
