/** Notifies the other participants of a conversation that the person is typing. */
import type { Place } from '@parley/client';
import type { Parley } from '../model/parley.tsx';

/** Reports typing to the server, at most as often as the server requests. */
export class TypingReporter {
  readonly #parley: Parley;
  #place: Place | undefined;
  #startedAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(parley: Parley) {
    this.#parley = parley;
  }

  /** Call it with each change of the text. */
  typed(place: Place): void {
    const { store } = this.#parley;
    const setting =
      place.kind === 'topic' ? 'send_stream_typing_notifications' : 'send_private_typing_notifications';
    if (!store.settings.get<boolean>(setting)) return;
    const again = (store.fields.get('server_typing_started_wait_period_milliseconds') as number) ?? 10_000;
    const idle = (store.fields.get('server_typing_stopped_wait_period_milliseconds') as number) ?? 5_000;
    this.#place = place;
    if (Date.now() - this.#startedAt > again) {
      this.#startedAt = Date.now();
      this.#send('start', place);
    }
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.stop(), idle);
  }

  stop(): void {
    clearTimeout(this.#timer);
    if (this.#startedAt === 0 || !this.#place) return;
    this.#startedAt = 0;
    this.#send('stop', this.#place);
  }

  #send(op: 'start' | 'stop', place: Place): void {
    const to =
      place.kind === 'topic'
        ? { type: 'stream' as const, stream_id: place.channelId, topic: place.topic }
        : { type: 'direct' as const, to: [...place.userIds] };
    void this.#parley.client.call('set-typing-status', { op, ...to }, { attempts: 1 }).catch(() => undefined);
  }
}
