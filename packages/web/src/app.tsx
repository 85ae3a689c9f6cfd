import { createSignal, Match, Show, Switch } from 'solid-js';
import { t } from './i18n/index.ts';
import { forgetEverything } from './model/local-store.ts';
import { client, createParley, dropSession, mayHaveSession, ParleyProvider } from './model/parley.tsx';
import { applyPreferences } from './model/preferences.ts';
import { useWatched } from './model/reactive.ts';
import { SignIn } from './sign-in.tsx';
import { Workspace } from './workspace.tsx';

/** The root component: the sign-in page, or the signed-in client. */
export function App() {
  const [isSignedIn, setSignedIn] = createSignal(mayHaveSession());
  return (
    <Show when={isSignedIn()} fallback={<SignIn client={client} onSignedIn={() => setSignedIn(true)} />}>
      <Session onSignedOut={() => setSignedIn(false)} />
    </Show>
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
    // The session ended elsewhere. A failed first registration only means that nobody is signed in.
    if (connection.state.get().phase === 'signed-out') leave();
  });
  void connection.start().catch(() => undefined);
  return (
    <ParleyProvider value={parley}>
      <Switch fallback={<Loading />}>
        <Match when={isLoaded()}>
          <Preferences />
          <Workspace />
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

function Preferences() {
  applyPreferences();
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
