/** Pages that links in mails open: join, replace a forgotten password, confirm a mail address. */
import type { AnswerOf } from '@parley/client';
import { createResource, createSignal, type JSX, Match, Show, Switch } from 'solid-js';
import { t } from '../i18n/index.ts';
import { client } from '../model/session/page-session.ts';
import { createSubmission } from '../model/submission.ts';
import NewPasswordField from '../sign-in/new-password-field.tsx';
import { AccountCard, AccountForm, Field, useServerSettings } from '../sign-in/parts.tsx';
import { si } from '../sign-in/texts.ts';
import { ui } from '../ui/texts.ts';
import type { AccountAddress } from './address.ts';

type Props = { address: AccountAddress; onSignedIn: () => void; onDone: () => void };

export default function AccountPages(props: Props) {
  const token = () => ('token' in props.address ? props.address.token : '');
  return (
    <Switch>
      <Match when={props.address.page === 'join'}>
        <Join token={token()} onSignedIn={props.onSignedIn} onDone={props.onDone} />
      </Match>
      <Match when={props.address.page === 'forgotten-password'}>
        <ForgottenPassword onDone={props.onDone} />
      </Match>
      <Match when={props.address.page === 'new-password'}>
        <NewPassword token={token()} onDone={props.onDone} />
      </Match>
      <Match when={props.address.page === 'confirm-email'}>
        <ConfirmEmail token={token()} onDone={props.onDone} />
      </Match>
    </Switch>
  );
}

/** Renders a page with a text and a link to the sign-in. */
function Notice(props: { title: string; onDone: () => void; children: JSX.Element }) {
  const settings = useServerSettings();
  return (
    <AccountCard title={props.title} settings={settings()}>
      <p role="status">{props.children}</p>
      <ToSignIn onDone={props.onDone} />
    </AccountCard>
  );
}

function ToSignIn(props: { onDone: () => void }) {
  return (
    <a
      href="/"
      onClick={(event) => {
        event.preventDefault();
        props.onDone();
      }}
    >
      {si('toSignIn')}
    </a>
  );
}

type JoinProps = { token: string; onSignedIn: () => void; onDone: () => void };

function Join(props: JoinProps) {
  const [offer] = createResource(() => client.call('get-join-offer', { token: props.token }));
  const title = () => si('joinTitle', { name: offer.error ? 'Parley' : (offer()?.organization ?? 'Parley') });
  document.title = si('joinTitle', { name: 'Parley' });
  return (
    <Show
      when={!offer.error}
      fallback={
        <Notice title={title()} onDone={props.onDone}>
          {t('cannotReachServer')}
        </Notice>
      }
    >
      <Show when={offer()} fallback={<main class="loading" aria-busy="true" aria-label={t('loading')} />}>
        {(present) => <JoinStep {...props} offer={present()} title={title()} />}
      </Show>
    </Show>
  );
}

/** Renders what comes next: the address, the mail, or the account. */
function JoinStep(props: JoinProps & { offer: AnswerOf<'get-join-offer'>; title: string }) {
  const [isMailed, setMailed] = createSignal<string>();
  return (
    <Switch
      fallback={
        <AddressForm token={props.token} title={props.title} onMailed={setMailed} onDone={props.onDone} />
      }
    >
      <Match when={!props.offer.is_open}>
        <Notice title={props.title} onDone={props.onDone}>
          {si('invitationOver')}
        </Notice>
      </Match>
      <Match when={isMailed()}>
        {(email) => (
          <Notice title={si('checkMail')} onDone={props.onDone}>
            {si('mailedTo', { email: email() })}
          </Notice>
        )}
      </Match>
      <Match when={props.offer.email}>
        {(email) => (
          <AccountDetails
            token={props.token}
            title={props.title}
            email={email()}
            onSignedIn={props.onSignedIn}
          />
        )}
      </Match>
    </Switch>
  );
}

/** Asks for the address of a person who was not invited by mail. */
function AddressForm(props: {
  token: string;
  title: string;
  onMailed: (email: string) => void;
  onDone: () => void;
}) {
  const settings = useServerSettings();
  const [email, setEmail] = createSignal('');
  const submission = createSubmission();
  const send = async () => {
    const params = { token: props.token, email: email().trim() };
    if (await submission.run(() => client.call('confirm-address', params))) props.onMailed(params.email);
  };
  return (
    <AccountCard title={props.title} settings={settings()}>
      <p>{si('joinIntro')}</p>
      <AccountForm submission={submission} button={ui('continue')} onSubmit={() => void send()}>
        <Field label={si('email')} type="email" autocomplete="email" value={email()} onChange={setEmail} />
      </AccountForm>
      <ToSignIn onDone={props.onDone} />
    </AccountCard>
  );
}

