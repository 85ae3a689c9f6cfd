/** Loads the newest unread message of conversations, for lists that show previews. */
import type { Message, Store } from '@parley/client';
import { type Accessor, createEffect, createMemo, createSignal, onCleanup } from 'solid-js';
import { textOf } from '../../html/text-of.ts';
import { PortionLoader } from '../loading/portion-loader.ts';
import { shortName } from '../names.ts';
import type { Parley } from '../parley.tsx';
import { useDerived } from '../reactive.ts';

/** Delay before the messages are requested, in milliseconds. The list itself is drawn first. */
const delayMs = 250;

/** Loads messages that the store lacks. The returned lookup is undefined for those that are loading or cannot be read. */
export function useMessages(
  { client, store }: Parley,
  ids: Accessor<readonly number[]>,
): (id: number | undefined) => Message | undefined {
  const [read, setRead] = createSignal<ReadonlyMap<number, Message>>(new Map());
  const wanted = createMemo(ids);
  const changes = useDerived([store.messages.known], () => ({}));
  // Other views load the same messages, too, and then nothing is requested here.
  const known = createMemo(
    () => {
      changes();
      return wanted().map((id) => store.messages.known.get(id));
    },
    [],
    { equals: (one, other) => one.length === other.length && one.every((each, at) => each === other[at]) },
  );
  const loader = new PortionLoader({
    isKnown: (id) => store.messages.known.has(id),
    async load(portion) {
      const { messages } = await client.call('get-messages', {
        message_ids: [...portion],
        client_gravatar: false,
        apply_markdown: true,
        allow_empty_topic_name: true,
      });
      setRead((all) => new Map([...all, ...messages.map((message) => [message.id, message] as const)]));
    },
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  onCleanup(() => {
    clearTimeout(timer);
    loader.stop();
  });
  createEffect(() => {
    const present = wanted();
    clearTimeout(timer);
    timer = setTimeout(() => void loader.load(present), delayMs);
  });
  return (id) => {
    known();
    return id === undefined ? undefined : (store.messages.known.get(id) ?? read().get(id));
  };
}

/** Maximum number of characters in a preview. */
const longestPreview = 160;

/** Returns the beginning of a message in one line, with the first name of its sender unless that is the other person of two. */
export function previewOf(
  { content, sender_id: sender, display_recipient: recipient }: Message,
  store: Store,
): string {
  const text = textOf(content).slice(0, longestPreview);
  const hasOneSender =
    typeof recipient !== 'string' && recipient.length <= 2 && sender !== store.people.selfId;
  return hasOneSender ? text : `${shortName(store, sender)}: ${text}`;
}
