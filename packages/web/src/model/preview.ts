/**
 * Reads the first page of messages before the client registers. In large organizations the registration takes seconds,
 * but readers want to see messages at once.
 */
import type { MessageList } from '@parley/client';
import { onCleanup } from 'solid-js';
import { pageSize } from '../messages/page-size.ts';
import { startAnchorOf } from '../messages/start-anchor.ts';
import { route } from '../router.ts';
import { afterFrame } from '../ui/after-frame.ts';
import type { Parley } from './parley.tsx';

/**
 * Milliseconds for which this module watches the list, so that the registration does not evict it. By then the view
 * itself watches it.
 */
const watchMs = 20_000;

/**
 * Maximum time in milliseconds for which the registration waits for the messages. If both requests were sent at the
 * same time, the messages would be answered later.
 */
const headStartMs = 800;

/** The page of messages that is read before the registration. */
let pending: { readonly list: MessageList; readonly done: Promise<void> } | undefined;

/** Resolves when the first page of a list has been read or has failed; undefined when it is not being read. */
export const previewOf = (list: MessageList): Promise<void> | undefined =>
  pending?.list === list ? pending.done : undefined;

/**
 * Starts the connection. Resolves to whether the view can be shown before the registration has been answered. It
 * resolves as early as possible, so that the view can be built while its messages are being read. Call it inside a
 * component.
 */
export async function startWithMessages(parley: Parley): Promise<boolean> {
  let isOver = false;
  const start = () => {
    // Later calls change nothing.
    if (!isOver) void parley.connection.start().catch(() => undefined);
  };
  onCleanup(() => {
    isOver = true;
  });
  const self = previewMessages(parley);
  setTimeout(start, self ? headStartMs : 0);
  // The messages are drawn first. In a hidden page there are no frames.
  void pending?.done.then(() => afterFrame(start));
  const isKnown = await self?.then(
    () => true,
    () => false,
  );
  return isKnown === true && !parley.store.isLoaded.get();
}

/**
 * Reads the messages that the address names, and the user's own account. Resolves when the account has been read.
 * Returns undefined when the address names no messages.
 */
function previewMessages({ connection }: Parley): Promise<void> | undefined {
  const here = route();
  if (here.view !== 'messages') return undefined;
  const list = connection.history.list(here.narrow);
  // The registration evicts lists without watchers. This one will be shown.
  setTimeout(
    list.watch(() => undefined),
    watchMs,
  );
  const { promise: until, resolve } = Promise.withResolvers<void>();
  const anchor = here.near ?? startAnchorOf(here.narrow);
  const page = connection.history.load(list, { anchor, before: pageSize, after: pageSize, until });
  const self = connection.preview();
  resolve(self);
  // The history does not wait for it when reading the messages has failed.
  until.catch(() => undefined);
  const done = page
    .then(
      (at) => {
        list.focusId = at;
      },
      // The view reads the messages again, and says why that fails.
      () => undefined,
    )
    .finally(() => {
      pending = undefined;
    });
  pending = { list, done };
  return self;
}
