/**
 * Renders the JSON of events. Each variant is rendered once and shared by all queues that receive it. The events that were decoded
 * last stay in memory, with their rendered variants, up to a limit.
 */
import { itemAt } from '@parley/core';
import { Event } from '@parley/proto/events/v1/event';
import type { MessageSent } from '@parley/proto/events/v1/facts';
import type { EventJson } from './adapters/event-json.ts';
import { adapt, maskOf } from './adapters/index.ts';
import type { Reader } from './audience.ts';
import { type FlagIndex, flagsOf, indexFlags } from './flags.ts';
import { bits, defaultEmptyTopicName, type Form, formRange, has } from './form.ts';
import { messageHead, messageTail } from './message-json.ts';
import type { MessageTest } from './narrow.ts';
import type { Rights } from './rights.ts';
import type { WindowEntry } from './window.ts';

/** The properties of a queue that influence how events are rendered for it. */
export type QueueView = Reader & {
  form: Form;
  /** Types of events that the queue receives; undefined for all types. */
  types: ReadonlySet<string> | undefined;
  narrow: MessageTest | undefined;
};

/** The JSON of one variant of an event. While the event stays in memory, equal variants are the same object. */
export type Rendered = {
  /** Number that is unique for each variant. Answers that consist of equal serials are equal. */
  readonly serial: number;
  readonly id: number;
  /** One JSON object that contains the event's ID as `id`, or several such objects, separated by commas. */
  readonly text: string;
};

type DecodedEvent = {
  event: Event;
  message: MessageSent | undefined;
  flags: FlagIndex | undefined;
  heads: Map<Form, string>;
  variants: Map<string | number, Rendered>;
  bytes: number;
};

type DecodedMessage = DecodedEvent & { message: MessageSent };

const isMessage = (decoded: DecodedEvent): decoded is DecodedMessage => decoded.message !== undefined;

const messageForm = bits('apply_markdown', 'empty_topic_name');
let serials = 0;

export class Texts {
  readonly #maxBytes: number;
  readonly #onUnreadable: (id: number, error: unknown) => void;
  readonly #decoded = new Map<number, DecodedEvent>();
  #emptyTopicName = defaultEmptyTopicName;
  #bytes = 0;

  /** @param onUnreadable called for an event that cannot be rendered, which queues skip */
  constructor(maxBytes: number, onUnreadable: (id: number, error: unknown) => void = () => undefined) {
    this.#maxBytes = maxBytes;
    this.#onUnreadable = onUnreadable;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** The display name of the empty topic that rendered events contain. */
  get emptyTopicName(): string {
    return this.#emptyTopicName;
  }

  clear(): void {
    this.#decoded.clear();
    this.#bytes = 0;
  }

  /** Sets the display name of the empty topic. Events are rendered again with it, even earlier ones. */
  nameEmptyTopic(name: string): void {
    if (name === this.#emptyTopicName) return;
    this.#emptyTopicName = name;
    this.clear();
  }

  /** Undefined when a filter excludes the event, the client cannot understand it, or rendering fails. */
  render(entry: WindowEntry, delivery: number, view: QueueView, rights: Rights): Rendered | undefined {
    const { type } = itemAt(entry.outline.deliveries, delivery);
    if (view.types && !view.types.has(type)) return undefined;
    try {
      const decoded = this.#decode(entry);
      const rendered =
        type === 'message' && isMessage(decoded)
          ? this.#renderMessage(entry, decoded, delivery, view, rights)
          : this.#renderJson(entry, decoded, delivery, type, view.form);
      return rendered && rendered.text !== '' ? rendered : undefined;
    } catch (error) {
      this.#onUnreadable(entry.id, error);
      return undefined;
    }
  }

  #renderMessage(
    entry: WindowEntry,
    decoded: DecodedMessage,
    delivery: number,
    view: QueueView,
    rights: Rights,
  ): Rendered | undefined {
    const { message } = decoded;
    const isArchived = message.place?.$case === 'channel' && message.place.channel.isArchived;
    if (isArchived && !has(view.form, 'archived_channels')) return undefined;
    decoded.flags ??= indexFlags(message);
    const flags = flagsOf(message, decoded.flags, view.userId, rights);
    if (view.narrow && !view.narrow(message, flags, view.userId)) return undefined;
    const local =
      message.localQueueId !== '' && message.localQueueId === view.queueId && message.senderId === view.userId
        ? message.localMessageId
        : undefined;
    // Some recipients receive different fields, because the sender is unknown to them. They get a variant of their own.
    const overrides = itemAt(decoded.event.deliveries, delivery).json;
    const form = (view.form & messageForm) + (overrides.length > 0 ? delivery * formRange : 0);
    const key =
      flags.length === 0 && local === undefined ? form : `${form} ${flags.join(' ')} ${local ?? ''}`;
    return (
      decoded.variants.get(key) ??
      this.#keep(
        entry,
        decoded,
        key,
        this.#head(entry, decoded, message, form, overrides) + messageTail(flags, local),
      )
    );
  }

