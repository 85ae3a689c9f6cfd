/**
 * What the empty topic is called, for clients that do not know it (`realm_empty_topic_display_name`). The log tells
 * changes; what it was before this replica's part of the log, the owner of the settings is asked for. A change that
 * the log tells meanwhile is no older than the answer: after it nobody needs to be asked.
 */
import { type Logger, retry } from '@parley/core';
import type { UserAdminServiceService } from '@parley/proto/useradmin/v1/user_admin';
import { backgroundCall, type RpcClient } from '@parley/rpc';
import { emptyTopicNameOf } from '../domain/outline.ts';

export type SettingsOwner = Pick<RpcClient<typeof UserAdminServiceService>, 'getOrganization'>;

export type EmptyTopic = {
  /** Asks the owner, again and again until it answers; an earlier question is given up. */
  ask(): void;
  /** Resolves when the owner answered the latest question, or could not at first: clients need not wait longer. */
  asked(): Promise<void>;
  /** The log says so. */
  told(name: string): void;
  stop(): void;
};

const askTimeoutMs = 1_000;

/** Keeps what the empty topic is called: asked for at the start, then told by the log. */
export function createEmptyTopic(options: {
  userAdmin: SettingsOwner;
  logger: Logger;
  onName: (name: string) => void;
}): EmptyTopic {
  const { userAdmin, logger, onName } = options;
  let question = new AbortController();
  let asked = Promise.resolve();

  async function askOnce(signal: AbortSignal): Promise<void> {
    const { settingsJson } = await userAdmin.getOrganization(
      {},
      backgroundCall({ timeoutMs: askTimeoutMs, signal }),
    );
    const name = emptyTopicNameOf(settingsJson);
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
        onRetry: (error) => logger.debug({ err: error }, 'the settings are not known yet; asking again'),
      }).catch(() => {
        // The log told it, it was asked anew, or this replica stops.
      });
    },
    asked: () => asked,
    told(name) {
      question.abort();
      onName(name);
    },
    stop: () => question.abort(),
  };
}
