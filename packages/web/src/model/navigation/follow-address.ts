/** Keeps the view and the address in the browser at the message and the conversation to which the address refers. */
import { ApiError, type MessageId, type Place, placeKey, placeOf } from '@parley/client';
import { type Accessor, createEffect, createMemo, createSignal, on, onCleanup } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { placeOfNarrow } from '../../router/router.ts';
import { placeHref } from '../names.ts';
import type { Parley } from '../parley.tsx';
import { useValue } from '../reactive.ts';
import { followMove } from '../topics/moved-topics.ts';
import { hrefAtMessage, hrefWithIds, type MessagesRoute, messageOfRoute } from './address-message.ts';

/** Where a message is. `gone`: it was deleted, or the person may not read it. `unknown`: the server could not be asked. */
type Whereabouts = Place | 'gone' | 'unknown';
type Located = {
  readonly route: MessagesRoute;
  readonly messageId: MessageId;
  readonly at: Whereabouts;
  /** Whether this answer has written the address before the channels were known, so without the channel's name. */
  readonly lacksName: boolean;
};

/** What is known of the message to which the present address refers. */
export type AddressState = {
  /** Whether the server is still asked where the message or topic is. Until then, an empty list means nothing. */
  readonly isLocating: Accessor<boolean>;
  /** Whether the message was deleted, or the person may not read it. */
  readonly isGone: Accessor<boolean>;
};

/**
 * Follows the present address. When its message or its whole topic is elsewhere, replaces the address by the present one. Replaces
 * names of channels by their IDs. Call it inside a component.
 */
export function followAddress(parley: Parley): AddressState {
  const { store } = parley;
  const isLoaded = useValue(store.isLoaded);
  const present = createMemo(() => {
    const shown = parley.router.route();
    return shown.view === 'messages' ? shown : undefined;
  });
  const [located, setLocated] = createSignal<Located>();
  createEffect(() => {
    const shown = present();
    const href = shown && isLoaded() ? hrefWithIds(store, parley.router.hash(), shown) : undefined;
    if (href !== undefined) parley.router.replace(href);
  });
  /** The answer that has replaced the address. It counts for the new address, too. */
  let last: Located | undefined;
  createEffect(
    on(present, (shown) => {
      const messageId = shown && messageOfRoute(shown);
      const before = last;
      last = undefined;
      if (!shown || messageId === undefined) return;
      if (before?.messageId === messageId) setLocated({ ...before, route: shown });
      else void follow(shown, messageId);
    }),
  );

  async function follow(shown: MessagesRoute, messageId: MessageId): Promise<void> {
    const at = await whereIs(parley, messageId);
    const imported = at === 'gone' ? await hrefOfImported(parley, messageId) : undefined;
    if (present() !== shown) return;
    if (imported !== undefined) return parley.router.replace(imported);
    const answer: Located = { route: shown, messageId, at, lacksName: false };
    const href = typeof at === 'string' ? hrefWithout(parley, shown, at) : hrefAtMessage(store, shown, at);
    if (href === undefined) {
      setLocated(answer);
      return;
    }
    if (typeof at !== 'string') last = { ...answer, lacksName: !isLoaded() };
    parley.router.replace(href);
  }
  createEffect(() => {
    const answer = located();
    if (!answer?.lacksName || !isLoaded() || answer.route !== present() || typeof answer.at === 'string')
      return;
    last = { ...answer, lacksName: false };
    parley.router.replace(placeHref(store, answer.at, answer.route.near));
  });

  const isSeekingMessage = () => {
    const shown = present();
    return shown !== undefined && messageOfRoute(shown) !== undefined && located()?.route !== shown;
  };
  const isSeekingTopic = followMovedTopic(parley, present, () => !isSeekingMessage());
  return {
    isLocating: () => isSeekingMessage() || isSeekingTopic(),
    isGone: () => located()?.at === 'gone' && located()?.route === present(),
  };
}

/** Returns the address to show instead of one that refers only to a message which is gone; undefined for other addresses. */
function hrefWithout(parley: Parley, { narrow }: MessagesRoute, at: 'gone' | 'unknown'): string | undefined {
  if (at !== 'gone' || narrow.length !== 1 || narrow[0]?.operator !== 'with') return undefined;
  parley.toasts.show(t('messageGone'), { isError: true });
  return '#inbox';
}

async function whereIs({ store, client }: Parley, messageId: MessageId): Promise<Whereabouts> {
  const known = store.messages.known.get(messageId);
  if (known) return placeOf(known, store.people.selfId);
  try {
    const { message } = await client.call('get-message', {
      message_id: messageId,
      allow_empty_topic_name: true,
    });
    return placeOf(message, store.people.selfId);
  } catch (error) {
    return error instanceof ApiError && error.status === 400 ? 'gone' : 'unknown';
  }
}

/**
 * Returns the address of the message that had an ID at the server from which the organization has moved, so that old links lead on;
 * undefined without one.
 */
async function hrefOfImported({ client }: Parley, oldId: number): Promise<string | undefined> {
  try {
    const { message_id: id } = await client.call('find-imported-message', { source_id: String(oldId) });
    return id === null || id === oldId ? undefined : `#narrow/with/${id}`;
  } catch {
    return undefined;
  }
}

/**
 * Follows the topic of the present address if it has no messages, because all of them were moved. Returns whether the server is
 * being asked for such a topic.
 * @param mayAsk returns whether it is known that no message decides what the address shows
 */
function followMovedTopic(
  parley: Parley,
  present: Accessor<MessagesRoute | undefined>,
  mayAsk: () => boolean,
): Accessor<boolean> {
  const { store, connection } = parley;
  const isLoaded = useValue(store.isLoaded);
  const [sought, setSought] = createSignal<MessagesRoute>();
  const [asked, setAsked] = createSignal<MessagesRoute>();
  createEffect(() => {
    const shown = present();
    const place = shown && placeOfNarrow(shown.narrow, parley.store.people.selfId);
    // The empty topic always exists, so nobody expects its former messages elsewhere.
    if (!shown || place?.kind !== 'topic' || place.topic === '' || !isLoaded() || !mayAsk()) return;
    const list = connection.history.list(shown.narrow);
    const check = () => {
      const range = list.newestRange;
      const isEmpty = range?.from === 0 && range.ids.length === 0;
      if (!isEmpty || store.outbox.to(placeKey(place)).length > 0 || asked() === shown) return;
      setAsked(shown);
      setSought(shown);
      void findMovedTopic(parley, place).then((to) => {
        if (sought() === shown) setSought(undefined);
        if (to && present() === shown && list.newestRange?.ids.length === 0) followMove(parley, place, to);
      });
    };
    onCleanup(list.watch(check));
    check();
  });
  return () => sought() !== undefined && sought() === present();
}

/** Returns the topic to which all messages of a topic were moved; undefined if there is none, or it cannot be found out. */
async function findMovedTopic(
  { client, store }: Parley,
  { channelId, topic }: Place & { kind: 'topic' },
): Promise<Place | undefined> {
  try {
    const { moved_to: to } = await client.call('get-moved-topic', { stream_id: channelId, topic });
    if (!to || !store.channels.channels.has(to.stream_id)) return undefined;
    const place: Place = { kind: 'topic', channelId: to.stream_id, topic: to.topic };
    return placeKey(place) === placeKey({ kind: 'topic', channelId, topic }) ? undefined : place;
  } catch {
    // The view then says that the topic has no messages, which is true.
    return undefined;
  }
}
