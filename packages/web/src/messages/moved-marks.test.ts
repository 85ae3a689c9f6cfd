import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Moved, MovedMarks } from './moved-marks.ts';

type Stored = Moved & { readonly id: number };

/** Sends and moves messages, as a server does. */
class Channel {
  messages: readonly Stored[] = [];
  #seconds = 1_700_000_000;

  send(topic: string): void {
    const message = { id: this.messages.length, stream_id: 7, subject: topic, timestamp: ++this.#seconds };
    this.messages = [...this.messages, message];
  }

  /** Moves some messages of a topic, or all of them. */
  move(from: string, to: string, which: (message: Stored, at: number) => boolean = () => true): void {
    const last_moved_timestamp = ++this.#seconds;
    const chosen = this.messages.filter(({ subject }) => subject === from).filter(which);
    this.messages = this.messages.map((message) =>
      chosen.includes(message) ? { ...message, subject: to, last_moved_timestamp } : message,
    );
  }

  /** Returns the IDs of the messages with a mark, in a list of the given topics. */
  marked(topics: readonly string[]): number[] {
    const listed = this.messages.filter(({ subject }) => topics.includes(subject));
    const marks = new MovedMarks();
    return listed.filter((message) => marks.isShown(message, listed)).map(({ id }) => id);
  }
}

describe('the mark of a moved message', () => {
  it('is shown on a message that joined a topic with messages, and not on those that were there', () => {
    const channel = new Channel();
    for (const topic of ['tea', 'milk', 'tea', 'milk']) channel.send(topic);
    channel.move('milk', 'tea', (_, at) => at === 0);
    channel.send('tea');
    expect(channel.marked(['tea'])).toEqual([1]);
    expect(channel.marked(['tea', 'milk'])).toEqual([1]);
  });

  it('is shown on messages of a whole topic that joined another one, however this is spelled', () => {
    const channel = new Channel();
    for (const topic of ['Straße', 'milk', 'milk']) channel.send(topic);
    channel.move('milk', 'STRASSE');
    expect(channel.marked(['Straße', 'STRASSE'])).toEqual([1, 2]);
  });

  it('is not shown on direct messages', () => {
    const message = { subject: '', timestamp: 1, stream_id: undefined } as unknown as Moved;
    expect(new MovedMarks().isShown(message, [message])).toBe(false);
  });

  it('is shown on no message after a whole topic was renamed, whatever was moved before', () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('send' as const), topic: fc.constantFrom('a', 'b') }),
      fc.record({ kind: fc.constant('part' as const), from: fc.constantFrom('a', 'b'), at: fc.nat(4) }),
      fc.record({ kind: fc.constant('rename' as const), from: fc.constantFrom('a', 'b') }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 15 }), (steps) => {
        const channel = new Channel();
        let renamed = 0;
        const names = { a: 'a', b: 'b' };
        for (const each of steps) {
          if (each.kind === 'send') channel.send(names[each.topic]);
          if (each.kind === 'part') {
            channel.move(names[each.from], names[each.from === 'a' ? 'b' : 'a'], (_, at) => at === each.at);
          }
          if (each.kind !== 'rename') continue;
          const name = `renamed ${++renamed}`;
          channel.move(names[each.from], name);
          // Nothing in the topic came later than the renaming.
          expect(channel.marked([name])).toEqual([]);
          names[each.from] = name;
        }
      }),
    );
  });
});
