import { type AnswerOf, ApiError, type Client } from '@parley/client';
import { createResource, createSignal, For, Show } from 'solid-js';
import { t } from './i18n/index.ts';
import { ownPicture } from './model/pictures.ts';

type DemoLogins = { readonly password: string; readonly people: readonly { email: string; name: string }[] };

/** Returns the logins that the server offers on this page. Only development servers with the demo offer any. */
function demoLogins(): DemoLogins | undefined {
  const text = document.querySelector<HTMLMetaElement>('meta[name="parley-demo-logins"]')?.content;
  return text ? (JSON.parse(text) as DemoLogins) : undefined;
}

/** The page for people who are not signed in. */
export function SignIn(props: { client: Client; onSignedIn: () => void }) {
  const [settings] = createResource(() => props.client.call('get-server-settings'));
  const [email, setEmail] = createSignal('');
  const [password, setPassword] = createSignal('');
  const [problem, setProblem] = createSignal<string>();
  const [isBusy, setBusy] = createSignal(false);
  const demo = demoLogins();
  document.title = t('signInTitle');

  async function signIn(address: string, secret: string): Promise<void> {
    setBusy(true);
    setProblem(undefined);
    try {
      await props.client.signIn(address, secret);
      props.onSignedIn();
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : t('cannotReachServer'));
      document.querySelector<HTMLInputElement>('#password')?.select();
    } finally {
      setBusy(false);
    }
  }

  return (
    <main class="sign-in">
      <div class="sign-in-card">
        <Organization settings={settings.error ? undefined : settings()} />
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void signIn(email().trim(), password());
          }}
        >
          <label class="field">
            <span class="label">{t('email')}</span>
            <input
              class="input"
              type="email"
              autocomplete="username"
              required
              value={email()}
              onInput={(event) => setEmail(event.currentTarget.value)}
            />
          </label>
          <label class="field">
            <span class="label">{t('password')}</span>
            <input
              class="input"
              id="password"
              type="password"
              autocomplete="current-password"
              required
              value={password()}
              onInput={(event) => setPassword(event.currentTarget.value)}
            />
          </label>
          <div role="alert">
            <Show when={problem()}>{(text) => <p class="notice is-error">{text()}</p>}</Show>
          </div>
          <button type="submit" class="button is-primary" disabled={isBusy()}>
            {t('logIn')}
          </button>
          <a href="/reset-password">{t('forgotPassword')}</a>
        </form>
        <Show when={demo}>
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
                        disabled={isBusy()}
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
      </div>
    </main>
  );
}

function Organization(props: { settings: AnswerOf<'get-server-settings'> | undefined }) {
  const name = () => props.settings?.realm_name ?? 'Parley';
  return (
    <header class="sign-in-head">
      <Show when={ownPicture(props.settings?.realm_icon)}>
        {(icon) => <img class="avatar is-large" src={icon()} alt="" />}
      </Show>
      <h1>{t('logInTo', { name: name() })}</h1>
    </header>
  );
}
