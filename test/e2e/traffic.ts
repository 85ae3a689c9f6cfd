import { ApiError, type Body, type EventReader, isTemporary, type Person, until } from '@parley/test-kit';
import { download, type Reachable, upload } from './files.ts';

const channel = 'traffic';
/** Number of queues that are read throughout the test: half by long-polls, half by streams. */
export const queues = 4;

/** An operation of a user. Without an error, the server has acknowledged it, so its effect must not be lost. */
type Operation = {
  kind: Kind;
  /**
   * A unique text that the operation writes: the start of a message, the content of a file, a status, or the name of a channel.
   * Events and reads identify statuses and channels by it, messages by `messageId` and files by `path`.
   */
  token: string;
  beganAt: number;
  tookMs: number;
  messageId?: number;
  path?: string;
  error?: unknown;
};
type Kind = 'message' | 'file' | 'status' | 'channel';

/** The effect of a fault, as users observed it. */
export type Observed = {
  fault: string;
  /** Number of operations, without the polls and streams of the queues. */
  operations: number;
  /** Number of failed requests of all kinds, from the start of the fault until recovery. */
  failed: number;
  slowestMs: number;
  /** What failed, and why. */
  failures: string[];
  /**
   * Time from the end of the fault until every queue has received a message that was sent after it, and every operation
   * works again.
   */
  recoveredMs: number;
  /** Number of acknowledged messages, files, statuses and channels that are missing afterwards. */
  lost: number;
  /** Number of duplicate messages. */
  twice: number;
  /** Number of events that a queue misses. */
  missed: number;
  /** Number of events that a queue received twice or out of order. */
  repeated: number;
  /** Number of queues that had to be registered again. */
  registeredAgain: number;
  /** What is lost: the token, and for a file or a status also what is there instead. */
  details: string[];
};

/** `repeated` counts events that the queue received twice or out of order and that were reported earlier. */
type Listener = { reader: EventReader; person: Person; since: number; repeated: number };

/** Users who continuously send messages, share files, set their status, create channels, and read event queues. */
export class Traffic implements AsyncDisposable {
  readonly #deployment: Reachable;
  readonly #people: readonly Person[];
  readonly #operations: Operation[] = [];
  readonly #stopping = new AbortController();
  readonly #doing: Promise<unknown>;
  readonly #listeners: Listener[];
  /** Failed polls and streams of queues that were registered again. */
  readonly #failuresOfEnded: string[] = [];
  #count = 0;

