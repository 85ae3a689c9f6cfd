import type { ParamsOf } from '@parley/client';
import { limits } from '@parley/rules/limits';
import { createSignal, createUniqueId, Show } from 'solid-js';
import { Details } from '../../forms/details.tsx';
import { PickSetting, TextSetting, ToggleSetting } from '../../forms/setting.tsx';
import { useParley } from '../../model/parley.tsx';
import { useField } from '../../model/self.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import type { Integration } from '../catalogue/catalogue.ts';
import { noChannel, useChannelItems, useChannelWords } from '../channel-field.tsx';
import { ToolIcon } from '../parts.tsx';
import { n } from '../texts.ts';
import type { Webhook } from './address.ts';
import { AddressPanel } from './address-panel.tsx';
import { createChoice } from './choice.ts';
import { EventPicker } from './event-picker.tsx';
import { TemplateEditor } from './template-editor.tsx';

type CardProps = {
  webhook: Webhook;
  /** Undefined for a tool that this server no longer knows. */
  integration: Integration | undefined;
  onChanged: (webhook: Webhook) => void;
  onDeleted: (webhook: Webhook) => void;
};

type Save = (values: Omit<ParamsOf<'update-webhook'>, 'bot_id' | 'webhook_id'>) => Promise<void>;

const pathOf = ({ bot_id, id }: Webhook) => ({ bot_id, webhook_id: id });

const titleOf = ({ integration, webhook }: CardProps) => integration?.title ?? webhook.integration;

/** Shows a webhook of a bot: whether it is on, where its messages go, its addresses, its template, and its deletion. */
export function WebhookCard(props: CardProps) {
  const { client } = useParley();
  const id = createUniqueId();
  const save: Save = async (values) => {
    const { webhook } = await client.call('update-webhook', { ...pathOf(props.webhook), ...values });
    props.onChanged(webhook);
  };
  return (
    <section class="webhook-card" aria-labelledby={id}>
      <header class="webhook-head">
        <Show when={props.integration}>{(tool) => <ToolIcon icon={tool().icon} />}</Show>
        <h4 id={id}>{titleOf(props)}</h4>
      </header>
      <ToggleSetting
        label={n('isOn')}
        help={n('isOnHelp')}
        value={() => props.webhook.is_enabled}
        save={(is_enabled) => save({ is_enabled })}
      />
      <PlaceSettings webhook={props.webhook} save={save} />
      <Show when={props.integration} keyed>
        {(tool) => <AddressDetails webhook={props.webhook} integration={tool} onChanged={props.onChanged} />}
      </Show>
      <Details title={n(props.webhook.template === '' ? 'template' : 'templateInUse')}>
        <TemplateEditor webhook={props.webhook} save={(template) => save({ template })} />
      </Details>
      <DeleteWebhook {...props} />
    </section>
  );
}

/** Renders where the messages of a webhook go. */
function PlaceSettings(props: { webhook: Webhook; save: Save }) {
  const items = useChannelItems();
  const words = useChannelWords();
  const topicLength = useField('max_topic_length');
  return (
    <>
      <PickSetting
        label={n('channel')}
        value={() => props.webhook.channel_id ?? noChannel}
        chosen={() => words(props.webhook.channel_id ?? noChannel)}
        items={items}
        save={(channel_id) => props.save({ channel_id })}
      />
      <TextSetting
        label={n('topic')}
        help={n('topicHelp')}
        maxLength={Number(topicLength() ?? limits.topicLength)}
        value={() => props.webhook.topic}
        save={(topic) => props.save({ topic })}
      />
      <Show when={props.webhook.integration === 'slack_incoming'}>
        <ToggleSetting
          label={n('allowsOverride')}
          help={n('allowsOverrideHelp')}
          value={() => props.webhook.allows_override}
          save={(allows_override) => props.save({ allows_override })}
        />
      </Show>
    </>
  );
}

function DeleteWebhook(props: CardProps) {
  const { client, toasts } = useParley();
  const [isAsking, setAsking] = createSignal(false);
  const title = () => titleOf(props);
  const remove = async () => {
    await client.call('delete-webhook', pathOf(props.webhook));
    props.onDeleted(props.webhook);
    toasts.show(n('webhookDeleted', { tool: title() }));
  };
  return (
    <>
      <div class="setting-actions">
        <button
          type="button"
          class="button is-danger"
          aria-label={n('deleteWebhookOf', { tool: title() })}
          onClick={() => setAsking(true)}
        >
          {n('deleteWebhook')}
        </button>
      </div>
      <Show when={isAsking()}>
        <FormDialog
          title={n('deleteWebhookAsk', { tool: title() })}
          button={n('deleteWebhook')}
          isDangerous
          act={remove}
          onClose={() => setAsking(false)}
        >
          <p>{n('deleteWebhookMore')}</p>
        </FormDialog>
      </Show>
    </>
  );
}

/** Renders the addresses of a webhook, and which events the tool sends there. */
function AddressDetails(props: {
  webhook: Webhook;
  integration: Integration;
  onChanged: (webhook: Webhook) => void;
}) {
  const choice = createChoice(props.integration);
  return (
    <Details title={n('addressAndSetup')}>
      <EventPicker integration={props.integration} choice={choice} />
      <AddressPanel
        webhook={props.webhook}
        integration={props.integration}
        choice={choice}
        onChanged={props.onChanged}
      />
    </Details>
  );
}
