/**
 * Keeps the display name of the empty topic (`realm_empty_topic_display_name`), for clients without the capability
 * `empty_topic_name`. A replica asks user-admin for the name at its start, in each new epoch, and after a gap in the log. After
 * that, the log contains every change. A change from the log is at least as new as the answer to a request in progress, so it
 * cancels that request.
 */
import { type Logger, retry } from '@parley/core';
import type { UserAdminServiceService } from '@parley/proto/useradmin/v1/user_admin';
import { backgroundCall, type RpcClient } from '@parley/rpc';
import { emptyTopicNameOf } from '../domain/outline.ts';

export type SettingsOwner = Pick<RpcClient<typeof UserAdminServiceService>, 'getOrganization'>;

export type EmptyTopic = {
  /** Asks user-admin for the name, and retries until it answers. Cancels an earlier request. */
  ask(): void;
  /** The attempt may have failed: clients should not wait longer for a display name. */
  asked(): Promise<void>;
  /** Sets the name from an event of the log, and cancels the request in progress. */
  setName(name: string): void;
  stop(): void;
};

const askTimeoutMs = 1_000;

/** Creates the object that keeps the name up to date. `onName` is called with each name. */
export function createEmptyTopic(options: {
  userAdmin: SettingsOwner;
  logger: Logger;
  onName: (name: string) => void;
}): EmptyTopic {
  const { userAdmin, logger, onName } = options;
  let question = new AbortController();
  let asked = Promise.resolve();

  async function askOnce(signal: AbortSignal): Promise<void> {
    const answer = await userAdmin.getOrganization({}, backgroundCall({ timeoutMs: askTimeoutMs, signal }));
    const name = emptyTopicNameOf(answer);
    if (name !== undefined && !signal.aborted) onName(name);
  }

  return {
    ask() {
      question.abort();
      question = new AbortController();
      const { signal } = question;
      const first = Promise.withResolvers<void>();
      asked = first.promise;
      retry(() => askOnce(signal).finally(first.resolve), {
        baseMs: 200,
        maxMs: 5_000,
        signal,
        onRetry: (error) =>
          logger.debug({ err: error }, 'the organization settings could not be read; retrying'),
      }).catch(() => {
        // The request was cancelled, because the log contained the name, because a new request replaced this one, or because
        // the replica stops.
      });
    },
    asked: () => asked,
    setName(name) {
      question.abort();
      onName(name);
    },
    stop: () => question.abort(),
  };
}
