import { createSignal, lazy, Match, Show, Suspense, Switch } from 'solid-js';
import { parseAccountAddress } from './account/address.ts';
import { loadedLater } from './lib/loadable.ts';
import { dropShared } from './model/device/shared.ts';
import { LocalStore } from './model/local-store.ts';
import { unsubscribeFromPush } from './model/notifications/web-push.ts';
import { setSessionEnded } from './model/session/ended-session.ts';
import { client, dropSession, mayHaveSession } from './model/session/page-session.ts';
import { browserBar } from './router/address-bar.ts';
import { RouterProvider } from './router/context.ts';
import { Router } from './router/router.ts';
import { Loading, Session } from './session.tsx';
import { type PendingSignIn, pendingInFragment } from './sign-in/pending.ts';
import { CannotConnect } from './ui/cannot-connect.tsx';

const SignInStep = lazy(() => import('./second-factor/sign-in-step.tsx'));
const AccountPages = lazy(() => import('./account/account-pages.tsx'));
/** No lazy component: below `Suspense`, the sign-in page would wait for the server's settings. */
const visitor = loadedLater(() => import('./first-run/visitor.tsx'));

/**
 * Renders the page: a page that a mail links to, the sign-in page, or the signed-in client.
 * @param props.root the element in which this is rendered
 */
export function App(props: { root: HTMLElement }) {
  const router = new Router(browserBar());
  const device = new LocalStore('parley');
  const [address, setAddress] = createSignal(parseAccountAddress(location.pathname));
  const [isSignedIn, setSignedIn] = createSignal(mayHaveSession());
  /** Whether the code of the sign-in could not be loaded. */
  const [hasFailed, setFailed] = createSignal(false);
  const [pending, setPending] = createSignal<PendingSignIn | undefined>(pendingInFragment(location.hash));
  // Removes the secret single-use token from the address bar.
  if (pending()) history.replaceState(null, '', '/');
  const leavePage = () => {
    // The secret token of the link was used, so it need not stay in the address bar.
    history.replaceState(null, '', '/');
    setAddress(undefined);
    setSignedIn(mayHaveSession());
  };
  const leave = () => {
    dropSession();
    void unsubscribeFromPush(undefined);
    setSignedIn(false);
  };
  return (
    <RouterProvider value={router}>
      <Switch
        fallback={
          <Show
            when={visitor(() => setFailed(true))}
            keyed
            fallback={
              <Show when={hasFailed()} fallback={<Loading />}>
                <CannotConnect />
              </Show>
            }
          >
            {(Visitor) => <Visitor onSignedIn={() => setSignedIn(true)} onPending={setPending} />}
          </Show>
        }
      >
        <Match when={pending()} keyed>
          {(present) => (
            <Suspense fallback={<Loading />}>
              <SignInStep
                pending={present}
                onSignedIn={() => {
                  setPending(undefined);
                  setSignedIn(true);
                }}
                onBack={() => setPending(undefined)}
              />
            </Suspense>
          )}
        </Match>
        <Match when={address()} keyed>
          {(present) => (
            <Suspense fallback={<Loading />}>
              <AccountPages address={present} onSignedIn={leavePage} onDone={leavePage} />
            </Suspense>
          )}
        </Match>
        <Match when={isSignedIn()}>
          <Session
            client={client}
            router={router}
            device={device}
            root={props.root}
            ownsPage
            mayHaveSession={mayHaveSession}
            onSignedOut={() => {
              void dropShared();
              router.clear();
              setSessionEnded(false);
              leave();
            }}
            onEnded={() => {
              setSessionEnded(true);
              leave();
            }}
          />
        </Match>
      </Switch>
    </RouterProvider>
  );
}
