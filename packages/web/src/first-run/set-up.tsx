import { createSignal, onCleanup, onMount, Show } from 'solid-js';
import { t } from '../i18n/index.ts';
import { client } from '../model/page-session.ts';
import { createSubmission } from '../model/submission.ts';
import { useRouter } from '../router/context.ts';
import NewPasswordField from '../sign-in/new-password-field.tsx';
import { AccountCard, AccountForm, Field } from '../sign-in/parts.tsx';
import '../styles/first-run.css';
import { firstRunTexts, w } from './texts.ts';

await firstRunTexts.load();

/** Returns the setup secret of the page's address; empty without one. The server writes a link with the secret to its log. */
const secretInAddress = (): string => /^#setup\/([\w-]+)$/.exec(location.hash)?.[1] ?? '';

/** Returns whether people sign in without passwords, so that the owner chooses none. The server marks its pages. */
const hasPasswords = (): boolean =>
  document.querySelector('meta[name="parley-setup"][content="without password"]') === null;

/** Renders the form that creates the organization of an empty server and its first owner. */
export default function SetUp(props: { onSignedIn: () => void; onSignIn: () => void }) {
  const router = useRouter();
  const [given, setGiven] = createSignal(secretInAddress());
  const [secret, setSecret] = createSignal(given());
  // Pasting the link into the address bar of an open page loads nothing.
  const followAddress = () => {
    const pasted = secretInAddress();
    if (pasted === '') return;
    setGiven(pasted);
    setSecret(pasted);
  };
  addEventListener('hashchange', followAddress);
  onCleanup(() => removeEventListener('hashchange', followAddress));
  const [organization, setOrganization] = createSignal('');
  const [name, setName] = createSignal('');
  const [email, setEmail] = createSignal('');
  const [password, setPassword] = createSignal('');
  const submission = createSubmission();
  document.title = w('setUpTitle');
  onMount(() => document.querySelector<HTMLElement>('.sign-in input:not([readonly])')?.focus());

  async function create(): Promise<void> {
    const { timeZone: timezone } = Intl.DateTimeFormat().resolvedOptions();
    const isDone = await submission.run(() =>
      client.setUp({
        secret: secret().trim(),
        organization: organization().trim(),
        full_name: name().trim(),
        email: email().trim(),
        password: hasPasswords() ? password() : '',
        timezone,
      }),
    );
    if (!isDone) return;
    // The secret is used up and need not stay in the browser's history.
    history.replaceState(null, '', '/');
    // Replaces the history entry, so that the back button does not lead from the next step to an empty inbox.
    router.replace('#welcome/channels');
    props.onSignedIn();
  }

  return (
    <AccountCard title={w('setUpTitle')}>
      <p class="muted first-run-intro">
        {w('step', { step: 1 })} · {w('setUpIntro')}
      </p>
      <AccountForm
        submission={submission}
        button={submission.isBusy() ? w('creating') : w('createOrganization')}
        onSubmit={() => void create()}
      >
        <Show when={given() === ''}>
          <Field
            label={w('secret')}
            type="password"
            autocomplete="off"
            value={secret()}
            hint={w('secretHelp')}
            onChange={setSecret}
          />
        </Show>
        <Field
          label={w('organizationName')}
          type="text"
          autocomplete="organization"
          value={organization()}
          onChange={setOrganization}
        />
        <Field label={t('yourName')} type="text" autocomplete="name" value={name()} onChange={setName} />
        <Field label={t('email')} type="email" autocomplete="username" value={email()} onChange={setEmail} />
        <Show when={hasPasswords()} fallback={<p class="muted">{w('noPasswords')}</p>}>
          <NewPasswordField
            label={t('password')}
            known={[email(), name()]}
            value={password()}
            onChange={setPassword}
          />
        </Show>
      </AccountForm>
      <button type="button" class="link-button" onClick={() => props.onSignIn()}>
        {t('toSignIn')}
      </button>
    </AccountCard>
  );
}
