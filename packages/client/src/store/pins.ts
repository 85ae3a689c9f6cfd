import type { ChannelId, MessageId } from '../ids.ts';
import type { Batch } from '../observable/batch.ts';
import { ObservableMap } from '../observable/observable-map.ts';
import type { AnswerOf } from '../operations.ts';
import type { Handlers } from './handlers.ts';
import { idsOfDeletion } from './message-change.ts';

type Listed = AnswerOf<'get-pinned-messages'>['pins'];

export class Pins {
  /** IDs of pinned messages by channel ID, the latest pin first. */
  readonly ofChannel: ObservableMap<ChannelId, readonly MessageId[]>;

  constructor(batch: Batch) {
    this.ofChannel = new ObservableMap(batch);
  }

  /** Removes all pins, because changes may have been missed. */
  clear(): void {
    this.ofChannel.replaceAll([]);
  }

  /** Stores the answer of `get-pinned-messages`. */
  receive(channelId: ChannelId, pins: Listed): void {
    this.ofChannel.set(
      channelId,
      pins.map(({ message_id: id }) => id),
    );
  }

  /** Returns whether a message is pinned to its channel; undefined while that is not known. */
  isPinned(channelId: ChannelId, messageId: MessageId): boolean | undefined {
    return this.ofChannel.get(channelId)?.includes(messageId);
  }

  /** Called with the ID of a channel whose pins must be loaded again, because messages of it were moved. */
  onStale: (channelId: ChannelId) => void = () => undefined;

  readonly handlers = {
    pin: ({ op, stream_id: channelId, message_id: id }) => {
      const others = this.ofChannel.get(channelId)?.filter((each) => each !== id);
      if (others) this.ofChannel.set(channelId, op === 'add' ? [id, ...others] : others);
    },
    delete_message: (event) => {
      const { stream_id: channelId } = event;
      const pins = channelId === undefined ? undefined : this.ofChannel.get(channelId);
      const gone = new Set(idsOfDeletion(event));
      if (channelId === undefined || !pins?.some((id) => gone.has(id))) return;
      this.ofChannel.set(
        channelId,
        pins.filter((id) => !gone.has(id)),
      );
    },
    update_message: ({ stream_id: from, new_stream_id: to }) => {
      if (to === undefined) return;
      for (const channelId of [from, to]) {
        if (channelId !== undefined && this.ofChannel.has(channelId)) this.onStale(channelId);
      }
    },
  } satisfies Handlers;
}
