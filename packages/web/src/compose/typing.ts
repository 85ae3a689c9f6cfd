/** Notifies the other participants of a conversation that the person is typing. */
import type { MessageId, Place } from '@parley/client';
import { afterFrame } from '../lib/timing/after-frame.ts';
import { Debouncer } from '../lib/timing/debouncer.ts';
import type { Parley } from '../model/parley.tsx';

/** Subject of a typing notice: a new message to a place (a topic or direct conversation), or an edit of a message there. */
export type Typed = { readonly place: Place; readonly messageId?: MessageId };

/** Reports typing to the server, at most as often as the server requests. */
export class TypingReporter {
  readonly #parley: Parley;
  #typed: Typed | undefined;
  #startedAt = 0;
  readonly #pause = new Debouncer();

  constructor(parley: Parley) {
    this.#parley = parley;
  }

  /** Reports a change of the text. */
  typed(typed: Typed): void {
    const { store } = this.#parley;
    const setting =
      typed.place.kind === 'topic' ? 'send_stream_typing_notifications' : 'send_private_typing_notifications';
    if (!store.settings.get<boolean>(setting)) return;
    const repeatMs = store.fields.get('server_typing_started_wait_period_milliseconds') ?? 10_000;
    const idleMs = store.fields.get('server_typing_stopped_wait_period_milliseconds') ?? 5_000;
    this.#typed = typed;
    if (Date.now() - this.#startedAt > repeatMs) {
      this.#startedAt = Date.now();
      // Sends the request after the next frame: making a request takes longer than drawing the typed character.
      afterFrame(() => {
        if (this.#startedAt !== 0) this.#send('start', typed);
      });
    }
    this.#pause.start(idleMs, () => this.stop());
  }

  stop(): void {
    this.#pause.stop();
    if (this.#startedAt === 0 || !this.#typed) return;
    this.#startedAt = 0;
    this.#send('stop', this.#typed);
  }

  #send(op: 'start' | 'stop', { place, messageId }: Typed): void {
    const { client } = this.#parley;
    const once = { attempts: 1 };
    const sent =
      messageId !== undefined
        ? client.call('set-typing-status-for-message-edit', { op, message_id: messageId }, once)
        : place.kind === 'topic'
          ? client.call(
              'set-typing-status',
              { op, type: 'stream', stream_id: place.channelId, topic: place.topic },
              once,
            )
          : client.call('set-typing-status', { op, type: 'direct', to: [...place.userIds] }, once);
    // Ignores failures: the next notification replaces a lost one, and other clients let a notice expire.
    void sent.catch(() => undefined);
  }
}
