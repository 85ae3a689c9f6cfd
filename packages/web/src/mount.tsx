import { createSignal, onCleanup, Show } from 'solid-js';
import { render } from 'solid-js/web';
import { LocalStore } from './model/local-store.ts';
import { ConfirmingClient } from './model/session/confirmation.ts';
import { followLinks, ownBar } from './router/address-bar.ts';
import { RouterProvider } from './router/context.ts';
import { Router } from './router/router.ts';
import { Session } from './session.tsx';

/** Whose client is shown, and at which view it begins. */
export type Account = {
  readonly email: string;
  readonly apiKey: string;
  /** Address of the view, such as `#inbox`. */
  readonly address?: string;
};

/**
 * Shows the client of an account in an element of a page of this server, which `preparePage` has prepared. It has an address, a history
 * and data of its own, so several can be shown side by side.
 * @returns a function that removes it
 */
export function mountClient(root: HTMLElement, account: Account): () => void {
  const { email, apiKey, address } = account;
  const client = new ConfirmingClient({
    url: location.origin,
    auth: { kind: 'key', email, apiKey },
    name: 'ParleyWeb',
  });
  return render(() => {
    const router = new Router(ownBar(address));
    const [isSignedIn, setSignedIn] = createSignal(true);
    onCleanup(followLinks(root, (hash) => router.go(hash)));
    const end = () => setSignedIn(false);
    return (
      <RouterProvider value={router}>
        <Show when={isSignedIn()}>
          <Session
            client={client}
            router={router}
            device={new LocalStore(`parley ${email}`)}
            root={root}
            ownsPage={false}
            mayHaveSession={isSignedIn}
            onSignedOut={end}
            onEnded={end}
          />
        </Show>
      </RouterProvider>
    );
  }, root);
}
