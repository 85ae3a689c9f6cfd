/**
 * Holds the display name of the empty topic (`realm_empty_topic_display_name`), for clients without `empty_topic_name`.
 * The replica asks the owner of the settings at its start. After that the log contains every change. A change from the
 * log during a request is at least as new as the answer, so it cancels the request.
 */
import { type Logger, retry } from '@parley/core';
import type { UserAdminServiceService } from '@parley/proto/useradmin/v1/user_admin';
import { backgroundCall, type RpcClient } from '@parley/rpc';
import { emptyTopicNameOf } from '../domain/outline.ts';

export type SettingsOwner = Pick<RpcClient<typeof UserAdminServiceService>, 'getOrganization'>;

export type EmptyTopic = {
  /** Asks the owner and retries until it answers. Cancels an earlier request. */
  ask(): void;
  /**
   * Resolves after the first attempt of the latest request, whether it succeeded or not, because clients need not wait
   * longer.
   */
  asked(): Promise<void>;
  /** Sets the name that the log contains. */
  setName(name: string): void;
  stop(): void;
};

const askTimeoutMs = 1_000;

/** Keeps the display name of the empty topic up to date. */
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
        // The request was cancelled: the log contained the name, another request replaced this one, or the replica
        // stops.
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
