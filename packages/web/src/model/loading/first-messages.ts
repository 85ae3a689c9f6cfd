/**
 * Loads the first page of messages before the client registers (requests its initial data). In large organizations the registration
 * takes seconds, but readers want to see messages immediately.
 */
import type { MessageList } from '@parley/client';
import { onCleanup } from 'solid-js';
import { afterFrame } from '../../lib/timing/after-frame.ts';
import { startAnchorOf } from '../navigation/start-anchor.ts';
import type { Parley } from '../parley.tsx';
import { part } from '../parts.ts';
import { pageSize } from './page-size.ts';

/** Milliseconds for which the list is watched, so that the registration does not evict it; then the view watches it. */
const watchMs = 20_000;

/** Most milliseconds for which the registration waits for the messages, which it would delay. */
const headStartMs = 800;

type Preview = { readonly list: MessageList; readonly done: Promise<void> };

/** The first messages of a list, while they are loaded before the registration of the event queue. */
const previews = part((): { pending: Preview | undefined } => ({ pending: undefined }));

/** Resolves when the first page of a list was loaded or has failed; undefined when it is not being loaded. */
export function previewOf(parley: Parley, list: MessageList): Promise<void> | undefined {
  const { pending } = previews(parley);
  return pending?.list === list ? pending.done : undefined;
}

/**
 * Starts the connection. Resolves to whether the view can be shown before the registration has been answered. It resolves
 * before the messages are loaded, so that the view can be built in the meantime. Call it inside a component.
 */
export async function startWithMessages(parley: Parley): Promise<boolean> {
  let isOver = false;
  const start = () => {
    // Calls after the first one have no effect, because the connection starts only once.
    if (!isOver) void parley.connection.start().catch(() => undefined);
  };
  onCleanup(() => {
    isOver = true;
  });
  const self = previewMessages(parley);
  setTimeout(start, self ? headStartMs : 0);
  // Draws the messages before the registration starts.
  void previews(parley).pending?.done.then(() => afterFrame(start));
  const isKnown = await self?.then(
    () => true,
    () => false,
  );
  return isKnown === true && !parley.store.isLoaded.get();
}

/**
 * Loads the messages that the page's address names, and the user's own account. Resolves when the account is loaded. Returns
 * undefined when the address names no messages.
 */
function previewMessages(parley: Parley): Promise<void> | undefined {
  const { connection, router } = parley;
  const here = router.route();
  if (here.view !== 'messages') return undefined;
  const list = connection.history.list(here.narrow);
  // Keeps the list: the registration evicts lists without watchers.
  setTimeout(
    list.watch(() => undefined),
    watchMs,
  );
  const { promise: until, resolve } = Promise.withResolvers<void>();
  const anchor = here.near ?? startAnchorOf(here.narrow);
  const page = connection.history.load(list, { anchor, before: pageSize, after: pageSize, until });
  const self = connection.preview();
  resolve(self);
  // Prevents an unhandled rejection in case that loading the messages fails before anything waits for `until`.
  until.catch(() => undefined);
  const done = page
    .then(
      (at) => {
        list.focusId = at;
      },
      // Ignores the failure: the view loads the messages again and shows an error.
      () => undefined,
    )
    .finally(() => {
      previews(parley).pending = undefined;
    });
  previews(parley).pending = { list, done };
  return self;
}
