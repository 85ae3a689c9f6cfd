import { createEffect, createResource, createSignal, lazy, Match, Show, Suspense, Switch } from 'solid-js';
import { SignIn } from '../account/sign-in.tsx';
import { useRouter } from '../router/context.ts';
import { readServerSettings } from '../sign-in/parts.tsx';
import type { PendingSignIn } from '../sign-in/pending.ts';

const SetUp = lazy(() => import('./set-up.tsx'));
const PublicView = lazy(() => import('../public-view/public-view.tsx'));
const LookAround = lazy(() => import('../public-view/look-around.tsx'));

/** Returns whether the organization must still be created. The server marks its pages with a meta element in this case. */
const isSetUpOpen = (): boolean => document.querySelector('meta[name="parley-setup"]') !== null;

type VisitorProps = {
  onSignedIn: () => void;
  /** Called when the sign-in still requires a second factor. */
  onPending: (pending: PendingSignIn) => void;
};

/** Loads whether people without an account may read. Only pages of messages and of public channels wait for the answer. */
function useVisitorsAllowed(isWanted: () => boolean) {
  const [isAllowed] = createResource(isWanted, () =>
    readServerSettings().then(
      (settings) => settings.realm_web_public_access_enabled,
      () => false,
    ),
  );
  return isAllowed;
}

/** Renders the client for a person who is not signed in: the first run, public channels, or the sign-in. */
export default function Visitor(props: VisitorProps) {
  const { route } = useRouter();
  const isEmpty = isSetUpOpen();
  const [isSigningIn, setSigningIn] = createSignal(false);
  /** Whether the address leads to messages or to the list of public channels. */
  const isReading = () => route().view === 'messages' || route().view === 'public';
  // Following a link to a readable page closes the sign-in page.
  createEffect(() => {
    if (isReading()) setSigningIn(false);
  });
  const allowsVisitors = useVisitorsAllowed(() => !isEmpty);
  return (
    <Switch
      fallback={
        <SignIn onSignedIn={props.onSignedIn} onPending={props.onPending}>
          <Show when={allowsVisitors()}>
            <Suspense>
              <LookAround />
            </Suspense>
          </Show>
        </SignIn>
      }
    >
      <Match when={isEmpty}>
        <Suspense>
          <SetUp onSignedIn={props.onSignedIn} />
        </Suspense>
      </Match>
      <Match when={isReading() && !isSigningIn() && allowsVisitors.loading}>
        <main class="loading" aria-busy="true" />
      </Match>
      <Match when={isReading() && !isSigningIn() && allowsVisitors()}>
        <Suspense>
          <PublicView onSignIn={() => setSigningIn(true)} />
        </Suspense>
      </Match>
    </Switch>
  );
}
