import type { UserId } from '@parley/client';
import { Plug } from 'lucide';
import { For, Match, Show, Switch } from 'solid-js';
import { EmptyNote } from '../forms/entries.tsx';
import { createLoaded } from '../forms/loaded.tsx';
import { SettingGroup } from '../forms/setting.tsx';
import { t } from '../i18n/index.ts';
import { useParley } from '../model/parley.tsx';
import { useEntry } from '../model/reactive.ts';
import { Avatar } from '../ui/avatar.tsx';
import { NotLoaded } from '../ui/not-loaded.tsx';
import { botTypes, isOfIntegration } from './bot-rules.ts';
import type { Integration } from './catalogue/catalogue.ts';
import { Deliveries } from './deliveries/deliveries.tsx';
import { OutgoingSettings } from './outgoing/outgoing-settings.tsx';
import { SubHead } from './parts.tsx';
import { n } from './texts.ts';
import type { Webhook } from './webhooks/address.ts';
import { WebhookCard } from './webhooks/webhook-card.tsx';

/** Shows the webhooks of a bot with their settings, and what came in or went out lately. */
export function BotPage(props: { base: string; botId: UserId; integrations: readonly Integration[] }) {
  const { store } = useParley();
  const bot = useEntry(store.people.users, () => props.botId);
  const isOutgoing = () => bot()?.bot_type === botTypes.outgoing;
  const isThere = () => {
    const present = bot();
    return present !== undefined && isOfIntegration(present);
  };
  return (
    <div class="stack">
      <SubHead
        back={`${props.base}/connected`}
        backTo={n('backToConnected')}
        title={bot()?.full_name ?? ''}
        icon={<Avatar userId={props.botId} />}
      />
      <Show when={isThere()} fallback={<p class="empty">{n('noSuchBot')}</p>}>
        <Switch>
          <Match when={isOutgoing()}>
            <OutgoingSettings botId={props.botId} />
            <Deliveries botId={props.botId} direction="out" integrations={props.integrations} />
          </Match>
          <Match when={!isOutgoing()}>
            <Webhooks botId={props.botId} base={props.base} integrations={props.integrations} />
            <Deliveries botId={props.botId} direction="in" integrations={props.integrations} />
          </Match>
        </Switch>
      </Show>
    </div>
  );
}

function Webhooks(props: { botId: UserId; base: string; integrations: readonly Integration[] }) {
  const { client } = useParley();
  const webhooks = createLoaded(
    async () => (await client.call('get-webhooks', { bot_id: props.botId })).webhooks,
  );
  const ids = () => webhooks.value()?.map(({ id }) => id) ?? [];
  const change = (changed: Webhook) =>
    webhooks.set((webhooks.value() ?? []).map((each) => (each.id === changed.id ? changed : each)));
  const remove = ({ id }: Webhook) => webhooks.set((webhooks.value() ?? []).filter((each) => each.id !== id));
  return (
    <SettingGroup title={n('incoming')}>
      <Show when={webhooks.problem()}>
        {(text) => <NotLoaded text={text()} onRetry={() => webhooks.reload()} />}
      </Show>
      <Show when={webhooks.isLoading() && webhooks.value() === undefined}>
        <p class="muted" role="status">
          {t('loading')}
        </p>
      </Show>
      <Show when={webhooks.value()?.length === 0}>
        <EmptyNote icon={Plug}>{n('noWebhooks')}</EmptyNote>
      </Show>
      {/* By ID, so that a changed webhook keeps its fields and their focus. */}
      <For each={ids()}>
        {(id) => (
          <Show when={webhooks.value()?.find((each) => each.id === id)}>
            {(webhook) => (
              <WebhookCard
                webhook={webhook()}
                integration={props.integrations.find(({ name }) => name === webhook().integration)}
                onChanged={change}
                onDeleted={remove}
              />
            )}
          </Show>
        )}
      </For>
    </SettingGroup>
  );
}