  #head(
    entry: WindowEntry,
    decoded: DecodedEvent,
    message: MessageSent,
    form: Form,
    overrides: Uint8Array,
  ): string {
    let head = decoded.heads.get(form);
    if (head === undefined) {
      const name = this.#emptyTopicName;
      head = messageHead(entry, message, form % formRange, name, overrides);
      decoded.heads.set(form, head);
      this.#grow(decoded, head.length);
    }
    return head;
  }

  #renderJson(
    entry: WindowEntry,
    decoded: DecodedEvent,
    delivery: number,
    type: string,
    form: Form,
  ): Rendered {
    const mask = maskOf(type);
    const key = delivery * formRange + (form & mask);
    const known = decoded.variants.get(key);
    if (known) return known;
    const json = Buffer.from(itemAt(decoded.event.deliveries, delivery).json).toString();
    if (mask === 0) return this.#keep(entry, decoded, key, withId(entry.id, json));
    const events = adapt(JSON.parse(json) as EventJson, form & mask, this.#emptyTopicName);
    return this.#keep(
      entry,
      decoded,
      key,
      events.map((event) => withId(entry.id, JSON.stringify(event))).join(','),
    );
  }

  #keep({ id }: WindowEntry, decoded: DecodedEvent, key: string | number, text: string): Rendered {
    const rendered: Rendered = { serial: ++serials, id, text };
    decoded.variants.set(key, rendered);
    this.#grow(decoded, text.length + 100);
    return rendered;
  }

  #decode(entry: WindowEntry): DecodedEvent {
    const known = this.#decoded.get(entry.id);
    if (known) return known;
    const event = Event.decode(entry.encoded);
    const value = event.fact?.value;
    const decoded: DecodedEvent = {
      event,
      message: value?.$case === 'messageSent' ? value.messageSent : undefined,
      flags: undefined,
      heads: new Map(),
      variants: new Map(),
      bytes: 0,
    };
    this.#decoded.set(entry.id, decoded);
    this.#grow(decoded, 500 + 2 * entry.encoded.length);
    if (this.#bytes > this.#maxBytes) this.#evict(entry.id);
    return decoded;
  }

  #grow(decoded: DecodedEvent, bytes: number): void {
    decoded.bytes += bytes;
    this.#bytes += bytes;
  }

  /** Evicts the events that were decoded first, until enough memory is free. Keeps the event `except`, which is in use. */
  #evict(except: number): void {
    for (const [id, decoded] of this.#decoded) {
      if (this.#bytes <= this.#maxBytes * 0.75 || id === except) return;
      this.#decoded.delete(id);
      this.#bytes -= decoded.bytes;
    }
  }
}

/** Returns the JSON of an object with the event's ID inserted as the first member. */
function withId(id: number, json: string): string {
  return `{"id":${id},${json.slice(1)}`;
}
