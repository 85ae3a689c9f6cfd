import { createSignal, onCleanup, onMount, Show } from 'solid-js';
import { createTerms } from '../forms/fields.tsx';
import { t } from '../i18n/index.ts';
import { client } from '../model/session/page-session.ts';
import { createSubmission } from '../model/submission.ts';
import { useRouter } from '../router/context.ts';
import NewPasswordField from '../sign-in/new-password-field.tsx';
import { AccountCard, AccountForm, Field } from '../sign-in/parts.tsx';
import '../styles/first-run.css';
import { si } from '../sign-in/texts.ts';
import { firstRunTexts, w } from './texts.ts';

await firstRunTexts.load();

/** Returns the setup secret of the page's address; empty without one. The server writes a link with the secret to its log. */
const secretInAddress = (): string => /^#setup\/([\w-]+)$/.exec(location.hash)?.[1] ?? '';

/** Returns whether people sign in without passwords, so that the owner chooses none. The server marks its pages. */
const hasPasswords = (): boolean =>
  document.querySelector('meta[name="parley-setup"][content="without password"]') === null;

/** Returns the secret of the address, and what is entered as the secret. Call it inside a component. */
function createSecret() {
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
  return { given, secret, setSecret };
}

type SetUpProps = { onSignedIn: () => void };

/** Creates what the person enters, and the organization. Call it inside a component. */
function createSetUp(props: SetUpProps) {
  const router = useRouter();
  const secrets = createSecret();
  const [terms, set] = createTerms({ organization: '', name: '', email: '', password: '' });
  const submission = createSubmission();
  async function create(): Promise<void> {
    const { timeZone: timezone } = Intl.DateTimeFormat().resolvedOptions();
    const isDone = await submission.run(() =>
      client.setUp({
        secret: secrets.secret().trim(),
        organization: terms().organization.trim(),
        full_name: terms().name.trim(),
        email: terms().email.trim(),
        password: hasPasswords() ? terms().password : '',
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
  return { ...secrets, terms, set, submission, create };
}

/** Renders the form that creates the organization of an empty server and its first owner. */
export default function SetUp(props: SetUpProps) {
  const setUp = createSetUp(props);
  const { submission, create } = setUp;
  document.title = w('setUpTitle');
  onMount(() => document.querySelector<HTMLElement>('.sign-in input:not([readonly])')?.focus());

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
        <SetUpFields setUp={setUp} />
      </AccountForm>
    </AccountCard>
  );
}

function SetUpFields(props: { setUp: ReturnType<typeof createSetUp> }) {
  const { terms, set } = props.setUp;
  return (
    <>
      <SecretField setUp={props.setUp} />
      <Field
        label={w('organizationName')}
        type="text"
        autocomplete="organization"
        value={terms().organization}
        onChange={(organization) => set({ organization })}
      />
      <Field
        label={si('yourName')}
        type="text"
        autocomplete="name"
        value={terms().name}
        onChange={(name) => set({ name })}
      />
      <Field
        label={si('email')}
        type="email"
        autocomplete="username"
        value={terms().email}
        onChange={(email) => set({ email })}
      />
      <Show when={hasPasswords()} fallback={<p class="muted">{w('noPasswords')}</p>}>
        <NewPasswordField
          label={t('password')}
          known={[terms().email, terms().name]}
          value={terms().password}
          onChange={(password) => set({ password })}
        />
      </Show>
    </>
  );
}

/** Renders the field of the secret, if the address has none. */
function SecretField({ setUp: { given, secret, setSecret } }: { setUp: ReturnType<typeof createSetUp> }) {
  return (
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
  );
}
