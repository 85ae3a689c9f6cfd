import {
  ApiError,
  type Body,
  type Cluster,
  type EventReader,
  isTemporary,
  type Person,
  until,
} from '@parley/test-kit';
import { expect } from 'vitest';

const channel = 'traffic';

export type TrafficOptions = {
  senders: number;
  queues: number;
  /** Total number of messages to send. */
  messages: number;
};

type Outcome = { content: string; id: number } | { content: string; error: unknown; duringOutage: boolean };

/** Traffic during a fault test: people who send messages, and readers that poll or read streams. */
export class Traffic {
  readonly outcomes: Outcome[] = [];
  readers: EventReader[];
  readonly #senders: Person[];
  readonly #messages: number;
  #tried = 0;
  #outages = 0;
  #begunOutages = 0;

  private constructor(senders: Person[], readers: EventReader[], messages: number) {
    this.#senders = senders;
    this.readers = readers;
    this.#messages = messages;
  }

  static async prepare(cluster: Cluster, { senders, queues, messages }: TrafficOptions): Promise<Traffic> {
    const names = Array.from({ length: senders }, (_, index) => `sender${index}`);
    const people = Object.values(await cluster.organization.add(...names));
    await people[0]!.subscribe([channel], people);
    return new Traffic(people, await listen(people, queues), messages);
  }

  /** Sends all messages while `disturb` runs. Each sender sends one message after the other. */
  async run(disturb: () => Promise<void>): Promise<void> {
    const share = this.#messages / this.#senders.length;
    this.#tried = 0;
    const sending = this.#senders.map(async (person) => {
      for (let n = 0; n < share; n++) {
        await this.#send(person, `message ${this.outcomes.length} of ${person.email} ${n}`);
        this.#tried++;
      }
    });
    await Promise.all([...sending, disturb()]);
  }

  /** Registers all queues again, as clients do after the error BAD_EVENT_QUEUE_ID. */
  async listenAgain(): Promise<void> {
    await this.stop();
    this.readers = await listen(this.#senders, this.readers.length);
  }

  /** Resolves when this share (0 to 1) of all messages has been attempted. */
  async progress(share: number): Promise<void> {
    await until(`${share} of the messages`, () => this.#tried >= share * this.#messages, 900_000);
  }

  /** Runs `during` and accepts errors of requests in the meantime, because PostgreSQL or NATS is unavailable. */
  async outage(during: () => Promise<void>): Promise<void> {
    this.#outages++;
    this.#begunOutages++;
    try {
      await during();
      // The outage ends with the first successful send.
      await until('sends work again', () => this.#probe());
    } finally {
      this.#outages--;
    }
  }

  /** Verifies that messages are neither lost nor duplicated nor out of order. Call it after `run`. */
  async verify(): Promise<void> {
    const history = await this.#history();
    const ids = history.map((message) => message.id as number);
    const contents = history.map((message) => message.content as string);
    expect(new Set(contents).size, 'nothing twice').toBe(contents.length);

    const acknowledged = this.outcomes.filter((outcome) => 'id' in outcome);
    const byId = new Map(history.map((message) => [message.id as number, message.content as string]));
    const lost = acknowledged.filter(({ id, content }) => byId.get(id) !== content);
    expect(lost, 'every acknowledged message is there').toEqual([]);

    const refused = this.outcomes.filter(
      (outcome) => 'error' in outcome && !outcome.duringOutage && outcome.error instanceof ApiError,
    );
    expect(refused, 'no errors while PostgreSQL and NATS are there').toEqual([]);

    for (const reader of this.readers) {
      const expected = ids.filter((id) => id > reader.initial.max_message_id);
      await reader.waitFor(() => reader.messageIds().length >= expected.length).catch(() => undefined);
      expect(reader.error).toBeUndefined();
      expect(received(reader), 'each queue got everything once, in order').toEqual(expected);
      const eventIds = reader.events.map((event) => event.id as number);
      expect(eventIds).toEqual([...eventIds].sort((a, b) => a - b));
    }
  }

  async stop(): Promise<void> {
    await Promise.all(this.readers.map((reader) => reader.stop()));
  }

  async #send(person: Person, content: string): Promise<void> {
    const [wasOutage, begunBefore] = [this.#outages > 0, this.#begunOutages];
    try {
      this.outcomes.push({ content, id: await person.send(channel, content) });
    } catch (error) {
      const duringOutage = wasOutage || this.#begunOutages !== begunBefore;
      this.outcomes.push({ content, error, duringOutage });
    }
  }

  async #probe(): Promise<boolean> {
    try {
      await this.#senders[0]!.send(channel, `probe ${Math.random()}`);
      return true;
    } catch {
      return false;
    }
  }

  /** Returns all messages of the channel, the oldest first. */
  async #history(): Promise<Body[]> {
    const [person] = this.#senders;
    const all: Body[] = [];
    for (;;) {
      const page = await until('a page of history', () =>
        person!
          .messages([{ operator: 'channel', operand: channel }], {
            anchor: all.at(-1)?.id ?? 'oldest',
            include_anchor: all.length === 0,
            num_before: 0,
            num_after: 1_000,
          })
          .catch(() => undefined),
      );
      all.push(...page);
      if (page.length < 1_000) return all;
    }
  }
}

/** Starts readers of event queues, distributed over the people. Half of them poll, and half read streams. */
async function listen(people: readonly Person[], queues: number): Promise<EventReader[]> {
  const readers = Array.from({ length: queues }, (_, index) =>
    people[index % people.length]!.register(
      { event_types: ['message'] },
      { retry: isTemporary, streams: index % 2 === 1 },
    ),
  );
  return (await Promise.all(readers)).map((reader) => reader.start());
}

/** Returns the IDs of the channel's messages that a queue received, in order. Leaves out notices to the owner. */
const received = (reader: EventReader): number[] =>
  reader
    .ofType('message')
    .filter(({ message }) => message.display_recipient === channel)
    .map(({ message }) => message.id as number);
