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

const askTimeoutMs = 1_000;

export type EmptyTopicOptions = {
  userAdmin: SettingsOwner;
  logger: Logger;
  /** Called with each name. */
  onName: (name: string) => void;
};

export class EmptyTopic {
  readonly #options: EmptyTopicOptions;
  #question = new AbortController();
  #asked = Promise.resolve();

  constructor(options: EmptyTopicOptions) {
    this.#options = options;
  }

  /** Asks user-admin for the name, and retries until it answers. Cancels an earlier request. */
  ask(): void {
    this.#question.abort();
    this.#question = new AbortController();
    const { signal } = this.#question;
    const first = Promise.withResolvers<void>();
    this.#asked = first.promise;
    retry(() => this.#askOnce(signal).finally(first.resolve), {
      baseMs: 200,
      maxMs: 5_000,
      signal,
      onRetry: (error) =>
        this.#options.logger.debug({ err: error }, 'the organization settings could not be read; retrying'),
    }).catch(() => {
      // The request was cancelled, because the log contained the name, because a new request replaced this one, or because
      // the replica stops.
    });
  }

  /** The attempt may have failed: clients should not wait longer for a display name. */
  asked(): Promise<void> {
    return this.#asked;
  }

  /** Sets the name from an event of the log, and cancels the request in progress. */
  setName(name: string): void {
    this.#question.abort();
    this.#options.onName(name);
  }

  stop(): void {
    this.#question.abort();
  }

  async #askOnce(signal: AbortSignal): Promise<void> {
    const { userAdmin, onName } = this.#options;
    const answer = await userAdmin.getOrganization({}, backgroundCall({ timeoutMs: askTimeoutMs, signal }));
    const name = emptyTopicNameOf(answer);
    if (name !== undefined && !signal.aborted) onName(name);
  }
}
