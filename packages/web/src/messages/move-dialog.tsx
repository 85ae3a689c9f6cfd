import type { Message } from '@parley/client';
import { limits } from '@parley/rules/limits';
import { createMemo, createSignal, createUniqueId, For } from 'solid-js';
import { directionOf } from '../i18n/direction.ts';
import { t } from '../i18n/index.ts';
import { compareNames } from '../model/names.ts';
import { useParley } from '../model/parley.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { PickField } from '../ui/pick-field.tsx';
import { channelsToMoveTo, moveRights } from './permissions.ts';

type Extent = 'change_one' | 'change_later' | 'change_all';

/** Moves a message, alone or with the later or all messages of its topic, to another topic or channel. */
export default function MoveDialog(props: { message: Message; onClose: () => void }) {
  const { client, store } = useParley();
  const id = createUniqueId();
  // What the person has not changed follows the message when somebody else moves it meanwhile.
  const [chosenId, setChannelId] = createSignal<number>();
  const [writtenTopic, setTopic] = createSignal<string>();
  const channelId = () => chosenId() ?? props.message.stream_id!;
  const topic = () => writtenTopic() ?? props.message.subject;
  const [extent, setExtent] = createSignal<Extent>('change_later');
  const rights = createMemo(() => moveRights(store, props.message));
  const channels = createMemo(() => {
    const from = store.channels.channels.get(props.message.stream_id!);
    const targets = from && rights().toChannels ? channelsToMoveTo(store, from) : [];
    return [...(from ? [from] : []), ...targets].sort((one, other) => compareNames(one.name, other.name));
  });
  const extents: readonly [Extent, Parameters<typeof t>[0]][] = [
    ['change_one', 'moveOne'],
    ['change_later', 'moveLater'],
    ['change_all', 'moveAll'],
  ];
  const move = () =>
    client.call('update-message', {
      message_id: props.message.id,
      propagate_mode: extent(),
      ...(topic() !== props.message.subject && { topic: topic() }),
      ...(channelId() !== props.message.stream_id && { stream_id: channelId() }),
    });
  return (
    <FormDialog
      title={t('move')}
      button={t('move')}
      isDisabled={topic() === props.message.subject && channelId() === props.message.stream_id}
      act={move}
      failure={t('notMoved')}
      onClose={props.onClose}
    >
      <div class="field">
        <label class="label" for={id}>
          {t('channel')}
        </label>
        <PickField
          id={id}
          isDisabled={!rights().toChannels}
          chosen={store.channels.channels.get(channelId())?.name ?? ''}
          items={() => channels().map((channel) => ({ id: channel.stream_id, label: channel.name }))}
          onPick={setChannelId}
        />
      </div>
      <label class="field">
        <span class="label">{t('topic')}</span>
        <input
          class="input"
          dir={directionOf(topic())}
          value={topic()}
          disabled={!rights().toTopics}
          data-max-length={(store.fields.get('max_topic_length') as number) ?? limits.topicLength}
          on:input={(event) => setTopic(event.currentTarget.value)}
        />
      </label>
      <label class="field">
        <span class="label">{t('moveWhat')}</span>
        <select class="input" onChange={(event) => setExtent(event.currentTarget.value as Extent)}>
          <For each={extents}>
            {([value, name]) => (
              <option value={value} selected={value === extent()}>
                {t(name)}
              </option>
            )}
          </For>
        </select>
      </label>
    </FormDialog>
  );
}
