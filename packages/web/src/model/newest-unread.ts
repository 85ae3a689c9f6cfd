/** The newest unread message of each conversation, for lists that show its text. */
import type { Message, Store } from '@parley/client';
import { type Accessor, createEffect, createSignal, onCleanup } from 'solid-js';
import { textOf } from '../messages/announce.tsx';
import { userName } from './names.ts';
import type { Parley } from './parley.tsx';

/** The list itself is shown first: its texts follow. */
const delayMs = 250;
const maxIds = 200;

/**
 * Reads messages by their IDs, those that the store does not have. Returns a lookup that changes when they arrive.
 * Messages that cannot be read are left out: the list shows their conversations without them.
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

/** Characters of a message that one line shows at most. */
const longestPreview = 160;

/** Returns the beginning of a message for one line, after the sender where the conversation has several. */
export function previewOf(
  { content, sender_id: sender, display_recipient: recipient }: Message,
  store: Store,
): string {
  const text = textOf(withoutHidden(content)).slice(0, longestPreview);
  const hasOneSender =
    typeof recipient !== 'string' && recipient.length <= 2 && sender !== store.people.selfId;
  return hasOneSender ? text : `${userName(store, sender)}: ${text}`;
}

/** Removes what a spoiler hides, the source of formulas, and the commands of polls and to-do lists. */
const withoutHidden = (html: string): string =>
  html
    .replaceAll(/<div class="spoiler-content"[\s\S]*$/g, '')
    .replaceAll(/<annotation[\s\S]*?<\/annotation>/g, '')
    .replace(/^\s*<p>\/(?:poll|todo|me)\s+/, '<p>');
