/** Loads the newest unread message of conversations, for lists that show previews. */
import type { Message, Store } from '@parley/client';
import { type Accessor, createEffect, createSignal, onCleanup } from 'solid-js';
import { textOf } from '../messages/announce.tsx';
import { userName } from './names.ts';
import type { Parley } from './parley.tsx';

/** Delay before the messages are requested, in milliseconds. The list itself is drawn first. */
const delayMs = 250;
const maxIds = 200;

/**
 * Loads messages by ID, except those that the store has. Returns a reactive lookup function. It returns undefined for messages
 * that are still loading or cannot be read.
 */
export function useMessages(
  { client, store }: Parley,
  ids: Accessor<readonly number[]>,
): (id: number | undefined) => Message | undefined {
  const [read, setRead] = createSignal<ReadonlyMap<number, Message>>(new Map());
  const requested = new Set<number>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  onCleanup(() => clearTimeout(timer));
  createEffect(() => {
    const missing = ids()
      .filter((id) => !store.messages.known.has(id) && !requested.has(id))
      .slice(0, maxIds);
    if (missing.length === 0) return;
    clearTimeout(timer);
    timer = setTimeout(() => void load(missing), delayMs);
  });
  async function load(missing: readonly number[]): Promise<void> {
    for (const id of missing) requested.add(id);
    const call = client.call('get-messages', {
      message_ids: [...missing],
      client_gravatar: false,
      apply_markdown: true,
      allow_empty_topic_name: true,
    });
    const answer = await call.catch(() => undefined);
    if (!answer) return;
    const all = new Map(read());
    for (const message of answer.messages) all.set(message.id, message);
    setRead(all);
  }
  return (id) => (id === undefined ? undefined : (store.messages.known.get(id) ?? read().get(id)));
}

/** Maximum number of characters in a preview. */
const longestPreview = 160;

/**
 * Returns the beginning of a message as a one-line preview. The sender's name precedes it if the conversation may have several
 * senders.
 */
export function previewOf(
  { content, sender_id: sender, display_recipient: recipient }: Message,
  store: Store,
): string {
  const text = textOf(withoutHidden(content)).slice(0, longestPreview);
  const hasOneSender =
    typeof recipient !== 'string' && recipient.length <= 2 && sender !== store.people.selfId;
  return hasOneSender ? text : `${userName(store, sender)}: ${text}`;
}

/**
 * Removes everything from the first hidden text of a spoiler on, sources of formulas, and the commands of polls, to-do lists and
 * `/me`.
 */
const withoutHidden = (html: string): string =>
  html
    .replaceAll(/<div class="spoiler-content"[\s\S]*$/g, '')
    .replaceAll(/<annotation[\s\S]*?<\/annotation>/g, '')
    .replace(/^\s*<p>\/(?:poll|todo|me)\s+/, '<p>');
