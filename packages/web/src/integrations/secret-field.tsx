import { createSignal, createUniqueId, Show } from 'solid-js';
import { CopyField } from '../forms/copy-field.tsx';
import { createSaving, SaveMark } from '../forms/saving.tsx';
import { f } from '../forms/texts.ts';
import { useParley } from '../model/parley.tsx';
import type { Webhook } from './address.ts';
import { n } from './texts.ts';

/** Returns a new secret: 32 random bytes, which every tool accepts as letters and digits. */
const newSecret = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

/**
 * Renders the secret with which a tool signs its requests: makes or takes one, and removes it. A stored secret is not shown again.
 */
export function SecretField(props: {
  webhook: Webhook;
  /** Called with the secret while it is known, and with an empty text when it was removed. */
  onSecret: (secret: string) => void;
  onChanged: (webhook: Webhook) => void;
}) {
  const { client } = useParley();
  const id = createUniqueId();
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
  return (
    <div class="field">
      <label class="label" for={id}>
        {n('secret')}
      </label>
      <span class="setting-help" id={`${id}-help`}>
        {n(props.webhook.has_secret ? 'secretIsSet' : 'secretHelp')}
      </span>
      <form
        class="toolbar"
        onSubmit={(event) => {
          event.preventDefault();
          if (text().trim() !== '') void save(text().trim());
        }}
      >
        <input
          class="input is-code"
          id={id}
          dir="ltr"
          autocomplete="off"
          spellcheck={false}
          aria-describedby={`${id}-help`}
          placeholder={n(props.webhook.has_secret ? 'secretReplace' : 'secretOwn')}
          value={text()}
          on:input={(event) => setText(event.currentTarget.value)}
        />
        <button type="submit" class="button" disabled={text().trim() === '' || saving.state() === 'saving'}>
          {f('save')}
        </button>
        <button
          type="button"
          class="button"
          disabled={saving.state() === 'saving'}
          onClick={() => void save(newSecret())}
        >
          {n('secretNew')}
        </button>
        <Show when={props.webhook.has_secret}>
          <button
            type="button"
            class="button"
            disabled={saving.state() === 'saving'}
            onClick={() => void save('')}
          >
            {n('secretRemove')}
          </button>
        </Show>
        <SaveMark saving={saving} />
      </form>
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
