/** Global keyboard shortcuts. They are the same as in Zulip's client. */
import { type Message, type Narrow, type Place, placeOf } from '@parley/client';
import { onCleanup } from 'solid-js';
import { typeIntoText } from '../compose/keep-in-text.ts';
import { activeSelection, editLast } from '../messages/active-selection.ts';
import { quote } from '../messages/message-menu.ts';
import type { MessageCommand, Selection } from '../messages/selection.ts';
import { markRead, toggleMutedTopic, topicPolicies } from '../model/actions.ts';
import { hasKeys } from '../model/device/has-keys.ts';
import type { ComposeRequest } from '../model/drafts/compose-target.ts';
import { channelHref, placeHref } from '../model/names.ts';
import { isPaletteKey } from '../model/navigation/global-dialog.ts';
import { homeHref } from '../model/navigation/home-view.ts';
import { openChannel } from '../model/navigation/open-channel.ts';
import { pauseOrResume } from '../model/notifications/pause.ts';
import type { Parley } from '../model/parley.tsx';
import { mentionOf } from '../model/people/references.ts';
import { channelFolders } from '../model/sidebar-and-inbox/channel-folders.ts';
import { nextUnread } from '../model/sidebar-and-inbox/next-unread.ts';
import { isPageView } from '../router/page-address.ts';
import { channelOfNarrow, channelOfRoute, hrefOfRoute, placeOfNarrow } from '../router/router.ts';
import { focusSearch } from '../search/finder/open-search.ts';
import { panelsOf } from '../ui/panels.ts';
import { pressOnPointedRow } from '../ui/row-keys.ts';

/** Handles the shortcuts while the person is signed in. */
export function watchKeys(parley: Parley): void {
  hasKeys(parley);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || !hasKeys(parley)) return;
    if (isPaletteKey(event)) {
      event.preventDefault();
      if (parley.globalDialog.present() === undefined) focusSearch(parley);
      return;
    }
    const target = event.target as HTMLElement;
    const isTyping =
      target.closest('input:not([type=checkbox]), textarea, select, [contenteditable]') !== null;
    const isInDialog = target.closest('[role="dialog"], [role="menu"]') !== null;
    // Escape leaves a text field. A field that uses the key itself has already handled it.
    if (isTyping && !isInDialog && event.key === 'Escape') return target.blur();
    if (isTyping || isInDialog || event.ctrlKey || event.metaKey || event.altKey) return;
    // Buttons and links handle Enter themselves.
    if (event.key === 'Enter' && target.closest('a, button, [role="button"]')) return;
    if (typeIntoText(event)) return;
    if (pressOnPointedRow(parley, event)) return event.preventDefault();
    const act = actions[event.key];
    if (!act) return;
    if (act(parley) !== false) event.preventDefault();
  };
  addEventListener('keydown', onKeyDown);
  onCleanup(() => removeEventListener('keydown', onKeyDown));
}

/** Returns the place (topic or direct conversation) of the selected message, or else the visible one. */
function presentPlace(parley: Parley): Place | undefined {
  const message = selectedMessage(parley);
  if (message) return placeOf(message, parley.store.people.selfId);
  const here = parley.router.route();
  return here.view === 'messages' ? placeOfNarrow(here.narrow, parley.store.people.selfId) : undefined;
}

function selectedMessage(parley: Parley): Message | undefined {
  const { store } = parley;
  const id = activeSelection(parley)?.selectedId();
  return id === undefined ? undefined : store.messages.known.get(id);
}

/** Goes to the conversation that `nextUnread` returns, or to the inbox when there is none. */
function toNextUnread(parley: Parley, isWanted: (place: Place) => boolean): void {
  const next = nextUnread(parley.store, presentPlace(parley), isWanted);
  parley.router.go(next ? placeHref(parley.store, next) : '#inbox');
}

/** Goes to the channel after (1) or before (-1) the current one in the navigation. */
function toChannel(parley: Parley, by: 1 | -1): void {
  const { store } = parley;
  const ids = channelFolders(store).flatMap(({ channels }) => channels.map((each) => each.stream_id));
  const at = ids.indexOf(channelOfRoute(parley.router.route()) ?? -1);
  const next = ids[at < 0 ? 0 : (at + by + ids.length) % ids.length];
  if (next !== undefined) void openChannel(parley, next);
}

/** Returns what marking the whole view as read means: everything, a channel, or a conversation; undefined in other views. */
function readableNarrow({ router, store }: Parley): Narrow | undefined {
  const here = router.route();
  if (here.view === 'inbox' || here.view === 'recent') return [];
  const channelId = channelOfRoute(here);
  if (here.view === 'channel') return [{ operator: 'channel', operand: here.channelId }];
  if (here.view !== 'messages') return undefined;
  const isWhole = here.narrow.length <= 1 && (here.narrow.length === 0 || channelId !== undefined);
  return isWhole || placeOfNarrow(here.narrow, store.people.selfId) ? here.narrow : undefined;
}

/** Opens the compose box. Returns false on pages without one. */
const compose = (parley: Parley, request: ComposeRequest) =>
  isPageView(parley.router.route().view) ? false : parley.composing.ask(request);

