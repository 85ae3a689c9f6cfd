/** Messages before the registration: in large organizations it takes seconds, and readers wait for messages. */
import { onCleanup } from 'solid-js';
import { pageSize } from '../messages/page-size.ts';
import { route } from '../router.ts';
import { afterFrame } from '../ui/after-frame.ts';
import type { Parley } from './parley.tsx';

/** Milliseconds after which the view watches the list itself. */
const untilViewMs = 20_000;

/** Milliseconds that the registration waits at most for the messages: the server would answer both later. */
const headStartMs = 300;

/**
 * Starts the connection. Resolves to whether messages can be shown before the registration is here, as soon as they can.
 * Call it inside a component.
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
  const preview = previewMessages(parley);
  setTimeout(start, preview ? headStartMs : 0);
  const isShown = await preview?.catch(() => false);
  // The messages are drawn first. In a hidden page there are no frames.
  afterFrame(start);
  return isShown ?? false;
}

/** Reads the messages that the address names, and the own account. Undefined when the address names none. */
function previewMessages({ connection, store }: Parley): Promise<boolean> | undefined {
  const here = route();
  if (here.view !== 'messages') return undefined;
  const list = connection.history.list(here.narrow);
  // The registration evicts lists without watchers. This one will be shown.
  setTimeout(
    list.watch(() => undefined),
    untilViewMs,
  );
  const { promise: until, resolve } = Promise.withResolvers<void>();
  const anchor = here.near ?? 'first_unread';
  const page = connection.history.load(list, { anchor, before: pageSize, after: pageSize, until });
  const self = connection.preview();
  resolve(self);
  return Promise.all([page, self]).then(([at]) => {
    list.focusId = at;
    return !store.isLoaded.get();
  });
}
