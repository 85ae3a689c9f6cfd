/** Saves the conversations that the person reads on this device, so that they can be read offline. */
import { type MessageList, type Place, placeKey } from '@parley/client';
import { createEffect, onCleanup } from 'solid-js';
import { whenIdle } from '../lib/timing/idle.ts';
import { placeName } from '../model/names.ts';
import { type Parley, useParley } from '../model/parley.tsx';
import { placeOfNarrow } from '../router/router.ts';
import {
  keysToRemove,
  maxConversations,
  messagesToSave,
  withContent,
  withoutMessages,
} from './saved-conversations.ts';

/** Delay in milliseconds between a change and saving the conversation. */
const delayMs = 2_000;

/** Saves each conversation that the person opens. Shows nothing. Its code is loaded after the first messages are shown. */
export default function KeepReadable(): undefined {
  const parley = useParley();
  const { connection } = parley;
  createEffect(() => {
    const present = parley.router.route();
    const place =
      present.view === 'messages' ? placeOfNarrow(present.narrow, parley.store.people.selfId) : undefined;
    if (!place || present.view !== 'messages') return;
    const list = connection.history.list(present.narrow);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        whenIdle(() => void save(parley, place, list));
      }, delayMs);
    };
    later();
    onCleanup(list.watch(later));
    onCleanup(() => clearTimeout(timer));
  });
  onCleanup(connection.onEvent((event) => void follow(parley, event)));
  whenIdle(() => void removeOld(parley));
}

async function save(parley: Parley, place: Place, list: MessageList): Promise<void> {
  const { store } = parley;
  const ids = list.newestRange?.ids ?? [];
  const messages = ids.flatMap((id) => {
    const message = store.messages.known.get(id);
    if (!message) return [];
    const { sender_id: senderId, sender_full_name: senderName, content: html, timestamp } = message;
    return [{ id, senderId, senderName, html, timestamp }];
  });
  if (messages.length === 0) return;
  const key = placeKey(place);
  const name = placeName(store, place);
  await parley.device.writeConversation(key, {
    key,
    place,
    name,
    readAt: Date.now(),
    messages: messagesToSave(messages),
  });
  // Finding old conversations reads all of them, which is slow. So it runs only after several new conversations.
  if ((await parley.device.countConversations()) > maxConversations) await removeOld(parley);
}

async function removeOld({ device }: Parley): Promise<void> {
  for (const key of keysToRemove(await device.readConversations(), Date.now()))
    await device.writeConversation(key, undefined);
}

type Event = {
  readonly type: string;
  readonly message_ids?: readonly number[];
  readonly message_id?: number;
  readonly rendered_content?: string;
};

/** Applies an event that deletes or edits messages to the saved conversations. */
async function follow({ device }: Parley, event: unknown): Promise<void> {
  const { type, message_ids: ids, message_id: id, rendered_content: html } = event as Event;
  const isDeletion = type === 'delete_message';
  const isEdit = type === 'update_message' && id !== undefined && html !== undefined;
  if (!isDeletion && !isEdit) return;
  for (const conversation of await device.readConversations()) {
    const changed = isEdit
      ? withContent(conversation, id, html)
      : withoutMessages(conversation, ids ?? (id === undefined ? [] : [id]));
    if (changed !== conversation) await device.writeConversation(changed.key, changed);
  }
}
