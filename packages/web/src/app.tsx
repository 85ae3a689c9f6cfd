import { createSignal, lazy, Match, Show, Suspense, Switch } from 'solid-js';
import { parseAccountAddress } from './account/address.ts';
import { SignIn } from './account/sign-in.tsx';
import { keepDraftsSynced } from './compose/drafts.ts';
import { t } from './i18n/index.ts';
import { forgetEverything, openLocalStore } from './model/local-store.ts';
import { followNames } from './model/names.ts';
import { keepOutbox } from './model/outbox-keeper.ts';
import { createParley, dropSession, mayHaveSession, ParleyProvider, useParley } from './model/parley.tsx';
import { applyPreferences } from './model/preferences.ts';
import { startWithMessages } from './model/preview.ts';
import { useValue, useWatched } from './model/reactive.ts';
import { Workspace } from './workspace.tsx';

const AccountPages = lazy(() => import('./account/account-pages.tsx'));

/** The root component: a page that a mail links to, the sign-in page, or the signed-in client. */
export function App() {
  const [address, setAddress] = createSignal(parseAccountAddress(location.pathname));
  const [isSignedIn, setSignedIn] = createSignal(mayHaveSession());
  const leavePage = () => {
    // The token of a link is secret, and was used.
    history.replaceState(null, '', '/');
    setAddress(undefined);
    setSignedIn(mayHaveSession());
  };
  return (
    <Switch fallback={<SignIn onSignedIn={() => setSignedIn(true)} />}>
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
    void forgetEverything();
    history.replaceState(null, '', location.pathname);
    props.onSignedOut();
  };
  const parley = createParley(leave);
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
    // The session ended elsewhere. When the first registration fails, no one is signed in.
    if (connection.state.get().phase === 'signed-out') leave();
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
        <Match when={state().phase === 'failed' || state().phase === 'offline'}>
          <main class="empty">
            <h1>{t('cannotConnect')}</h1>
            <p>{t('cannotConnectMore')}</p>
            <button type="button" class="button is-primary" onClick={() => location.reload()}>
              {t('tryAgain')}
            </button>
          </main>
        </Match>
      </Switch>
    </ParleyProvider>
  );
}

/** Starts what needs the account of the signed-in person. */
function Signed() {
  const parley = useParley();
  const isLoaded = useValue(parley.store.isLoaded);
  openLocalStore(parley.store.people.selfId);
  applyPreferences();
  return (
    <>
      <Show when={isLoaded()}>
        <Keepers />
      </Show>
      <Workspace />
    </>
  );
}

/** Starts what needs the data of the signed-in person. */
function Keepers() {
  const parley = useParley();
  keepOutbox(parley);
  keepDraftsSynced(parley);
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
