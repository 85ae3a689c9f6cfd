import { createSignal, lazy, Match, onCleanup, Show, Suspense, Switch } from 'solid-js';
import { parseAccountAddress } from './account/address.ts';
import { uploadsOf } from './compose/uploads.ts';
import { t } from './i18n/index.ts';
import { loadedLater } from './lib/loadable.ts';
import { confirmation } from './model/confirmation.ts';
import { keepDraftsSynced } from './model/drafts.ts';
import { setSessionEnded } from './model/ended-session.ts';
import { forgetEverything, openLocalStore } from './model/local-store.ts';
import { followNames } from './model/names.ts';
import { keepOutbox } from './model/outbox-keeper.ts';
import {
  createParley,
  dropSession,
  mayHaveSession,
  type Parley,
  ParleyProvider,
  useParley,
} from './model/parley.tsx';
import { applyPreferences } from './model/preferences.ts';
import { startWithMessages } from './model/preview.ts';
import { useValue, useWatched } from './model/reactive.ts';
import { unsubscribeFromPush } from './model/web-push.ts';
import { keepReadable } from './offline/keep-readable.ts';
import { route, setOwnId } from './router/router.ts';
import { type PendingSignIn, pendingInFragment } from './sign-in/pending.ts';
import { CannotConnect } from './ui/cannot-connect.tsx';
import { Workspace } from './workspace.tsx';

const SignInStep = lazy(() => import('./second-factor/sign-in-step.tsx'));
const ConfirmationDialog = lazy(() => import('./second-factor/confirmation-dialog.tsx'));
const AccountPages = lazy(() => import('./account/account-pages.tsx'));
const OfflineView = lazy(() => import('./offline/offline-view.tsx'));
const Welcome = lazy(() => import('./first-run/welcome.tsx'));
/** No lazy component: below `Suspense`, the sign-in page would wait for the server's settings. */
const visitor = loadedLater(() => import('./first-run/visitor.tsx'));

/** Renders the root of the page: a page that a mail links to, the sign-in page, or the signed-in client. */
export function App() {
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
  return (
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
        <Session onSignedOut={() => setSignedIn(false)} />
      </Match>
    </Switch>
  );
}

function Session(props: { onSignedOut: () => void }) {
  const leave = () => {
    dropSession();
    void unsubscribeFromPush(undefined);
    props.onSignedOut();
  };
  const parley = createParley(() => {
    void forgetEverything();
    history.replaceState(null, '', location.pathname);
    setSessionEnded(false);
    leave();
  });
  onCleanup(() => uploadsOf(parley).cancelAll());
  watchOtherTabs(parley);
  const { connection, store } = parley;
  const state = useWatched(
    (listener) => connection.state.watch(listener),
    () => connection.state.get(),
  );
  const isLoaded = useWatched(
    (listener) => store.isLoaded.watch(listener),
    () => store.isLoaded.get(),
  );
  connection.state.watch(() => {
    if (connection.state.get().phase !== 'signed-out') return;
    // The session ended outside this tab. Drafts and the page's address stay, so that the same account can continue after it
    // signs in.
    setSessionEnded(true);
    leave();
  });
  const [isPreviewed, setPreviewed] = createSignal(false);
  followNames(store);
  void startWithMessages(parley).then(setPreviewed);
  return (
    <ParleyProvider value={parley}>
      <Switch fallback={<Loading />}>
        <Match when={isLoaded() || isPreviewed()}>
          <Signed />
        </Match>
        <Match when={state().phase === 'offline'}>
          <Suspense fallback={<Loading />}>
            <OfflineView />
          </Suspense>
        </Match>
        <Match when={state().phase === 'failed'}>
          <CannotConnect />
        </Match>
      </Switch>
    </ParleyProvider>
  );
}

/**
 * Informs the other tabs of this browser when the session ends in this tab, and checks the session when another tab reports its
 * end.
 */
function watchOtherTabs({ connection }: Parley): void {
  const channel = new BroadcastChannel('parley-session');
  channel.onmessage = () => connection.wake();
  onCleanup(() => {
    channel.postMessage('ended');
    channel.close();
  });
}

/** Renders the client of the signed-in account, and applies the account's local data and preferences. */
function Signed() {
  const parley = useParley();
  const isLoaded = useValue(parley.store.isLoaded);
  setOwnId(parley.store.people.selfId);
  openLocalStore(parley.store.people.selfId);
  applyPreferences();
  return (
    <>
      <Show when={isLoaded()}>
        <Keepers />
      </Show>
      <Show when={route().view === 'welcome' && isLoaded()} fallback={<Workspace />}>
        <Suspense fallback={<Loading />}>
          <Welcome />
        </Suspense>
      </Show>
      <Show when={confirmation()} keyed>
        {(asked) => (
          <Suspense>
            <ConfirmationDialog confirmation={asked} />
          </Suspense>
        )}
      </Show>
    </>
  );
}

/** Starts the background tasks that need the signed-in person's data. */
function Keepers() {
  const parley = useParley();
  keepOutbox(parley);
  keepDraftsSynced(parley);
  keepReadable(parley);
  return undefined;
}

function Loading() {
  return (
    <main class="loading" aria-busy="true" aria-label={t('loading')}>
      <div class="skeleton" />
      <div class="skeleton" />
      <div class="skeleton" />
    </main>
  );
}
