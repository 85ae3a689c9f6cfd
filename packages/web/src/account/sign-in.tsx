import { createSignal, For, Show } from 'solid-js';
import { t } from '../i18n/index.ts';
import { client } from '../model/parley.tsx';
import {
  AccountCard,
  AccountForm,
  createSubmission,
  Field,
  type ServerSettings,
  useServerSettings,
} from './parts.tsx';

type DemoLogins = {
  readonly organization: string;
  readonly password: string;
  readonly people: readonly { email: string; name: string }[];
};

/**
 * Returns the demo accounts that the server offers on this page. Only development servers with the demo organization
 * offer any.
 */
function demoLogins(settings: ServerSettings | undefined): DemoLogins | undefined {
  const text = document.querySelector<HTMLMetaElement>('meta[name="parley-demo-logins"]')?.content;
  const logins = text ? (JSON.parse(text) as DemoLogins) : undefined;
  return logins && settings?.realm_name === logins.organization ? logins : undefined;
}

/** The page for people who are not signed in. */
export function SignIn(props: { onSignedIn: () => void }) {
  const settings = useServerSettings();
  const [email, setEmail] = createSignal('');
  const [password, setPassword] = createSignal('');
  const submission = createSubmission();
  document.title = t('signInTitle');

  async function signIn(address: string, secret: string): Promise<void> {
    if (await submission.run(() => client.signIn(address, secret))) props.onSignedIn();
    else document.querySelector<HTMLInputElement>('#password')?.select();
  }

  return (
    <AccountCard title={t('logInTo', { name: settings()?.realm_name ?? 'Parley' })} settings={settings()}>
      <AccountForm
        submission={submission}
        button={t('logIn')}
        onSubmit={() => void signIn(email().trim(), password())}
      >
        <Field label={t('email')} type="email" autocomplete="username" value={email()} onChange={setEmail} />
        <Field
          label={t('password')}
          id="password"
          type="password"
          autocomplete="current-password"
          value={password()}
          onChange={setPassword}
        />
      </AccountForm>
      <a href="/reset-password">{t('forgotPassword')}</a>
      <Show when={demoLogins(settings())}>
        {(logins) => (
          <section class="demo-logins" aria-labelledby="demo-logins">
            <h2 id="demo-logins">{t('demoLogins')}</h2>
            <ul>
              <For each={logins().people}>
                {(person) => (
                  <li>
                    <button
                      type="button"
                      class="button"
                      disabled={submission.isBusy()}
                      onClick={() => void signIn(person.email, logins().password)}
                    >
                      {person.name}
                    </button>
                  </li>
                )}
              </For>
            </ul>
          </section>
        )}
      </Show>
    </AccountCard>
  );
}
