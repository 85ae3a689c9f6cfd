import { createSignal, For, type JSX, Show } from 'solid-js';
import { t } from '../i18n/index.ts';
import { wasSessionEnded } from '../model/session/ended-session.ts';
import { client } from '../model/session/page-session.ts';
import { createSubmission } from '../model/submission.ts';
import {
  AccountCard,
  AccountForm,
  Field,
  type ServerSettings,
  useServerSettings,
} from '../sign-in/parts.tsx';
import { type PendingSignIn, pendingOf } from '../sign-in/pending.ts';
import { ProviderButtons } from '../sign-in/provider-buttons.tsx';
import { si } from '../sign-in/texts.ts';

type DemoLogins = {
  readonly organization: string;
  readonly password: string;
  readonly people: readonly { email: string; name: string }[];
};

/** Returns the demo accounts of development servers; others offer none. */
function demoLogins(settings: ServerSettings | undefined): DemoLogins | undefined {
  const text = document.querySelector<HTMLMetaElement>('meta[name="parley-demo-logins"]')?.content;
  const logins: DemoLogins | undefined = text ? JSON.parse(text) : undefined;
  return logins && settings?.realm_name === logins.organization ? logins : undefined;
}

async function signInWithPasskey(): Promise<void> {
  const { signInWithPasskey: run } = await import('../second-factor/passkey-sign-in.ts');
  await run();
}

type SignInProps = {
  onSignedIn: () => void;
  /** Called when the sign-in still requires a second factor. */
  onPending: (pending: PendingSignIn) => void;
  children?: JSX.Element;
};

/** Signs in with a password, and says what is still required. Call it inside a component. */
function createSignIn(props: SignInProps) {
  const submission = createSubmission();
  async function signIn(address: string, secret: string): Promise<void> {
    let pending: PendingSignIn | undefined;
    const isDone = await submission.run(async () => {
      await client.signIn(address, secret).catch((error: unknown) => {
        pending = pendingOf(error);
        if (!pending) throw error;
      });
    });
    if (pending) props.onPending(pending);
    else if (isDone) props.onSignedIn();
    else document.querySelector<HTMLInputElement>('#password')?.select();
  }
  return { submission, signIn };
}

type SigningIn = ReturnType<typeof createSignIn>;

/** Renders the page for people who are not signed in. */
export function SignIn(props: SignInProps) {
  const settings = useServerSettings();
  const signingIn = createSignIn(props);
  const { submission, signIn } = signingIn;
  document.title = si('signInTitle');

  return (
    <AccountCard title={si('logInTo', { name: settings()?.realm_name ?? 'Parley' })} settings={settings()}>
      <Show when={wasSessionEnded()}>
        <p class="notice" role="status">
          {si('sessionEnded')}
        </p>
      </Show>
      <Show when={settings()?.authentication_methods.password ?? true}>
        <PasswordForm signingIn={signingIn} settings={settings()} />
      </Show>
      <Show when={settings()?.authentication_methods.email ?? true}>
        <a href="/reset-password">{si('forgotPassword')}</a>
        <Show when={typeof PublicKeyCredential === 'function'}>
          <button
            type="button"
            class="button"
            disabled={submission.isBusy()}
            onClick={() =>
              void submission.run(signInWithPasskey).then((isDone) => isDone && props.onSignedIn())
            }
          >
            {si('signInWithPasskey')}
          </button>
        </Show>
      </Show>
      <ProviderButtons settings={settings()} />
      <Show when={demoLogins(settings())}>
        {(logins) => <DemoLogins logins={logins()} isBusy={submission.isBusy()} signIn={signIn} />}
      </Show>
      {props.children}
    </AccountCard>
  );
}

function PasswordForm(props: { signingIn: SigningIn; settings: ServerSettings | undefined }) {
  const { submission, signIn } = props.signingIn;
  const [email, setEmail] = createSignal('');
  const [password, setPassword] = createSignal('');
  return (
    <AccountForm
      submission={submission}
      button={si('logIn')}
      onSubmit={() => void signIn(email().trim(), password())}
    >
      {/* With an LDAP directory, people may sign in with a user name instead of a mail address. */}
      <Field
        label={si('email')}
        type={props.settings?.authentication_methods.ldap ? 'text' : 'email'}
        autocomplete="username"
        value={email()}
        onChange={setEmail}
      />
      <Field
        label={t('password')}
        id="password"
        type="password"
        autocomplete="current-password"
        value={password()}
        onChange={setPassword}
      />
    </AccountForm>
  );
}

function DemoLogins(props: { logins: DemoLogins; isBusy: boolean; signIn: SigningIn['signIn'] }) {
  return (
    <section class="demo-logins" aria-labelledby="demo-logins">
      <h2 id="demo-logins">{si('demoLogins')}</h2>
      <ul>
        <For each={props.logins.people}>
          {(person) => (
            <li>
              <button
                type="button"
                class="button"
                disabled={props.isBusy}
                onClick={() => void props.signIn(person.email, props.logins.password)}
              >
                {person.name}
              </button>
            </li>
          )}
        </For>
      </ul>
    </section>
  );
}