function AccountDetails(props: { token: string; title: string; email: string; onSignedIn: () => void }) {
  const settings = useServerSettings();
  const [name, setName] = createSignal('');
  const [password, setPassword] = createSignal('');
  const submission = createSubmission();
  const join = async () => {
    const { timeZone: timezone } = Intl.DateTimeFormat().resolvedOptions();
    const params = { token: props.token, fullName: name().trim(), password: password(), timezone };
    if (await submission.run(() => client.join(params))) props.onSignedIn();
  };
  return (
    <AccountCard title={props.title} settings={settings()}>
      <AccountForm submission={submission} button={t('join')} onSubmit={() => void join()}>
        <Field label={si('email')} type="email" autocomplete="username" value={props.email} isFixed />
        <Field label={si('yourName')} type="text" autocomplete="name" value={name()} onChange={setName} />
        <NewPasswordField
          label={t('password')}
          known={[props.email, name()]}
          value={password()}
          onChange={setPassword}
        />
      </AccountForm>
    </AccountCard>
  );
}

/** Renders a page with a form. If `done` is set, the page shows its text instead of the form. */
function FormPage(props: {
  title: string;
  done: { title: string; text: string } | undefined;
  onDone: () => void;
  children: JSX.Element;
}) {
  const settings = useServerSettings();
  document.title = props.title;
  return (
    <Show
      when={props.done}
      fallback={
        <AccountCard title={props.title} settings={settings()}>
          {props.children}
        </AccountCard>
      }
    >
      {(done) => (
        <Notice title={done().title} onDone={props.onDone}>
          {done().text}
        </Notice>
      )}
    </Show>
  );
}

function ForgottenPassword(props: { onDone: () => void }) {
  const [email, setEmail] = createSignal('');
  const [isSent, setSent] = createSignal(false);
  const submission = createSubmission();
  const send = async () => {
    const call = () => client.call('request-password-reset', { email: email().trim() });
    if (await submission.run(call)) setSent(true);
  };
  const done = () =>
    isSent() ? { title: si('checkMail'), text: si('resetMailed', { email: email().trim() }) } : undefined;
  return (
    <FormPage title={si('resetTitle')} done={done()} onDone={props.onDone}>
      <p>{si('resetIntro')}</p>
      <AccountForm submission={submission} button={si('sendLink')} onSubmit={() => void send()}>
        <Field label={si('email')} type="email" autocomplete="email" value={email()} onChange={setEmail} />
      </AccountForm>
      <ToSignIn onDone={props.onDone} />
    </FormPage>
  );
}

function NewPassword(props: { token: string; onDone: () => void }) {
  const [password, setPassword] = createSignal('');
  const [isChanged, setChanged] = createSignal(false);
  const submission = createSubmission();
  const save = async () => {
    const call = () => client.call('reset-password', { token: props.token, password: password() });
    if (await submission.run(call)) setChanged(true);
  };
  const done = () =>
    isChanged() ? { title: si('passwordChanged'), text: si('passwordChangedMore') } : undefined;
  return (
    <FormPage title={si('resetTitle')} done={done()} onDone={props.onDone}>
      <AccountForm submission={submission} button={si('changePassword')} onSubmit={() => void save()}>
        <NewPasswordField label={si('newPassword')} known={[]} value={password()} onChange={setPassword} />
      </AccountForm>
      <ToSignIn onDone={props.onDone} />
    </FormPage>
  );
}

/** Confirms a new mail address with a button, because some mail programs open links by themselves. */
function ConfirmEmail(props: { token: string; onDone: () => void }) {
  const [email, setEmail] = createSignal<string>();
  const submission = createSubmission();
  const confirm = () =>
    submission.run(async () => {
      const answer = await client.call('confirm-email-change', { token: props.token });
      setEmail(answer.email);
    });
  const done = () => {
    const address = email();
    if (address === undefined) return undefined;
    return { title: si('emailChanged'), text: si('emailChangedMore', { email: address }) };
  };
  return (
    <FormPage title={si('confirmEmailTitle')} done={done()} onDone={props.onDone}>
      <AccountForm submission={submission} button={si('useAddress')} onSubmit={() => void confirm()}>
        <p>{si('confirmEmailIntro')}</p>
      </AccountForm>
    </FormPage>
  );
}
