import type { AnswerOf, ParamsOf, UserId } from '@parley/client';
import { X } from 'lucide';
import { createSignal, createUniqueId, For, Show } from 'solid-js';
import { CopyField } from '../../forms/copy-field.tsx';
import { ToolbarForm } from '../../forms/fields.tsx';
import { createLoaded, LoadedView } from '../../forms/loaded.tsx';
import { createSaving, SaveMark } from '../../forms/saving.tsx';
import { ChoiceSetting, SettingGroup, TextSetting, ToggleSetting } from '../../forms/setting.tsx';
import { f } from '../../forms/texts.ts';
import { directionOf } from '../../i18n/direction.ts';
import { t } from '../../i18n/index.ts';
import { useParley } from '../../model/parley.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PickField } from '../../ui/pick-field.tsx';
import { noChannel, useChannelItems, useChannelWords } from '../channel-field.tsx';
import { EventsSetting } from '../events-setting.tsx';
import { n } from '../texts.ts';
import { formats } from './format-field.tsx';

export type Program = AnswerOf<'get-outgoing-webhook'>['outgoing_webhook'];

/** Shows where and when the messages of an outgoing bot are sent. */
export function OutgoingSettings(props: { botId: UserId }) {
  const { client } = useParley();
  const program = createLoaded(
    async () => (await client.call('get-outgoing-webhook', { bot_id: props.botId })).outgoing_webhook,
  );
  return (
    <SettingGroup title={n('program')}>
      <LoadedView of={program}>
        {(present) => <ProgramFields program={present()} onChanged={program.set} />}
      </LoadedView>
    </SettingGroup>
  );
}

function ProgramFields(props: { program: Program; onChanged: (program: Program) => void }) {
  const { client } = useParley();
  const save = async (values: Omit<ParamsOf<'update-outgoing-webhook'>, 'bot_id'>) => {
    const { outgoing_webhook: changed } = await client.call('update-outgoing-webhook', {
      bot_id: props.program.bot_id,
      ...values,
    });
    props.onChanged(changed);
  };
  return (
    <>
      <ToggleSetting
        label={n('isOn')}
        help={n('outgoingOnHelp')}
        value={() => props.program.is_enabled}
        save={(is_enabled) => save({ is_enabled })}
      />
      <TextSetting
        label={n('programAddress')}
        help={n('programAddressHelp')}
        isRequired
        value={() => props.program.base_url}
        save={(payload_url) => save({ payload_url: payload_url.trim() })}
      />
      <FormatSetting program={props.program} save={save} />
      <Triggers program={props.program} save={save} />
      <EventsSetting
        help={n('events-help')}
        hasMessages={false}
        chosen={props.program.events}
        save={(events) => save({ events })}
      />
      <Credentials program={props.program} />
    </>
  );
}

function Credentials(props: { program: Program }) {
  const [isRevealed, setRevealed] = createSignal(false);
  return (
    <>
      <div class="setting-actions">
        <button
          type="button"
          class="button"
          aria-expanded={isRevealed()}
          onClick={() => setRevealed(!isRevealed())}
        >
          {n(isRevealed() ? 'hideCredentials' : 'showCredentials')}
        </button>
      </div>
      <Show when={isRevealed()}>
        <CopyField label={n('token')} value={props.program.token} />
        <CopyField label={n('signingSecret')} value={props.program.secret} />
      </Show>
    </>
  );
}

type ProgramProps = {
  program: Program;
  save: (values: Omit<ParamsOf<'update-outgoing-webhook'>, 'bot_id'>) => Promise<unknown>;
};

function FormatSetting(props: ProgramProps) {
  return (
    <ChoiceSetting
      label={n('format')}
      options={formats.map((value) => ({
        value: value,
        label: n(`format${value}`),
        help: n(`formatHelp${value}`),
      }))}
      value={() => props.program.interface}
      save={(interface_type) => props.save({ interface_type })}
    />
  );
}

/** Renders the words that trigger a bot, and the channels where they do, besides mentions and direct messages. */
function Triggers(props: ProgramProps) {
  const saving = createSaving();
  return (
    <div class="setting is-text">
      <div class="setting-words">
        <span>{n('triggers')}</span>
        <p class="setting-help">{n('triggersHelp')}</p>
      </div>
      <TriggerWords
        words={props.program.trigger_words}
        save={(trigger_words) => saving.run(() => props.save({ trigger_words }))}
      />
      <TriggerChannels
        channels={props.program.channel_ids}
        save={(channel_ids) => void saving.run(() => props.save({ channel_ids }))}
      />
      <SaveMark saving={saving} />
    </div>
  );
}

function TriggerWords(props: { words: readonly string[]; save: (words: string[]) => Promise<boolean> }) {
  const id = createUniqueId();
  const [word, setWord] = createSignal('');
  const addWord = async () => {
    const added = word().trim();
    if (added === '') return;
    if (props.words.includes(added) || (await props.save([...props.words, added]))) setWord('');
  };
  return (
    <div class="field">
      <span class="label" id={id}>
        {n('triggerWords')}
      </span>
      <Chips
        labelledBy={id}
        names={props.words}
        onRemove={(at) => void props.save(props.words.toSpliced(at, 1))}
      />
      <ToolbarForm onSubmit={() => void addWord()}>
        <input
          class="input"
          aria-labelledby={id}
          dir={directionOf(word())}
          value={word()}
          on:input={(event) => setWord(event.currentTarget.value)}
        />
        <button type="submit" class="button" disabled={word().trim() === ''}>
          {t('add')}
        </button>
      </ToolbarForm>
    </div>
  );
}

function TriggerChannels(props: { channels: readonly number[]; save: (channels: number[]) => void }) {
  const id = createUniqueId();
  const items = useChannelItems();
  const channelWords = useChannelWords();
  return (
    <div class="field">
      <label class="label" for={id} id={`${id}-label`}>
        {n('triggerChannels')}
      </label>
      <Chips
        labelledBy={`${id}-label`}
        names={props.channels.map(channelWords)}
        onRemove={(at) => props.save(props.channels.toSpliced(at, 1))}
      />
      <PickField
        id={id}
        chosen=""
        placeholder={n('addChannel')}
        items={() => items().filter((each) => each.id !== noChannel && !props.channels.includes(each.id))}
        onPick={(channelId) => props.save([...props.channels, channelId])}
      />
    </div>
  );
}

function Chips(props: { labelledBy: string; names: readonly string[]; onRemove: (at: number) => void }) {
  return (
    <Show when={props.names.length > 0}>
      <div class="path-list" role="group" aria-labelledby={props.labelledBy}>
        <For each={props.names}>
          {(name, at) => (
            <button
              type="button"
              class="chip is-word"
              aria-label={f('remove', { name })}
              onClick={() => props.onRemove(at())}
            >
              {name}
              <Icon of={X} />
            </button>
          )}
        </For>
      </div>
    </Show>
  );
}