/** Starts a reply in the conversation of the selected message, or else in the visible one. */
function reply(parley: Parley): unknown {
  const place = presentPlace(parley);
  return compose(parley, place ? { place } : {});
}

function openFirstImage(parley: Parley): false | undefined {
  const id = activeSelection(parley)?.selectedId();
  const inMessage = id === undefined ? '' : `[data-message-id="${id}"] `;
  const link =
    parley.root.querySelector<HTMLElement>(`${inMessage}.message_inline_image a`) ??
    parley.root.querySelector<HTMLElement>('.message_inline_image a');
  if (!link) return false;
  link.click();
}

/** Returns an action on the list in view. Without one, the key is left to the browser. */
const inList = (act: (list: Selection) => unknown) => (parley: Parley) => {
  const list = activeSelection(parley);
  return list ? act(list) : false;
};

const run = (name: MessageCommand) => inList((list) => list.run(name));

/** Actions of the shortcuts, by key. An action returns false to leave the key to the browser. */
const actions: Readonly<Record<string, (parley: Parley) => unknown>> = {
  '?': (parley) => parley.globalDialog.open('shortcuts'),
  '/': focusSearch,
  g: (parley) => panelsOf(parley).setMainMenuOpen(true),
  j: inList((list) => list.move(1)),
  k: inList((list) => list.move(-1)),
  Home: inList((list) => list.first()),
  G: inList((list) => list.last()),
  End: inList((list) => list.toEnd()),
  n: (parley) => toNextUnread(parley, ({ kind }) => kind === 'topic'),
  N: (parley) =>
    toNextUnread(
      parley,
      (place) =>
        place.kind === 'topic' &&
        parley.store.channels.policyOf(place.channelId, place.topic) === topicPolicies.followed,
    ),
  p: (parley) => toNextUnread(parley, ({ kind }) => kind === 'direct'),
  P: (parley) => parley.router.go('#narrow/is/dm'),
  A: (parley) => toChannel(parley, -1),
  D: (parley) => toChannel(parley, 1),
  r: reply,
  Enter: (parley) => (selectedMessage(parley) ? reply(parley) : false),
  R: (parley) => {
    const message = selectedMessage(parley);
    if (!message) return false;
    parley.composing.ask({ place: { kind: 'direct', userIds: [message.sender_id] } });
  },
  '@': (parley) => {
    const message = selectedMessage(parley);
    const place = presentPlace(parley);
    if (!message || !place) return false;
    parley.composing.ask({ place, insert: `${mentionOf(parley.store, message.sender_id)} ` });
  },
  c: (parley) => compose(parley, { place: 'new-topic' }),
  x: (parley) => compose(parley, { place: 'new-direct' }),
  q: (parley) => parley.root.querySelector<HTMLElement>('#sidebar-filter')?.focus(),
  w: (parley) => {
    panelsOf(parley).showPeople();
    parley.root.querySelector<HTMLElement>('#people-search')?.focus();
  },
  '>': (parley) => {
    const message = selectedMessage(parley);
    if (!message) return false;
    void quote(parley, message);
  },
  '<': run('forward'),
  e: run('edit'),
  ArrowLeft: editLast,
  ':': run('react'),
  '+': run('thumbs-up'),
  '*': run('star'),
  m: run('move'),
  u: run('sender'),
  U: run('mark-unread'),
  V: run('receipts'),
  H: run('history'),
  v: openFirstImage,
  M: (parley) => {
    const place = presentPlace(parley);
    if (place?.kind !== 'topic') return false;
    toggleMutedTopic(parley, place.channelId, place.topic);
  },
  s: (parley) => {
    const place = presentPlace(parley);
    if (place) parley.router.go(placeHref(parley.store, place));
  },
  S: (parley) => {
    const here = parley.router.route();
    const place = presentPlace(parley);
    const channelId =
      place?.kind === 'topic'
        ? place.channelId
        : here.view === 'messages'
          ? channelOfNarrow(here.narrow)
          : undefined;
    if (channelId !== undefined) parley.router.go(channelHref(parley.store, channelId));
  },
  z: (parley) => parley.toasts.undoNewest(),
  Z: pauseOrResume,
  E: (parley) => {
    const narrow = readableNarrow(parley);
    if (!narrow) return false;
    void markRead(parley, narrow);
  },
  a: (parley) => parley.router.go('#feed'),
  i: (parley) => {
    if (selectedMessage(parley)) activeSelection(parley)?.run('menu');
    else parley.router.go('#inbox');
  },
  I: (parley) => parley.router.go('#inbox'),
  t: (parley) => parley.router.go('#recent'),
  d: (parley) => parley.router.go('#drafts'),
  Escape: ({ store, router }) => {
    const here = document.activeElement as HTMLElement | null;
    if (here && here !== document.body) {
      here.blur();
      return;
    }
    const { view } = router.route();
    if (isPageView(view)) router.go(router.hrefBeforePages());
    else if (store.settings.get('web_escape_navigates_to_home_view') === false) return false;
    else if (hrefOfRoute(router.route()) !== homeHref(store)) router.go(homeHref(store));
  },
};
