import { link, paragraphs, plain, quote } from '../../domain/markdown.ts';
import type { Message } from './events.ts';
import { sentence, topicOf, who } from './sentences.ts';

/** An issue, pull request, task, card or ticket. */
export type Item = {
  /** What it is, in lower case: `issue`, `pull request`. */
  kind: string;
  /** Its number or key: `12`, `ABC-3`. */
  id?: string;
  title: string;
  url: string;
};

/** Returns the name of an item: `issue #12 Title`, `ABC-3 Title`. */
function itemName({ kind, id = '', title }: Item, shortKind = kind): string {
  const number = /^\d+$/.test(id) ? `#${id}` : id;
  return [/[A-Za-z]/.test(number) ? '' : shortKind, number, title.slice(0, 500)]
    .filter((part) => part.trim() !== '')
    .join(' ');
}

export const itemLink = (item: Item): string => link(itemName(item), item.url);

/** Returns the topic of an item: `project / issue #12 Title`. The kind of pull and merge requests is written short. */
export function itemTopic(place: string, item: Item): string {
  const short: Record<string, string> = { 'pull request': 'PR', 'merge request': 'MR' };
  return topicOf('Activity', place, itemName(item, short[item.kind] ?? item.kind));
}

export type ItemEvent = {
  actor: string;
  /** What happened to the item, as a verb before its name: `opened`. */
  verb: string;
  item: Item;
  /** What stands after the name: `to main`. */
  rest?: string;
  /** The project or repository, for the topic. */
  place: string;
  /** Description or comment, in Markdown of the tool. */
  body?: string;
  /** Markdown between title and body: facts and changes. */
  details?: string;
};

/** Returns the message about an event of an item. */
export function itemMessage({
  actor,
  verb,
  item,
  rest = '',
  place,
  body = '',
  details = '',
}: ItemEvent): Message {
  const quoted = quote(body);
  const title = sentence(
    `${who(actor)} ${verb} ${itemLink(item)} ${rest}`,
    quoted === '' || details !== '' ? '.' : ':',
  );
  return { topic: itemTopic(place, item), content: paragraphs(title, details, quoted) };
}

/** Returns a message that somebody commented. `verb` stands before the link to the comment. */
export function commentMessage(
  event: Omit<ItemEvent, 'details'> & { commentUrl: string; word?: string },
): Message {
  const { actor, verb, item, place, commentUrl, word = 'comment', body = '' } = event;
  const quoted = quote(body);
  const title = `${who(actor)} ${plain(verb)} a ${link(word, commentUrl === '' ? item.url : commentUrl)} on ${itemLink(item)}`;
  return {
    topic: itemTopic(place, item),
    content: paragraphs(sentence(title, quoted === '' ? '.' : ':'), quoted),
  };
}
