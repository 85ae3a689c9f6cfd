import type { FollowedEvent } from '@parley/event-log';
import type { MessageSent } from '@parley/proto/events/v1/facts';
import { userTopicKey } from '@parley/rules';
import type { Ctx } from '../context.ts';
import { type PlacedMessage, storeWaiting } from '../db/topic-turns.ts';
import { excludedFrom } from '../domain/recipients.ts';
import { decidingWorker } from './decide-for.ts';

/** Returns a message to a channel for the next turn of its topic. */
export function placedMessage(
  { id, assignedId, sequence, committedAtUs }: FollowedEvent,
  sent: MessageSent,
  epoch: string,
): PlacedMessage | undefined {
  if (sent.place?.$case !== 'channel') return undefined;
  const { channelId, topic } = sent.place.channel;
  return {
    messageId: assignedId,
    // The message's own time has only whole seconds, and a person may have been active within that second.
    sentAtMs: Math.floor(committedAtUs / 1000),
    excludedIds: excludedFrom(sent),
    channelId,
    topicKey: userTopicKey(channelId, topic),
    place: { epoch, eventId: id },
    sequence,
  };
}

/** Messages for turns that are not stored yet; one transaction stores those of a batch of the log. */
export class WaitingMessages {
  readonly #ctx: Pick<Ctx, 'db'>;
  readonly #pending: PlacedMessage[] = [];

  constructor(ctx: Pick<Ctx, 'db'>) {
    this.#ctx = ctx;
  }

  add(message: PlacedMessage): void {
    this.#pending.push(message);
  }

  /** Stores the messages. The caller must do this before it handles a later event, whose position would cover them. */
  flush(): Promise<void> | undefined {
    return this.#pending.length === 0 ? undefined : this.#store(this.#pending.slice());
  }

  async #store(pending: readonly PlacedMessage[]): Promise<void> {
    await this.#ctx.db.tx((tx) => storeWaiting(tx, decidingWorker, pending));
    this.#pending.splice(0, pending.length);
  }
}
