import { type Client, Connection, type Store } from '@parley/client';
import { isWebAddress } from '@parley/rules/links';
import { type Accessor, batch, createContext, createSignal, onCleanup, useContext } from 'solid-js';
import { nextFrame } from '../lib/after-frame.ts';
import { ConfirmingClient } from './confirmation.ts';
import { type ConversationDialogs, createConversationDialogs } from './conversation-dialog.ts';
import { createEdits, type Edits } from './edits.ts';
import { Visits } from './visits.ts';
import { unsubscribeFromPush } from './web-push.ts';

/** Shared objects of the signed-in client. */
export type Parley = {
  readonly client: Client;
  readonly connection: Connection;
  readonly store: Store;
  /** Changes once a minute. Texts that depend on the current time read it. */
  readonly minute: Accessor<number>;
  /** Edits of messages that the person has begun. */
  readonly edits: Edits;
  readonly dialogs: ConversationDialogs;
  /** What the person opens, and how often. */
  readonly visits: Visits;
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

/** The page's client, authenticated by the browser's session cookie. */
export const client = new ConfirmingClient({
  url: location.origin,
  auth: { kind: 'session' },
  name: 'ParleyWeb',
});

/**
 * Returns whether the browser may have a session. Scripts cannot read the session cookie, so this checks the CSRF cookie, which
 * is set together with it.
 */
export const mayHaveSession = (): boolean => /(?:^|; )(?:__Host-)?parley_csrf=./.test(document.cookie);

/** Deletes this browser's CSRF cookie immediately, so that the session counts as ended without waiting for the server. */
export function dropSession(): void {
  for (const cookie of ['parley_csrf=', '__Host-parley_csrf=; Secure']) {
    // biome-ignore lint/suspicious/noDocumentCookie: the other interface is missing in some browsers
    document.cookie = `${cookie}; Max-Age=0; Path=/; SameSite=Lax`;
  }
}

/** Creates the shared objects of a session. The connection receives events only after `connection.start()`. */
export function createParley(onSignedOut: () => void): Parley {
  const connection = new Connection(client, { beforePoll: nextFrame });
  connection.store.deliverWithin(batch);
  const [minute, setMinute] = createSignal(0);
  const timer = setInterval(() => setMinute((each) => each + 1), 60_000);
  onCleanup(() => {
    clearInterval(timer);
    void connection.stop();
  });
  return {
    client,
    connection,
    store: connection.store,
    minute,
    edits: createEdits(),
    dialogs: createConversationDialogs(),
    visits: new Visits(),
    async signOut() {
      await connection.stop();
      await unsubscribeFromPush(client);
      const { providerLogoutUrl } = await client.signOut();
      onSignedOut();
      if (providerLogoutUrl !== undefined && isWebAddress(providerLogoutUrl))
        location.assign(providerLogoutUrl);
    },
  };
}
