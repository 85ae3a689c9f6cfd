/** Global keyboard shortcuts, which users of Zulip know. */
import { type Place, placeOf } from '@parley/client';
import { onCleanup } from 'solid-js';
import { composeTo } from './compose/target.ts';
import { quote } from './messages/message-menu.ts';
import type { Selection } from './messages/selection.ts';
import { channelHref, placeHref } from './model/names.ts';
import type { Parley } from './model/parley.tsx';
import { channelOfNarrow, go, placeOfNarrow, route } from './router.ts';

let active: Selection | undefined;

/** Makes the shortcuts act on a list of messages. */
export const setActiveSelection = (selection: Selection | undefined): void => {
  active = selection;
};

type Context = { readonly parley: Parley; showShortcuts(): void };

/** Handles the shortcuts while the person is signed in. */
export function watchKeys(context: Context): void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return;
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
      event.preventDefault();
      focusSearch();
      return;
    }
    const target = event.target as HTMLElement;
    const isTyping =
      target.closest('input:not([type=checkbox]), textarea, select, [contenteditable]') !== null;
    const isInDialog = target.closest('[role="dialog"], [role="menu"]') !== null;
    if (isTyping || isInDialog || event.ctrlKey || event.metaKey || event.altKey) return;
    const act = actions[event.key];
    if (!act) return;
    if (act(context) !== false) event.preventDefault();
  };
  const onShortcuts = () => context.showShortcuts();
  addEventListener('keydown', onKeyDown);
  addEventListener('parley:shortcuts', onShortcuts);
  onCleanup(() => {
    removeEventListener('keydown', onKeyDown);
    removeEventListener('parley:shortcuts', onShortcuts);
  });
}

function focusSearch(): void {
  const boxes = [...document.querySelectorAll<HTMLInputElement>('[data-search]')];
  const visible = boxes.find((box) => box.offsetParent !== null);
  if (visible) visible.select();
  else go('#search');
}

/** Returns the place of the selected message, or the visible place. */
function presentPlace({ store }: Parley): Place | undefined {
  const id = active?.selectedId();
  const message = id === undefined ? undefined : store.messages.known.get(id);
  if (message) return placeOf(message, store.people.selfId);
  const here = route();
  return here.view === 'messages' ? placeOfNarrow(here.narrow) : undefined;
}

function selectedMessage({ store }: Parley) {
  const id = active?.selectedId();
  return id === undefined ? undefined : store.messages.known.get(id);
}

/** Goes to the next unread topic, or direct conversation. */
function toNextUnread(parley: Parley, kind: Place['kind']): void {
  const { store } = parley;
  const present = presentPlace(parley);
  const key = present && JSON.stringify(present);
  const unread = [...store.unread.places.values()]
    .filter(({ place }) => place.kind === kind && JSON.stringify(place) !== key)
    .filter(
      ({ place }) => place.kind === 'direct' || !store.channels.isTopicMuted(place.channelId, place.topic),
    )
    .sort((one, other) => other.newestId - one.newestId);
  const [next] = unread;
  go(next ? placeHref(store, next.place) : '#inbox');
}

const actions: Readonly<Record<string, (context: Context) => unknown>> = {
  '?': ({ showShortcuts }) => showShortcuts(),
  '/': focusSearch,
  j: () => (active ? active.move(1) : false),
  k: () => (active ? active.move(-1) : false),
  G: () => active?.last(),
  n: ({ parley }) => toNextUnread(parley, 'topic'),
  p: ({ parley }) => toNextUnread(parley, 'direct'),
  r: ({ parley }) => {
    const place = presentPlace(parley);
    composeTo(place ? { place } : {});
  },
  c: () => composeTo({ place: 'new-topic' }),
  x: () => composeTo({ place: 'new-direct' }),
  q: () => document.querySelector<HTMLElement>('#sidebar-filter')?.focus(),
  '>': ({ parley }) => {
    const message = selectedMessage(parley);
    if (!message) return false;
    void quote(parley, message);
  },
  e: () => (active?.run('edit') ? undefined : false),
  ':': () => (active?.run('react') ? undefined : false),
  '*': () => (active?.run('star') ? undefined : false),
  m: () => (active?.run('move') ? undefined : false),
  s: ({ parley }) => {
    const place = presentPlace(parley);
    if (place) go(placeHref(parley.store, place));
  },
  S: ({ parley }) => {
    const here = route();
    const place = presentPlace(parley);
    const channelId =
      place?.kind === 'topic'
        ? place.channelId
        : here.view === 'messages'
          ? channelOfNarrow(here.narrow)
          : undefined;
    if (channelId !== undefined) go(channelHref(parley.store, channelId));
  },
  a: () => go('#feed'),
  i: () => go('#inbox'),
  I: () => go('#inbox'),
  t: () => go('#recent'),
  d: () => go('#drafts'),
  End: () => active?.toEnd(),
  Escape: () => {
    const here = document.activeElement as HTMLElement | null;
    if (here && here !== document.body) {
      here.blur();
      return;
    }
    if (route().view !== 'inbox') go('#inbox');
  },
};
