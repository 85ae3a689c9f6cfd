import { createSignal, createUniqueId, Show } from 'solid-js';
import { CopyField } from '../../forms/copy-field.tsx';
import { ToolbarForm } from '../../forms/fields.tsx';
import { createSaving, SaveMark } from '../../forms/saving.tsx';
import { f } from '../../forms/texts.ts';
import { useParley } from '../../model/parley.tsx';
import { n } from '../texts.ts';
import type { Webhook } from './address.ts';

/** Returns a new secret: 32 random bytes, which every tool accepts as letters and digits. */
const newSecret = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

type SecretProps = {
  webhook: Webhook;
  /** Called with the secret while it is known, and with an empty text when it was removed. */
  onSecret: (secret: string) => void;
  onChanged: (webhook: Webhook) => void;
};

/** Creates the text of a secret, and stores one. Call it inside a component. */
function createSecret(props: SecretProps) {
  const { client } = useParley();
  const saving = createSaving();
  const [text, setText] = createSignal('');
  const [stored, setStored] = createSignal('');
  const save = (secret: string) =>
    saving.run(async () => {
      const { bot_id, id: webhook_id } = props.webhook;
      const { webhook } = await client.call('update-webhook', { bot_id, webhook_id, secret });
      setText('');
      setStored(secret);
      props.onSecret(secret);
      props.onChanged(webhook);
    });
  return { text, setText, stored, saving, isBusy: () => saving.state() === 'saving', save };
}

/** Renders the secret with which a tool signs its requests: makes or takes one, and removes it. A stored secret is not shown again. */
export function SecretField(props: SecretProps) {
  const id = createUniqueId();
  const secret = createSecret(props);
  const { stored } = secret;
  return (
    <div class="field">
      <label class="label" for={id}>
        {n('secret')}
      </label>
      <span class="setting-help" id={`${id}-help`}>
        {n(props.webhook.has_secret ? 'secretIsSet' : 'secretHelp')}
      </span>
      <SecretForm {...{ id, secret }} hasSecret={props.webhook.has_secret} />
      <Show when={stored()}>
        {(secret) => (
          <>
            <CopyField label={n('secretToCopy')} value={secret()} />
            <p class="muted">{n('secretOnce')}</p>
          </>
        )}
      </Show>
    </div>
  );
}

function SecretForm(props: { id: string; secret: ReturnType<typeof createSecret>; hasSecret: boolean }) {
  const { text, setText, saving, save } = props.secret;
  const submit = () => {
    if (text().trim() !== '') void save(text().trim());
  };
  return (
    <ToolbarForm onSubmit={submit}>
      <input
        class="input is-code"
        id={props.id}
        dir="ltr"
        autocomplete="off"
        spellcheck={false}
        aria-describedby={`${props.id}-help`}
        placeholder={n(props.hasSecret ? 'secretReplace' : 'secretOwn')}
        value={text()}
        on:input={(event) => setText(event.currentTarget.value)}
      />
      <SecretButtons {...props} />
      <SaveMark saving={saving} />
    </ToolbarForm>
  );
}

function SecretButtons(props: { secret: ReturnType<typeof createSecret>; hasSecret: boolean }) {
  const { text, isBusy, save } = props.secret;
  return (
    <>
      <button type="submit" class="button" disabled={text().trim() === '' || isBusy()}>
        {f('save')}
      </button>
      <button type="button" class="button" disabled={isBusy()} onClick={() => void save(newSecret())}>
        {n('secretNew')}
      </button>
      <Show when={props.hasSecret}>
        <button type="button" class="button" disabled={isBusy()} onClick={() => void save('')}>
          {n('secretRemove')}
        </button>
      </Show>
    </>
  );
}
