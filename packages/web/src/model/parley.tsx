import { Connection, type Store } from '@parley/client';
import { isWebAddress } from '@parley/rules/links';
import {
  type Accessor,
  batch,
  createContext,
  createSignal,
  getOwner,
  onCleanup,
  runWithOwner,
  untrack,
  useContext,
} from 'solid-js';
import { Parts } from '../lib/parts.ts';
import { nextFrame } from '../lib/timing/after-frame.ts';
import type { Router } from '../router/router.ts';
import { ComposeRequests } from './drafts/compose-target.ts';
import { createEdits, type Edits } from './drafts/edits.ts';
import type { LocalStore } from './local-store.ts';
import { type ConversationDialogs, createConversationDialogs } from './navigation/conversation-dialog.ts';
import { GlobalDialogs } from './navigation/global-dialog.ts';
import { ScrollPositions } from './navigation/scroll-positions.ts';
import { Visits } from './navigation/visits.ts';
import { unsubscribeFromPush } from './notifications/web-push.ts';
import type { ConfirmingClient } from './session/confirmation.ts';
import { Toasts } from './toasts.ts';

/** Shared objects of the signed-in client. A page can have several clients, each with its own. */
export type Parley = {
  readonly client: ConfirmingClient;
  readonly connection: Connection;
  readonly store: Store;
  readonly router: Router;
  readonly device: LocalStore;
  /** The element in which this client is shown. */
  readonly root: HTMLElement;
  /** Whether the page is this client's: its title, its icon, its look, its keys, its service worker, and the desktop app around it. */
  readonly ownsPage: boolean;
  /** Changes once a minute. Texts that depend on the current time read it. */
  readonly minute: Accessor<number>;
  readonly toasts: Toasts;
  /** Edits of messages that the person has begun. */
  readonly edits: Edits;
  readonly dialogs: ConversationDialogs;
  readonly globalDialog: GlobalDialogs;
  readonly composing: ComposeRequests;
  readonly positions: ScrollPositions;
  /** What the person opens, and how often. */
  readonly visits: Visits;
  /** What features keep for this client ([parts.ts](parts.ts)). */
  readonly parts: Parts;
  /** Returns whether the server may still know who this is; false after a sign-out. */
  mayHaveSession(): boolean;
  signOut(): Promise<void>;
};

const context = createContext<Parley>();

export const ParleyProvider = context.Provider;

/** Returns the shared objects of the signed-in client. */
export function useParley(): Parley {
  const parley = useContext(context);
  if (!parley) throw new Error('Only the signed-in client has this.');
  return parley;
}

export type ParleyOptions = {
  readonly client: ConfirmingClient;
  readonly router: Router;
  readonly device: LocalStore;
  readonly root: HTMLElement;
  readonly ownsPage: boolean;
  mayHaveSession(): boolean;
  onSignedOut(): void;
};

/** Creates the shared objects of a session. The connection receives events only after `connection.start()`. Call it inside a component. */
export function createParley(options: ParleyOptions): Parley {
  const { client, router, device, root, ownsPage, mayHaveSession, onSignedOut } = options;
  const connection = new Connection(client, { beforePoll: nextFrame });
  connection.store.deliverWithin(batch);
  const [minute, setMinute] = createSignal(0);
  const timer = setInterval(() => setMinute((each) => each + 1), 60_000);
  onCleanup(() => {
    clearInterval(timer);
    void connection.stop();
  });
  const owner = getOwner();
  return {
    client,
    connection,
    store: connection.store,
    router,
    device,
    root,
    ownsPage,
    minute,
    toasts: new Toasts(),
    edits: createEdits(),
    dialogs: createConversationDialogs(),
    globalDialog: new GlobalDialogs(),
    composing: new ComposeRequests((href) => router.go(href)),
    positions: new ScrollPositions(router),
    visits: new Visits(),
    parts: new Parts((create) => untrack(() => runWithOwner(owner, create))),
    mayHaveSession,
    async signOut() {
      await connection.stop();
      if (ownsPage) await unsubscribeFromPush(client);
      const { providerLogoutUrl } = await client.signOut();
      onSignedOut();
      if (providerLogoutUrl !== undefined && isWebAddress(providerLogoutUrl))
        location.assign(providerLogoutUrl);
    },
  };
}
