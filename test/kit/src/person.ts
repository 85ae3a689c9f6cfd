import type { ApiClient, Body, Params } from './api-client.ts';
import { EventReader, type ReaderOptions } from './event-reader.ts';

/** A user with an account. The methods are frequent actions, made through the HTTP API. */
export class Person {
  readonly userId: number;
  readonly email: string;
  readonly apiKey: string;
  readonly api: ApiClient;

  constructor(identity: { userId: number; email: string; apiKey: string }, api: ApiClient) {
    this.userId = identity.userId;
    this.email = identity.email;
    this.apiKey = identity.apiKey;
    this.api = api;
  }

  /** Sends a message to a channel, which is given by name or ID. Returns the message's ID. */
  async send(channel: string | number, content: string, topic = 'test', more: Params = {}): Promise<number> {
    const { id } = await this.api.post('/messages', {
      type: 'channel',
      to: channel,
      topic,
      content,
      ...more,
    });
    return id as number;
  }

  /** Sends a direct message. Returns its ID. */
  async sendDirect(to: readonly Person[], content: string, more: Params = {}): Promise<number> {
    const userIds = to.map((person) => person.userId);
    const { id } = await this.api.post('/messages', { type: 'direct', to: userIds, content, ...more });
    return id as number;
  }

  /** Subscribes this person, or `people` if given, to channels. Creates channels that do not exist. */
  subscribe(channels: readonly string[], people?: readonly Person[], more: Params = {}): Promise<Body> {
    return this.api.post('/users/me/subscriptions', {
      subscriptions: channels.map((name) => ({ name })),
      ...(people && { principals: people.map((person) => person.userId) }),
      ...more,
    });
  }

  /** Unsubscribes this person, or `people` if given, from channels. */
  unsubscribe(channels: readonly string[], people?: readonly Person[]): Promise<Body> {
    return this.api.delete('/users/me/subscriptions', {
      subscriptions: channels,
      ...(people && { principals: people.map((person) => person.userId) }),
    });
  }

  /** Returns messages. By default, these are the newest hundred that the narrow (a message filter) selects. */
  async messages(narrow: readonly unknown[] = [], more: Params = {}): Promise<Body[]> {
    const body = await this.api.get('/messages', {
      anchor: 'newest',
      num_before: 100,
      num_after: 0,
      narrow,
      apply_markdown: false,
      ...more,
    });
    return body.messages as Body[];
  }

  /** Registers an event queue. Reading begins with the result's `start`. */
  register(params: Params = {}, options: ReaderOptions = {}): Promise<EventReader> {
    return EventReader.register(this.api, params, options);
  }
}