  private constructor(deployment: Reachable, people: readonly Person[], listeners: Listener[]) {
    this.#deployment = deployment;
    this.#people = people;
    this.#listeners = listeners;
    const [first, second, third] = people as [Person, Person, Person];
    this.#doing = Promise.all([
      this.#keep('message', 20, (token) => this.#send(first, token)),
      this.#keep('message', 20, (token) => this.#send(second, token)),
      this.#keep('file', 200, (token) => this.#share(third, token)),
      this.#keep('status', 200, (token) => third.api.post('/users/me/status', { status_text: token })),
      this.#keep('channel', 500, (token) => second.subscribe([token])),
    ]);
  }

  static async start(deployment: Reachable): Promise<Traffic> {
    const organization = await deployment.organization();
    const people = Object.values(await organization.add('first', 'second', 'third'));
    await people[0]!.subscribe([channel], people);
    const listeners = Array.from({ length: queues }, (_, index) =>
      listen(people[index % people.length]!, index % 2 === 1),
    );
    return new Traffic(deployment, people, await Promise.all(listeners));
  }

  /**
   * Applies a fault to the containers. Returns its effect; `isOver` returns whether the containers are ready again,
   * which may take `maxMs`.
   */
  async during(
    fault: string,
    disturb: () => Promise<void>,
    isOver: () => Promise<boolean>,
    maxMs = 90_000,
  ): Promise<Observed> {
    const from = this.#operations.length;
    const failedBefore = this.#failedReads().length;
    await disturb();
    const endedAt = performance.now();
    let registeredAgain = 0;
    const worksAgain = this.#everythingWorks(endedAt, maxMs, async () => {
      registeredAgain += await this.#registerAgain();
    });
    await Promise.all([worksAgain, until(`the end of: ${fault}`, isOver, maxMs)]);
    const recoveredMs = performance.now() - endedAt;
    const operations = this.#operations.slice(from);
    const failures = [
      ...operations.flatMap(({ kind, error }) => (error === undefined ? [] : `${kind}: ${error}`)),
      ...this.#failedReads().slice(failedBefore),
    ];
    return {
      fault,
      operations: operations.length,
      failed: failures.length,
      failures,
      slowestMs: Math.max(...operations.map(({ tookMs }) => tookMs)),
      recoveredMs,
      ...(await this.#compare(operations)),
      registeredAgain,
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopping.abort();
    await this.#doing;
    await Promise.all(this.#listeners.map(({ reader }) => reader.stop()));
  }

  async #keep(kind: Kind, pauseMs: number, act: (token: string) => Promise<object>): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const operation: Operation = {
        kind,
        token: `${kind} ${this.#count++}`,
        beganAt: performance.now(),
        tookMs: 0,
      };
      try {
        const { messageId, path } = (await act(operation.token)) as Pick<Operation, 'messageId' | 'path'>;
        Object.assign(operation, messageId !== undefined && { messageId }, path !== undefined && { path });
      } catch (error) {
        operation.error = error;
      }
      operation.tookMs = performance.now() - operation.beganAt;
      this.#operations.push(operation);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }

  async #send(person: Person, token: string) {
    return { messageId: await person.send(channel, token) };
  }

  async #share(person: Person, token: string) {
    const path = await upload(this.#deployment, person, `${token}.txt`, token);
    return { path, messageId: await person.send(channel, `${token} [file](${path})`) };
  }

  /**
   * Resolves when an operation of each kind that began after the given time has succeeded, and every queue has received
   * the first message that was sent then. Calls `meanwhile` before each check.
   */
  #everythingWorks(since: number, maxMs: number, meanwhile: () => Promise<void>): Promise<unknown> {
    const kinds: Kind[] = ['message', 'file', 'status', 'channel'];
    return until(
      'everything works again',
      async () => {
        await meanwhile();
        const done = kinds.map((kind) =>
          this.#operations.findLast(
            (operation) => operation.kind === kind && !operation.error && operation.beganAt >= since,
          ),
        );
        const sent = this.#operations.find(
          (operation) => operation.kind === 'message' && !operation.error && operation.beganAt >= since,
        );
        return (
          done.every((operation) => operation !== undefined) &&
          this.#listeners.every(({ reader }) => (reader.messageIds().at(-1) ?? 0) >= sent!.messageId!)
        );
      },
      maxMs,
    );
  }

  #failedReads(): string[] {
    return [...this.#failuresOfEnded, ...this.#listeners.flatMap(({ reader }) => failuresOf(reader))];
  }

  /**
   * Re-registers expired queues, as clients do.
   * @returns their number
   */
  async #registerAgain(): Promise<number> {
    let replaced = 0;
    for (const [index, { reader, person }] of this.#listeners.entries()) {
      if (reader.error === undefined) continue;
      if (!(reader.error instanceof ApiError) || reader.error.code !== 'BAD_EVENT_QUEUE_ID')
        throw reader.error;
      const again = await listen(person, reader.readsStreams).catch(() => undefined);
      if (!again) continue;
      this.#failuresOfEnded.push(...failuresOf(reader));
      this.#listeners[index] = again;
      replaced++;
    }
    return replaced;
  }

  async #compare(operations: readonly Operation[]) {
    const acknowledged = operations.filter(({ error }) => error === undefined);
    // Answers may arrive in another order than the requests.
    const ids = acknowledged.flatMap(({ messageId }) => messageId ?? []);
    const newest = Math.max(...ids);
    const history = await this.#history(Math.min(...ids));
    const contents = new Map(history.map(({ id, content }) => [id as number, content as string]));
    const lostMessages = acknowledged.filter(
      ({ token, messageId }) => messageId !== undefined && !contents.get(messageId)?.startsWith(token),
    );
    const lost = [...lostMessages.map(({ token }) => token), ...(await this.#lostElse(acknowledged))];
    let [missed, repeated] = [0, 0];
    for (const listener of this.#listeners) {
      const { reader, since } = listener;
      const initial = reader.initial.max_message_id as number;
      const due = history.map(({ id }) => id as number).filter((id) => id > initial && id <= newest);
      const expected = acknowledged.filter(
        ({ kind, beganAt }) => kind !== 'message' && kind !== 'file' && beganAt > since,
      );
      const isComplete = () =>
        reader.messageIds().at(-1)! >= newest && expected.every(({ token }) => hasToken(reader, token));
      await reader.waitFor(isComplete, 10_000).catch(() => undefined);
      const received = reader
        .ofType('message')
        .filter(({ message }) => message.display_recipient === channel)
        .map(({ message }) => message.id as number);
      const distinct = new Set(received);
      const tokens = reader.events.map(tokenOf).filter((token) => token !== undefined);
      missed += due.filter((id) => !distinct.has(id)).length;
      missed += expected.filter(({ token }) => !tokens.includes(token)).length;
      const again = received.filter((id, index) => index > 0 && id <= received[index - 1]!).length;
      const total = again + tokens.length - new Set(tokens).size;
      repeated += total - listener.repeated;
      listener.repeated = total;
    }
    return {
      lost: lost.length,
      details: lost,
      twice: history.length - new Set(contents.values()).size,
      missed,
      repeated,
    };
  }

  /** Returns files whose contents differ, missing channels, and the last acknowledged status if an older one is stored. */
  async #lostElse(acknowledged: readonly Operation[]): Promise<string[]> {
    const [, second, third] = this.#people as [Person, Person, Person];
    const { streams } = await second.api.get('/streams');
    const names = new Set((streams as Body[]).map(({ name }) => name));
    const lost = acknowledged
      .filter(({ kind, token }) => kind === 'channel' && !names.has(token))
      .map(({ token }) => token);
    for (const { token, path } of acknowledged) {
      if (path === undefined) continue;
      const content = await download(this.#deployment, third, path);
      if (content !== token) lost.push(`${token}: ${content}`);
    }
    const { status } = await second.api.get(`/users/${third.userId}/status`);
    const last = acknowledged.findLast(({ kind }) => kind === 'status')!;
    const order = (token: string) => Number(token.split(' ')[1]);
    if (order(status.status_text) < order(last.token)) lost.push(`${last.token}: ${status.status_text}`);
    return lost;
  }

  /** Returns the channel's messages from the given one on, oldest first. */
  async #history(from: number): Promise<Body[]> {
    const all: Body[] = [];
    for (;;) {
      const page = await this.#people[0]!.messages([{ operator: 'channel', operand: channel }], {
        anchor: all.at(-1)?.id ?? from,
        include_anchor: all.length === 0,
        num_before: 0,
        num_after: 1_000,
      });
      all.push(...page);
      if (page.length < 1_000) return all;
    }
  }
}

/** Returns the token of the operation behind an event that sets a status or creates a channel; undefined for other events. */
function tokenOf({ type, op, status_text, streams }: Body): string | undefined {
  if (type === 'user_status') return status_text;
  if (type === 'stream' && op === 'create') return streams[0].name;
  return undefined;
}

const hasToken = (reader: EventReader, token: string): boolean =>
  reader.events.findLast((event) => tokenOf(event) === token) !== undefined;

/** Returns the failed polls or streams of a queue. */
const failuresOf = (reader: EventReader): string[] =>
  reader.failures.map((error) => `${reader.readsStreams ? 'stream' : 'poll'}: ${error}`);

async function listen(person: Person, streams: boolean): Promise<Listener> {
  const event_types = ['message', 'user_status', 'stream'];
  const reader = await person.register({ event_types }, { retry: isTemporary, streams });
  return { reader: reader.start(), person, since: performance.now(), repeated: 0 };
}
