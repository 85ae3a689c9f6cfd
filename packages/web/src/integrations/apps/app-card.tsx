import type { AnswerOf, ChannelId, ParamsOf } from '@parley/client';
import { createSignal, createUniqueId, For, Show } from 'solid-js';
import { Details } from '../../forms/details.tsx';
import { createSaving, SaveMark } from '../../forms/saving.tsx';
import { ToggleSetting } from '../../forms/setting.tsx';
import { f } from '../../forms/texts.ts';
import { directionOf } from '../../i18n/direction.ts';
import { listOf } from '../../i18n/format.ts';
import { attempt } from '../../model/actions.ts';
import { useParley } from '../../model/parley.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { PickField } from '../../ui/pick-field.tsx';
import { noChannel, useChannelItems, useChannelWords } from '../channel-field.tsx';
import { DeliveryList } from '../deliveries/deliveries.tsx';
import { isKnownEvent } from '../event-kinds.ts';
import { EventsSetting } from '../events-setting.tsx';
import { type IntegrationsText, integrationsTexts, n } from '../texts.ts';
import type { Credentials } from './app-credentials.tsx';

export type App = AnswerOf<'get-apps'>['apps'][number];

/** For what an app has addresses. */
const addressUses = ['actions', 'commands', 'events', 'options'] as const;

type CardProps = {
  app: App;
  isAdministrator: boolean;
  onChanged: () => Promise<unknown>;
  onCredentials: (credentials: Credentials) => void;
};

/** Returns what administrators do with an app. Call it inside a component. */
function createAppActions(props: CardProps) {
  const parley = useParley();
  const { client } = parley;
  const show = (renew: boolean) =>
    client
      .call('get-app-credentials', { app_id: props.app.id, renew })
      .then(({ credentials }) => credentials);
  return {
    async save(values: Omit<ParamsOf<'update-app'>, 'app_id'>): Promise<void> {
      await client.call('update-app', { app_id: props.app.id, ...values });
      await props.onChanged();
    },
    showCredentials: () => void attempt(parley, show(false).then(props.onCredentials)),
    async renewCredentials(): Promise<void> {
      const credentials = await show(true);
      // After the dialog that asked has closed.
      setTimeout(() => props.onCredentials(credentials));
    },
    async remove(): Promise<void> {
      await client.call('remove-app', { app_id: props.app.id });
      await props.onChanged();
    },
  };
}

type AppActions = ReturnType<typeof createAppActions>;

/** Shows an app: whether it is on, what it may do in words, its commands, and the channels in which it is approved. */
export function AppCard(props: CardProps) {
  const id = createUniqueId();
  const actions = createAppActions(props);
  return (
    <section class="webhook-card" aria-labelledby={id}>
      <header class="webhook-head">
        <Show when={props.app.icon} fallback={<Avatar userId={props.app.bot_id} />}>
          {(icon) => (
            <span class="integration-icon" aria-hidden="true">
              {icon()}
            </span>
          )}
        </Show>
        <h3 id={id} dir={directionOf(props.app.name)}>
          {props.app.name}
        </h3>
      </header>
      <Show when={props.app.description}>{(text) => <p class="muted">{text()}</p>}</Show>
      <OnOff app={props.app} isAdministrator={props.isAdministrator} save={actions.save} />
      <Facts app={props.app} showsEvents={!(props.isAdministrator && props.app.urls?.events)} />
      <Show when={props.isAdministrator}>
        <Administration app={props.app} actions={actions} />
      </Show>
    </section>
  );
}

function OnOff(props: { app: App; isAdministrator: boolean; save: AppActions['save'] }) {
  return (
    <Show
      when={props.isAdministrator}
      fallback={<Show when={!props.app.is_enabled}>{<p class="muted">{n('appIsOff')}</p>}</Show>}
    >
      <ToggleSetting
        label={n('isOn')}
        help={n('appOnHelp')}
        value={() => props.app.is_enabled}
        save={(is_enabled) => props.save({ is_enabled })}
      />
    </Show>
  );
}

/** Renders what only administrators see and change. */
function Administration(props: { app: App; actions: AppActions }) {
  const { save } = props.actions;
  return (
    <>
      <Channels app={props.app} save={(channel_ids) => save({ channel_ids })} />
      <Show when={props.app.urls?.events}>
        <EventsSetting
          help={n('events-helpApp')}
          hasMessages
          chosen={props.app.events}
          save={(events) => save({ events })}
        />
      </Show>
      <Addresses app={props.app} />
      <Show when={props.app.events.length > 0}>
        <Details title={n('deliveriesOut')}>
          <DeliveryList botId={props.app.bot_id} direction="out" integrations={[]} />
        </Details>
      </Show>
      <Buttons app={props.app} actions={props.actions} />
    </>
  );
}

function Addresses(props: { app: App }) {
  return (
    <Show when={props.app.urls}>
      {(urls) => (
        <Details title={n('appAddresses')}>
          <dl class="facts">
            <For each={addressUses.filter((use) => urls()[use] !== '')}>
              {(use) => (
                <>
                  <dt>{n(`address-${use}`)}</dt>
                  <dd class="breaking">
                    <code dir="ltr">{urls()[use]}</code>
                  </dd>
                </>
              )}
            </For>
          </dl>
        </Details>
      )}
    </Show>
  );
}

