import { createSignal, createUniqueId, onMount, Show } from 'solid-js';
import { FormError } from '../model/failures.ts';
import { createSubmission } from '../model/submission.ts';
import { AccountForm, Field } from '../sign-in/parts.tsx';
import { isDismissed } from './authenticator.ts';
import { QrCode } from './qr-code.tsx';
import { sf } from './texts.ts';

/** Shows the secret of a new authenticator app and asks for its first code. */
export function AppForm(props: { secret: string; uri: string; confirm: (code: string) => Promise<void> }) {
  const [code, setCode] = createSignal('');
  const submission = createSubmission();
  const id = createUniqueId();
  // The form replaces the button that had the focus.
  onMount(() => document.getElementById(id)?.focus());
  return (
    <AccountForm
      submission={submission}
      button={sf('confirm')}
      onSubmit={() => void submission.run(() => props.confirm(code()))}
    >
      <p>{sf('scan')}</p>
      <QrCode text={props.uri} label={sf('scan')} />
      <Field label={sf('secret')} type="text" autocomplete="off" isFixed value={props.secret} />
      <Field
        id={id}
        label={sf('code')}
        type="text"
        autocomplete="one-time-code"
        value={code()}
        onChange={setCode}
      />
    </AccountForm>
  );
}

/** Asks for the name of a new passkey and creates it. */
export function PasskeyForm(props: { create: (name: string) => Promise<void> }) {
  const [name, setName] = createSignal('');
  const submission = createSubmission();
  const create = () =>
    props.create(name().trim() || sf('passkey')).catch((error: unknown) => {
      throw isDismissed(error) ? new FormError(sf('passkeyFailed')) : error;
    });
  return (
    <AccountForm
      submission={submission}
      button={sf('addPasskey')}
      onSubmit={() => void submission.run(create)}
    >
      <Field label={sf('passkeyName')} type="text" autocomplete="off" value={name()} onChange={setName} />
    </AccountForm>
  );
}

/** Renders the ways to enrol the first factor. Only one of them is open at a time. */
export function FirstFactor(props: {
  begin: () => Promise<{ secret: string; uri: string }>;
  confirm: (code: string) => Promise<void>;
  create: ((name: string) => Promise<void>) | undefined;
}) {
  const [app, setApp] = createSignal<{ secret: string; uri: string }>();
  const submission = createSubmission();
  return (
    <div class="stack">
      <Show
        when={app()}
        fallback={
          <AccountForm
            submission={submission}
            button={sf('addApp')}
            onSubmit={() => void submission.run(async () => setApp(await props.begin()))}
          >
            <p class="muted">{sf('appHelp')}</p>
          </AccountForm>
        }
      >
        {(shown) => <AppForm secret={shown().secret} uri={shown().uri} confirm={props.confirm} />}
      </Show>
      <Show when={!app() && props.create}>
        {(create) => (
          <>
            <p class="muted">{sf('passkeyHelp')}</p>
            <PasskeyForm create={create()} />
          </>
        )}
      </Show>
    </div>
  );
}
