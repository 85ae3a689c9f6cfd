import { createMemo, createSignal, createUniqueId, For, Show } from 'solid-js';
import { CopyField } from '../../forms/copy-field.tsx';
import { RadioField } from '../../forms/fields.tsx';
import { createLoaded } from '../../forms/loaded.tsx';
import { t } from '../../i18n/index.ts';
import { useParley } from '../../model/parley.tsx';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import type { Integration } from '../catalogue/catalogue.ts';
import { n } from '../texts.ts';
import { type AddressForm, addressForms, addressOf, type Webhook } from './address.ts';
import type { Choice } from './choice.ts';
import { SecretField } from './secret-field.tsx';
import { setupParts } from './setup-text.ts';

/** Returns the form that the integration's own steps mean. */
const usualForm = ({ name }: Integration): AddressForm => (name === 'slack_incoming' ? 'slack' : 'zulip');

type PanelProps = {
  webhook: Webhook;
  integration: Integration;
  choice: Choice;
  /** Called with the webhook when its secret was changed. */
  onChanged: (webhook: Webhook) => void;
};

/** Creates the address in the form that the person chooses. Call it inside a component. */
function createAddress(props: PanelProps) {
  const { client } = useParley();
  const [form, setForm] = createSignal<AddressForm>(usualForm(props.integration));
  const key = createLoaded(
    async () => (await client.call('get-bot-api-key', { bot_id: props.webhook.bot_id })).api_key,
  );
  /** Undefined while the key of the bot is not known, or when no event is wanted. */
  const address = createMemo(() => {
    const { events } = props.integration;
    const choice = props.choice.value();
    if (events.length > 0 && choice.events.size === 0) return undefined;
    const apiKey = key.value();
    if (form() === 'zulip' && apiKey === undefined) return undefined;
    return addressOf(props.webhook, form(), { apiKey: apiKey ?? '', allEvents: events, choice });
  });
  return { form, setForm, key, address };
}

/** Shows the address of a webhook to copy, in each of its forms, and the steps to set up the tool with it. */
export function AddressPanel(props: PanelProps) {
  const { form, setForm, key, address } = createAddress(props);
  const [secret, setSecret] = createSignal('');
  const values = () => ({ url: address() ?? '…', secret: secret() || n('theSecret') });
  return (
    <div class="stack">
      <RadioField
        label={n('form')}
        value={form()}
        options={addressForms.map((value) => ({
          value,
          label: n(`form-${value}`),
          help: n(`form-${value}-help`),
        }))}
        onChange={setForm}
      />
      <Show when={form() === 'zulip' && key.problem()}>
        {(text) => <NotLoaded text={text()} onRetry={() => key.reload()} />}
      </Show>
      <Show when={address()} fallback={<p class="muted">{key.isLoading() ? t('loading') : ''}</p>}>
        {(url) => <CopyField label={n('address')} value={url()} />}
      </Show>
      <p class="muted">{n('addressSecret')}</p>
      <Show when={props.integration.takes_secret}>
        <SecretField webhook={props.webhook} onSecret={setSecret} onChanged={props.onChanged} />
      </Show>
      <Setup integration={props.integration} values={values()} />
    </div>
  );
}

type Values = { url: string; secret: string };

function Setup(props: { integration: Integration; values: Values }) {
  const id = createUniqueId();
  return (
    <Show when={props.integration.setup.length > 0}>
      <div class="field">
        <span class="label" id={id}>
          {n('setup', { tool: props.integration.title })}
        </span>
        <ol class="setup-steps" aria-labelledby={id}>
          <For each={props.integration.setup}>
            {(step) => (
              <li>
                <SetupStep step={step} values={props.values} />
              </li>
            )}
          </For>
        </ol>
      </div>
    </Show>
  );
}

/** Renders a step of setting up a tool. */
function SetupStep(props: { step: string; values: Values }) {
  return (
    <For each={setupParts(props.step, props.values)}>
      {(part) => {
        if (part.kind === 'strong') return <strong>{part.text}</strong>;
        if (part.kind === 'code') return <code>{part.text}</code>;
        if (part.kind === 'link') {
          return (
            <a href={part.href} target="_blank" rel="noopener noreferrer">
              {part.text}
            </a>
          );
        }
        return part.text;
      }}
    </For>
  );
}
