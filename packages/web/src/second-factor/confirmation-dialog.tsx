import { createSignal, onMount, Show } from 'solid-js';
import { useParley } from '../model/parley.tsx';
import type { Confirmation } from '../model/session/confirmation.ts';
import { readServerSettings, type ServerSettings } from '../sign-in/parts.tsx';
import { ProviderButtons } from '../sign-in/provider-buttons.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ui } from '../ui/texts.ts';
import { signChallenge } from './authenticator.ts';
import { ProofForm } from './proof-form.tsx';
import { factorTexts, sf } from './texts.ts';

await factorTexts.load();

/**
 * Asks for a second factor before a dangerous step, or for the password if the person has no factor. People without a password
 * sign in again, which leaves the page.
 */
export default function ConfirmationDialog(props: { confirmation: Confirmation }) {
  const { client } = useParley();
  const provePasskey = async () => {
    const check = await client.call('begin-confirmation', {});
    await client.call('confirm-session', { passkey: await signChallenge(check) });
  };
  const isPassword = () => props.confirmation.factors.includes('password');
  const cancel = () => props.confirmation.settle(false);
  let body: HTMLDivElement | undefined;
  return (
    <Dialog
      title={sf('confirmTitle')}
      focusFirst={() => body?.querySelector<HTMLElement>('input, [type="submit"], a') ?? undefined}
      onClose={cancel}
    >
      <div class="stack" ref={body}>
        <Show
          when={!props.confirmation.factors.includes('sign_in')}
          fallback={<SignInAgain onCancel={cancel} />}
        >
          <p>{isPassword() ? sf('confirmPasswordHelp') : sf('confirmHelp')}</p>
          <ProofForm
            factors={props.confirmation.factors}
            button={sf('confirm')}
            prove={(proof) => client.call('confirm-session', proof)}
            provePasskey={provePasskey}
            onProven={() => props.confirmation.settle(true)}
            onCancel={cancel}
          />
        </Show>
      </div>
    </Dialog>
  );
}

/** Offers the identity providers with which the person can sign in again, and a new password where passwords are in use. */
function SignInAgain(props: { onCancel: () => void }) {
  // No resource: while one loads, the dialog would be detached, and would then hide itself from assistive technology.
  const [settings, setSettings] = createSignal<ServerSettings>();
  onMount(() => void readServerSettings().then(setSettings, () => undefined));
  return (
    <div class="stack">
      <p>{sf('confirmSignInHelp')}</p>
      <ProviderButtons settings={settings()} />
      <Show when={settings()?.authentication_methods.email}>
        <a href="/reset-password">{sf('choosePassword')}</a>
      </Show>
      <div class="dialog-actions">
        <button type="button" class="button" onClick={() => props.onCancel()}>
          {ui('cancel')}
        </button>
      </div>
    </div>
  );
}
