import type { Message } from '@parley/client';
import { limits } from '@parley/rules/limits';
import { createMemo, createSignal, createUniqueId } from 'solid-js';
import { SelectField } from '../../forms/fields.tsx';
import { directionOf } from '../../i18n/direction.ts';
import { t } from '../../i18n/index.ts';
import { compareNames } from '../../model/names.ts';
import { useParley } from '../../model/parley.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { PickField } from '../../ui/pick-field.tsx';
import { channelsToMoveTo, moveRights } from '../permissions.ts';
import { ms } from '../texts.ts';

type Extent = 'change_one' | 'change_later' | 'change_all';

const extents: readonly [Extent, Parameters<typeof ms>[0]][] = [
  ['change_one', 'moveOne'],
  ['change_later', 'moveLater'],
  ['change_all', 'moveAll'],
];

type MoveProps = { message: Message; onClose: () => void };

/** Creates where a message is moved to, and moves it. Call it inside a component. */
function createMove(props: MoveProps) {
  const { client, store } = useParley();
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
  const move = () =>
    client.call('update-message', {
      message_id: props.message.id,
      propagate_mode: extent(),
      ...(topic() !== props.message.subject && { topic: topic() }),
      ...(channelId() !== props.message.stream_id && { stream_id: channelId() }),
    });
  const isUnchanged = () => topic() === props.message.subject && channelId() === props.message.stream_id;
  return { channelId, setChannelId, topic, setTopic, extent, setExtent, rights, channels, move, isUnchanged };
}

type Move = ReturnType<typeof createMove>;

/** Moves a message, alone or with the later or all messages of its topic, to another topic or channel. */
export default function MoveDialog(props: MoveProps) {
  const moving = createMove(props);
  const { extent, setExtent, move, isUnchanged } = moving;
  return (
    <FormDialog
      title={t('move')}
      button={t('move')}
      isDisabled={isUnchanged()}
      act={move}
      failure={ms('notMoved')}
      onClose={props.onClose}
    >
      <PlaceFields moving={moving} />
      <SelectField
        label={ms('moveWhat')}
        value={extent()}
        options={extents.map(([value, name]) => ({ value, label: ms(name) }))}
        onChange={setExtent}
      />
    </FormDialog>
  );
}

function PlaceFields({ moving }: { moving: Move }) {
  const { store } = useParley();
  const { channelId, setChannelId, topic, setTopic, rights, channels } = moving;
  const id = createUniqueId();
  return (
    <>
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
    </>
  );
}
