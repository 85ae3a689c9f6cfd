import { KeyTable, NumberTable, TextList } from '@parley/archive';
import { foldCase, hasVisibleText, shorten, withoutHidden } from '@parley/rules';
import type { Block, Inline, Reference } from './tree.ts';

/** Name of what a reference leads to, for topics, where there are no references. */
export type NameOf = (reference: Reference) => string;

/** Returns the first line that shows something, without marks, as the name of a thread's topic. */
function firstLine(blocks: readonly Block[], nameOf: NameOf): string {
  for (const block of blocks) {
    const line = lineOf(block, nameOf)
      .split('\n')
      .map((each) => withoutHidden(each.replace(/\s+/g, ' ')).trim())
      .find(hasVisibleText);
    if (line !== undefined) return line;
  }
  return '';
}

/** Returns a text without marks on one line, for descriptions. */
export function plainText(blocks: readonly Block[], nameOf: NameOf): string {
  return blocks
    .map((block) => lineOf(block, nameOf).replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join(' ');
}

function lineOf(block: Block, nameOf: NameOf): string {
  switch (block.type) {
    case 'paragraph':
    case 'heading':
      return plain(block.children, nameOf, 0);
    case 'code':
    case 'formula':
      return block.text;
    case 'quote':
      return firstLine(block.children, nameOf);
    case 'spoiler':
      // The title only: the rest is meant to be hidden.
      return block.title;
    case 'list':
      return firstLine(block.items[0] ?? [], nameOf);
    case 'table':
      return (block.rows[0] ?? []).map((cell) => plain(cell, nameOf, 0)).join(' ');
    case 'rule':
      return '';
  }
}

function plain(nodes: readonly Inline[], nameOf: NameOf, depth: number): string {
  if (depth > 50) return '';
  return nodes
    .map((node) => {
      switch (node.type) {
        case 'text':
        case 'code':
          return node.text;
        case 'emoji':
          return `:${node.name}:`;
        case 'time':
          return new Date(node.time * 1_000).toISOString().slice(0, 16).replace('T', ' ');
        case 'reference':
          return nameOf(node.to);
        case 'link':
          return node.children.length === 0 ? node.url : plain(node.children, nameOf, depth + 1);
        default:
          return plain(node.children, nameOf, depth + 1);
      }
    })
    .join('');
}

/** Columns of threads: the topic and the key of the first message, as places among the texts plus one, and whether it has a reply. */
const [topicPlace, rootPlace, isAnswered] = [0, 1, 2] as const;

/** What is known of the threads of one conversation. It is compact, because a channel may have as many threads as messages. */
class ThreadTable {
  private readonly keys: KeyTable;
  private readonly facts: NumberTable;
  private readonly texts: TextList;

  constructor(folder: string | undefined) {
    this.keys = new KeyTable(folder);
    this.facts = new NumberTable(3, folder);
    this.texts = new TextList(folder);
  }

  /** Returns a text of a thread, if it has one. */
  text(thread: string, column: typeof topicPlace | typeof rootPlace): string | undefined {
    const number = this.keys.find(thread);
    const place = number === undefined ? 0 : this.facts.get(number, column);
    return place === 0 ? undefined : this.texts.at(place - 1);
  }

  setText(thread: string, column: typeof topicPlace | typeof rootPlace, text: string): void {
    this.texts.add(text);
    this.facts.set(this.numberOf(thread), column, this.texts.size);
  }

  /** Notes a reply. Returns whether it is the first one. */
  answer(thread: string): boolean {
    const number = this.numberOf(thread);
    const isFirst = this.facts.get(number, isAnswered) === 0;
    this.facts.set(number, isAnswered, 1);
    return isFirst;
  }

  private numberOf(thread: string): number {
    const number = this.keys.add(thread);
    if (number === this.facts.size) this.facts.add();
    return number;
  }
}

/** Names of topics, none of which two threads of a channel have. */
class TopicNames {
  private readonly taken: KeyTable;
  /** The next number for each name that is taken. */
  private readonly numbers: NumberTable;
  private readonly limit: number;

  constructor(limit: number, folder: string | undefined) {
    this.taken = new KeyTable(folder);
    this.numbers = new NumberTable(1, folder);
    this.limit = limit;
  }

  /** Returns a name after a line, with a number where it is taken. */
  take(line: string): string {
    const name = withoutHidden(line).replace(/\s+/g, ' ').trim();
    const base = hasVisibleText(name) && name !== '(no topic)' ? name : 'Thread';
    let topic = shorten(base, this.limit, '…');
    const first = this.taken.find(foldCase(topic));
    if (first === undefined) {
      this.add(topic);
      return topic;
    }
    let number = this.numbers.get(first, 0);
    do {
      topic = `${shorten(base, this.limit - ` (${number})`.length, '…')} (${number})`;
      number++;
    } while (this.taken.has(foldCase(topic)));
    this.numbers.set(first, 0, number);
    this.add(topic);
    return topic;
  }

  private add(topic: string): void {
    this.taken.add(foldCase(topic));
    this.numbers.add(2);
  }
}

/**
 * The threads of one conversation as topics. The first message of a thread stays in the flow of its channel and leads to the
 * thread's topic; the first reply there leads back. Direct conversations have no topics: there, a reply leads to its thread where
 * something else stands in between.
 */
export class Threads {
  private readonly threads: ThreadTable;
  private readonly names: TopicNames;
  private last: string | undefined;
  private readonly channel: string | undefined;
  private readonly nameOf: NameOf;

  /**
   * @param channel key of the channel; undefined for a direct conversation
   * @param folder for what does not fit into memory
   */
  constructor(channel: string | undefined, topicLimit: number, nameOf: NameOf, folder?: string) {
    this.threads = new ThreadTable(folder);
    this.channel = channel;
    this.names = new TopicNames(topicLimit, folder);
    this.nameOf = nameOf;
  }

  /** Returns the text of a message outside of threads, or of the first one of a thread, with a link to the thread's topic. */
  first(thread: string, key: string, blocks: readonly Block[], hasReplies: boolean): readonly Block[] {
    this.last = thread;
    if (!hasReplies) return blocks;
    this.threads.setText(thread, rootPlace, key);
    if (this.channel === undefined) return blocks;
    const topic = this.topicFor(thread, blocks);
    return [...blocks, leading('→ ', { ref: 'topic', channel: this.channel, topic })];
  }

  /** Returns the topic of a thread, if it has one already. */
  topicOf(thread: string): string | undefined {
    return this.threads.text(thread, topicPlace);
  }

  reply(thread: string, blocks: readonly Block[]): { topic: string; blocks: readonly Block[] } {
    const root = this.threads.text(thread, rootPlace);
    const isFirst = this.threads.answer(thread);
    const isApart = this.channel === undefined && this.last !== thread;
    this.last = thread;
    const topic = this.channel === undefined ? '' : this.topicFor(thread, blocks);
    if (root === undefined || !(this.channel === undefined ? isApart : isFirst)) return { topic, blocks };
    return { topic, blocks: [leading('↪ ', { ref: 'message', key: root }), ...blocks] };
  }

  /** Returns the topic of a thread. A new one is named after the first line of a message. */
  private topicFor(thread: string, blocks: readonly Block[]): string {
    const known = this.topicOf(thread);
    if (known !== undefined) return known;
    const topic = this.names.take(firstLine(blocks, this.nameOf));
    this.threads.setText(thread, topicPlace, topic);
    return topic;
  }
}

const leading = (sign: string, to: Reference): Block => ({
  type: 'paragraph',
  children: [
    { type: 'text', text: sign },
    { type: 'reference', to },
  ],
});
