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

/** The topics of one channel's threads: each thread has one, and no two threads have the same. */
class ThreadTopics {
  private readonly topics = new Map<string, string>();
  private readonly taken = new Set<string>();
  /** The next number for each name that is taken. */
  private readonly numbers = new Map<string, number>();
  private readonly limit: number;

  constructor(limit: number) {
    this.limit = limit;
  }

  /** Returns the topic of a thread, if it has one already. */
  find(thread: string): string | undefined {
    return this.topics.get(thread);
  }

  /** Returns the topic of a thread. A new one is named after a line, with a number where the name is taken. */
  get(thread: string, line: string): string {
    const known = this.topics.get(thread);
    if (known !== undefined) return known;
    const name = withoutHidden(line).replace(/\s+/g, ' ').trim();
    const base = hasVisibleText(name) && name !== '(no topic)' ? name : 'Thread';
    let topic = shorten(base, this.limit, '…');
    const first = foldCase(topic);
    let number = this.numbers.get(first) ?? 2;
    for (; this.taken.has(foldCase(topic)); number++) {
      topic = `${shorten(base, this.limit - ` (${number})`.length, '…')} (${number})`;
    }
    this.numbers.set(first, number);
    this.taken.add(foldCase(topic));
    this.topics.set(thread, topic);
    return topic;
  }
}

/**
 * The threads of one conversation as topics. The first message of a thread stays in the flow of its channel and leads to the
 * thread's topic; the first reply there leads back. Direct conversations have no topics: there, a reply leads to its thread where
 * something else stands in between.
 */
export class Threads {
  private readonly topics: ThreadTopics;
  /** Keys of the first messages, by thread. */
  private readonly roots = new Map<string, string>();
  private readonly answered = new Set<string>();
  private last: string | undefined;
  private readonly channel: string | undefined;
  private readonly nameOf: NameOf;

  /** @param channel key of the channel; undefined for a direct conversation */
  constructor(channel: string | undefined, topicLimit: number, nameOf: NameOf) {
    this.channel = channel;
    this.topics = new ThreadTopics(topicLimit);
    this.nameOf = nameOf;
  }

  /** Returns the text of a message outside of threads, or of the first one of a thread, with a link to the thread's topic. */
  first(thread: string, key: string, blocks: readonly Block[], hasReplies: boolean): readonly Block[] {
    this.last = thread;
    if (!hasReplies) return blocks;
    this.roots.set(thread, key);
    if (this.channel === undefined) return blocks;
    const topic = this.topics.get(thread, firstLine(blocks, this.nameOf));
    return [...blocks, leading('→ ', { ref: 'topic', channel: this.channel, topic })];
  }

  topicOf(thread: string): string | undefined {
    return this.topics.find(thread);
  }

  reply(thread: string, blocks: readonly Block[]): { topic: string; blocks: readonly Block[] } {
    const root = this.roots.get(thread);
    const isFirst = !this.answered.has(thread);
    const isApart = this.channel === undefined && this.last !== thread;
    this.answered.add(thread);
    this.last = thread;
    const topic = this.channel === undefined ? '' : this.topics.get(thread, firstLine(blocks, this.nameOf));
    if (root === undefined || !(this.channel === undefined ? isApart : isFirst)) return { topic, blocks };
    return { topic, blocks: [leading('↪ ', { ref: 'message', key: root }), ...blocks] };
  }
}

const leading = (sign: string, to: Reference): Block => ({
  type: 'paragraph',
  children: [
    { type: 'text', text: sign },
    { type: 'reference', to },
  ],
});