/** Renders what administrators do with an app. What cannot be undone asks first. */
function Buttons(props: { app: App; actions: AppActions }) {
  const [asked, setAsked] = createSignal<'remove' | 'renew'>();
  return (
    <>
      <div class="setting-actions">
        <button type="button" class="button" onClick={props.actions.showCredentials}>
          {n('showCredentials')}
        </button>
        <button type="button" class="button" onClick={() => setAsked('renew')}>
          {n('renewCredentials')}
        </button>
        <button type="button" class="button is-danger" onClick={() => setAsked('remove')}>
          {n('removeApp')}
        </button>
      </div>
      <Show when={asked()} keyed>
        {(what) => (
          <AskFirst
            app={props.app}
            what={what}
            act={what === 'remove' ? props.actions.remove : props.actions.renewCredentials}
            onClose={() => setAsked(undefined)}
          />
        )}
      </Show>
    </>
  );
}

function AskFirst(props: {
  app: App;
  what: 'remove' | 'renew';
  act: () => Promise<void>;
  onClose: () => void;
}) {
  const isRemoval = props.what === 'remove';
  return (
    <FormDialog
      title={n(isRemoval ? 'removeAppAsk' : 'renewCredentialsAsk', { app: props.app.name })}
      button={n(isRemoval ? 'removeApp' : 'renewCredentials')}
      isDangerous
      act={props.act}
      onClose={props.onClose}
    >
      <p>{n(isRemoval ? 'removeAppMore' : 'renewCredentialsMore')}</p>
    </FormDialog>
  );
}

/** Returns what an area opens, in the reader's language. An area that a later server adds is described by the server. */
function scopeInWords({ area, about }: App['scopes'][number]): string {
  const name = `scope-${area}`;
  return integrationsTexts.has(name) ? n(name as IntegrationsText) : about;
}

function Facts(props: { app: App; showsEvents: boolean }) {
  return (
    <dl class="facts">
      <Show when={props.app.scopes.length > 0}>
        <dt>{n('appScopes')}</dt>
        <dd>
          <ul class="bullets">
            <For each={props.app.scopes}>{(scope) => <li>{scopeInWords(scope)}</li>}</For>
          </ul>
        </dd>
      </Show>
      <Show when={props.app.commands.length > 0}>
        <dt>{n('appCommands')}</dt>
        <dd>
          <ul class="bullets">
            <For each={props.app.commands}>
              {({ name, hint, description }) => (
                <li>
                  <code dir="ltr">{[name, hint].filter(Boolean).join(' ')}</code> {description}
                </li>
              )}
            </For>
          </ul>
        </dd>
      </Show>
      <Show when={props.showsEvents && props.app.events.length > 0}>
        <dt>{n('appEvents')}</dt>
        <dd class="breaking">
          {listOf(props.app.events.map((kind) => (isKnownEvent(kind) ? n(`event-${kind}`) : kind)))}
        </dd>
      </Show>
    </dl>
  );
}

/** Renders the channels in which an app is approved: all, or some. */
function Channels(props: { app: App; save: (channelIds: ChannelId[] | 'all') => Promise<unknown> }) {
  const saving = createSaving();
  const id = createUniqueId();
  const items = useChannelItems();
  const ids = () => props.app.channel_ids ?? [];
  const save = (channelIds: ChannelId[] | 'all') => void saving.run(() => props.save(channelIds));
  return (
    <fieldset class="radio-list">
      <legend class="label">{n('approvedIn')}</legend>
      <label>
        <input type="radio" name={id} checked={props.app.channel_ids === null} onChange={() => save('all')} />
        {n('approvedAll')}
      </label>
      <label>
        <input type="radio" name={id} checked={props.app.channel_ids !== null} onChange={() => save([])} />
        {n('approvedSome')}
      </label>
      <Show when={props.app.channel_ids !== null}>
        <ChannelChips
          ids={ids()}
          onRemove={(channelId) => save(ids().filter((each) => each !== channelId))}
        />
        <PickField
          label={n('addChannel')}
          placeholder={n('addChannel')}
          chosen=""
          items={() => items().filter((each) => each.id !== noChannel && !ids().includes(each.id))}
          onPick={(channelId) => save([...ids(), channelId])}
        />
      </Show>
      <SaveMark saving={saving} />
    </fieldset>
  );
}

function ChannelChips(props: { ids: readonly ChannelId[]; onRemove: (channelId: ChannelId) => void }) {
  const words = useChannelWords();
  return (
    <div class="path-list">
      <For each={props.ids} fallback={<span class="muted">{n('approvedNone')}</span>}>
        {(channelId) => (
          <button
            type="button"
            class="chip is-word"
            aria-label={f('remove', { name: words(channelId) })}
            onClick={() => props.onRemove(channelId)}
          >
            {words(channelId)} ×
          </button>
        )}
      </For>
    </div>
  );
}
