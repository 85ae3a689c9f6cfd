import { createSignal, Show } from 'solid-js';
import { AfterPasswordDialog } from '../access/own-access.tsx';
import { CopyField } from '../forms/copy-field.tsx';
import { SettingGroup } from '../forms/setting.tsx';
import { directionOf } from '../i18n/direction.ts';
import { useParley } from '../model/parley.tsx';
import { useField, useIsAdministrator } from '../model/self.ts';
import { createSubmission } from '../model/submission.ts';
import { OwnExports } from '../person-data/person-exports.tsx';
import NewPasswordField from '../sign-in/new-password-field.tsx';
import { AccountForm, Field } from '../sign-in/parts.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { ApiKeys } from './api-keys.tsx';
import { SubjectSettings } from './setting.tsx';
import { s } from './texts.ts';

/** Renders the account settings: mail address, password, API keys, privacy, data exports, and deactivation. */
export default function AccountSection() {
  return (
    <>
      <Address />
      <Password />
      <ApiKey />
      <ApiKeys />
      <SubjectSettings subject="privacy" />
      <OwnExports />
      <Leave />
    </>
  );
}

function Address() {
  const { client } = useParley();
  const present = useField('delivery_email');
  const isFixed = useField('realm_email_changes_disabled');
  const isAdministrator = useIsAdministrator();
  const [email, setEmail] = createSignal('');
  const [mailed, setMailed] = createSignal<string>();
  const submission = createSubmission();
  const submit = async () => {
    const wanted = email().trim();
    if (await submission.run(() => client.call('update-settings', { email: wanted }))) {
      setMailed(wanted);
      setEmail('');
    }
  };
  return (
    <SettingGroup title={s('email')} help={s('emailHelp')}>
      <p>
        <strong dir={directionOf(present() ?? '')}>{present() ?? ''}</strong>
      </p>
      <Show when={!isFixed() || isAdministrator()} fallback={<p class="muted">{s('emailFixed')}</p>}>
        <div class="stack is-small">
          <AccountForm submission={submission} button={s('changeEmail')} onSubmit={() => void submit()}>
            <Field
              label={s('newEmail')}
              type="email"
              autocomplete="email"
              value={email()}
              onChange={setEmail}
            />
          </AccountForm>
        </div>
        <p role="status">
          <Show when={mailed()}>{(email) => <>{s('emailMailed', { email: email() })}</>}</Show>
        </p>
      </Show>
    </SettingGroup>
  );
}

function Password() {
  const { client, store } = useParley();
  const known = () => [
    String(store.fields.get('delivery_email') ?? ''),
    String(store.fields.get('full_name') ?? ''),
  ];
  const [old, setOld] = createSignal('');
  const [wanted, setWanted] = createSignal('');
  const [isAsking, setAsking] = createSignal(false);
  const submission = createSubmission();
  const submit = async () => {
    const change = { old_password: old(), new_password: wanted() };
    if (!(await submission.run(() => client.call('update-settings', change)))) return;
    setOld('');
    setWanted('');
    setAsking(true);
  };
  return (
    <SettingGroup title={s('password')} help={s('passwordHelp')}>
      <AccountForm submission={submission} button={s('changePassword')} onSubmit={() => void submit()}>
        {/* Tells password managers whose password changes. */}
        <input type="text" autocomplete="username" hidden readonly dir="ltr" value={known()[0]} />
        <Field
          label={s('oldPassword')}
          type="password"
          autocomplete="current-password"
          value={old()}
          onChange={setOld}
        />
        <NewPasswordField label={s('newPassword')} known={known()} value={wanted()} onChange={setWanted} />
      </AccountForm>
      <Show when={isAsking()}>
        <AfterPasswordDialog onClose={() => setAsking(false)} />
      </Show>
    </SettingGroup>
  );
}

/** Creates the person's own API key, which is shown after the password. Call it inside a component. */
function createOwnKey() {
  const { client, store } = useParley();
  const [password, setPassword] = createSignal('');
  const [key, setKey] = createSignal<string>();
  const submission = createSubmission();
  const show = async () => {
    const username = String(store.fields.get('delivery_email') ?? '');
    await submission.run(async () => {
      const answer = await client.call('fetch-api-key', { username, password: password() });
      setKey(answer.api_key);
    });
    setPassword('');
  };
  const renew = async () => {
    const answer = await client.call('regenerate-own-api-key', {});
    setKey(answer.api_key);
  };
  return { password, setPassword, key, submission, show, renew };
}

function ApiKey() {
  const own = createOwnKey();
  const { password, setPassword, key, submission, show } = own;
  return (
    <SettingGroup title={s('apiKey')} help={s('apiKeyHelp')}>
      <Show
        when={key()}
        fallback={
          <AccountForm submission={submission} button={s('showKey')} onSubmit={() => void show()}>
            <Field
              label={s('password')}
              type="password"
              autocomplete="current-password"
              value={password()}
              onChange={setPassword}
            />
          </AccountForm>
        }
      >
        {(present) => (
          <>
            <CopyField label={s('apiKey')} value={present()} isSecret />
            <RenewKey renew={own.renew} />
          </>
        )}
      </Show>
    </SettingGroup>
  );
}

function RenewKey(props: { renew: () => Promise<void> }) {
  const [isAsking, setAsking] = createSignal(false);
  return (
    <>
      <div class="form-actions">
        <button type="button" class="button is-danger" onClick={() => setAsking(true)}>
          {s('newKey')}
        </button>
      </div>
      <Show when={isAsking()}>
        <FormDialog
          title={s('newKeyTitle')}
          button={s('newKey')}
          isDangerous
          act={props.renew}
          onClose={() => setAsking(false)}
        >
          <p>{s('newKeyMore')}</p>
        </FormDialog>
      </Show>
    </>
  );
}

function Leave() {
  const { client, store } = useParley();
  const [isAsking, setAsking] = createSignal(false);
  const bots = () =>
    [...store.people.users.values()].filter(
      (user) => user.is_bot && user.is_active && user.bot_owner_id === store.people.selfId,
    ).length;
  return (
    <SettingGroup title={s('leaveTitle')} help={s('leaveHelp')}>
      <div class="form-actions">
        <button type="button" class="button is-danger" onClick={() => setAsking(true)}>
          {s('leaveTitle')}
        </button>
      </div>
      <Show when={isAsking()}>
        <FormDialog
          title={s('leaveAsk')}
          button={s('leaveTitle')}
          isDangerous
          act={() => client.call('deactivate-own-user', {})}
          onClose={() => setAsking(false)}
        >
          <p>{s('leaveHelp')}</p>
          <p>{s('leaveChannels', { count: store.channels.subscriptions.size })}</p>
          <Show when={bots() > 0}>
            <p>{s('leaveBots', { count: bots() })}</p>
          </Show>
        </FormDialog>
      </Show>
    </SettingGroup>
  );
}
