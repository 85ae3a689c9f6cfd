import { type Client, Connection, type Store } from '@parley/client';
import { type Accessor, batch, createContext, createSignal, onCleanup, useContext } from 'solid-js';
import { nextFrame } from '../ui/after-frame.ts';
import { ConfirmingClient } from './confirmation.ts';
import { createEdits, type Edits } from './edits.ts';
import { unsubscribeFromPush } from './web-push.ts';

/** Objects that the parts of the signed-in client share. */
export type Parley = {
  readonly client: Client;
  readonly connection: Connection;
  readonly store: Store;
  /** Changes once a minute, for texts that depend on the time. */
  readonly minute: Accessor<number>;
  /** Messages that the person is editing. */
  readonly edits: Edits;
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
 * Returns whether the browser may have a session: the CSRF cookie, which scripts can read, exists together with the
 * session cookie.
 */
export const mayHaveSession = (): boolean => /(?:^|; )(?:__Host-)?parley_csrf=./.test(document.cookie);

/** Removes the session from this browser immediately, without waiting for the server. */
export function dropSession(): void {
  for (const cookie of ['parley_csrf=', '__Host-parley_csrf=; Secure']) {
    // biome-ignore lint/suspicious/noDocumentCookie: the other interface is missing in some browsers
    document.cookie = `${cookie}; Max-Age=0; Path=/; SameSite=Lax`;
  }
}

/** Creates what the screens of a session share. Its connection receives events after `connection.start()`. */
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
    async signOut() {
      await connection.stop();
      await unsubscribeFromPush(client);
      const { providerLogoutUrl } = await client.signOut();
      onSignedOut();
      if (providerLogoutUrl !== undefined) location.assign(providerLogoutUrl);
    },
  };
}
