import { createSignal, lazy, Match, onCleanup, Show, Suspense, Switch } from 'solid-js';
import { uploadsOf } from './compose/attaching/uploads.ts';
import { t } from './i18n/index.ts';
import { applyPreferences } from './model/appearance/preferences.ts';
import { keepDraftsSynced } from './model/drafts/drafts.ts';
import { keepOutbox } from './model/drafts/outbox-keeper.ts';
import { startWithMessages } from './model/loading/first-messages.ts';
import { createParley, type Parley, type ParleyOptions, ParleyProvider, useParley } from './model/parley.tsx';
import { useValue, useWatched } from './model/reactive.ts';
import { CannotConnect } from './ui/cannot-connect.tsx';
import { Workspace } from './workspace.tsx';

const ConfirmationDialog = lazy(() => import('./second-factor/confirmation-dialog.tsx'));
/** Without its code, for example offline, nothing new is saved. */
const KeepReadable = lazy(() =>
  import('./offline/keep-readable.ts').catch(() => ({ default: () => undefined })),
);
const OfflineView = lazy(() => import('./offline/offline-view.tsx'));
const Welcome = lazy(() => import('./first-run/welcome.tsx'));

/**
 * Renders the client of one account. A page can show several, each in its own element.
 * @param props.onEnded called when the session ended outside of this client. Drafts and the address stay, so that the same account can
 * continue after it signs in
 */
export function Session(props: ParleyOptions & { onEnded: () => void }) {
  const parley = createParley({
    client: props.client,
    router: props.router,
    device: props.device,
    root: props.root,
    ownsPage: props.ownsPage,
    mayHaveSession: () => props.mayHaveSession(),
    onSignedOut() {
      void parley.device.forgetEverything();
      props.onSignedOut();
    },
  });
  parley.root.dataset.client = '';
  onCleanup(() => uploadsOf(parley).cancelAll());
  if (parley.ownsPage) watchOtherTabs(parley);
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
    if (connection.state.get().phase === 'signed-out') props.onEnded();
  });
  const [isPreviewed, setPreviewed] = createSignal(false);
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

/** Tells other tabs when the session ends in this one, and checks the session when another tab reports that. */
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
  parley.device.openFor(parley.store.people.selfId);
  if (parley.ownsPage) applyPreferences();
  return (
    <>
      <Show when={isLoaded()}>
        <Keepers />
      </Show>
      <Show when={parley.router.route().view === 'welcome' && isLoaded()} fallback={<Workspace />}>
        <Suspense fallback={<Loading />}>
          <Welcome />
        </Suspense>
      </Show>
      <Show when={parley.client.confirmation()} keyed>
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
  return (
    <Suspense>
      <KeepReadable />
    </Suspense>
  );
}

/** Renders what is shown until a client can be drawn. */
export function Loading() {
  return (
    <main class="loading" aria-busy="true" aria-label={t('loading')}>
      <div class="skeleton" />
      <div class="skeleton" />
      <div class="skeleton" />
    </main>
  );
}
