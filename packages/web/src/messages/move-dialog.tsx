import type { Message } from '@parley/client';
import { createSignal, For } from 'solid-js';
import { t } from '../i18n/index.ts';
import { attempt } from '../model/actions.ts';
import { useParley } from '../model/parley.tsx';
import { Dialog } from '../ui/dialog.tsx';

type Extent = 'change_one' | 'change_later' | 'change_all';

/** Moves a message, or its whole topic, to another topic or channel. */
export default function MoveDialog(props: { message: Message; onClose: () => void }) {
  const { client, store } = useParley();
  const [channelId, setChannelId] = createSignal(props.message.stream_id!);
  const [topic, setTopic] = createSignal(props.message.subject);
  const [extent, setExtent] = createSignal<Extent>('change_later');
  const channels = [...store.channels.subscriptions.keys()]
    .flatMap((id) => store.channels.channels.get(id) ?? [])
    .sort((one, other) => one.name.localeCompare(other.name));
  const extents: readonly [Extent, Parameters<typeof t>[0]][] = [
    ['change_one', 'moveOne'],
    ['change_later', 'moveLater'],
    ['change_all', 'moveAll'],
  ];
  const move = async () => {
    const call = client.call('update-message', {
      message_id: props.message.id,
      propagate_mode: extent(),
      ...(topic() !== props.message.subject && { topic: topic() }),
      ...(channelId() !== props.message.stream_id && { stream_id: channelId() }),
    });
    if (await attempt(call, t('notMoved'))) props.onClose();
  };
  return (
    <Dialog title={t('move')} onClose={props.onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void move();
        }}
      >
        <label class="field">
          <span class="label">{t('channel')}</span>
          <select class="input" onChange={(event) => setChannelId(Number(event.currentTarget.value))}>
            <For each={channels}>
              {(channel) => (
                <option value={channel.stream_id} selected={channel.stream_id === channelId()}>
                  {channel.name}
                </option>
              )}
            </For>
          </select>
        </label>
        <label class="field">
          <span class="label">{t('topic')}</span>
          <input
            class="input"
            value={topic()}
            maxlength={(store.fields.get('max_topic_length') as number) ?? 60}
            onInput={(event) => setTopic(event.currentTarget.value)}
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
        <div class="dialog-actions">
          <button type="button" class="button" onClick={() => props.onClose()}>
            {t('cancel')}
          </button>
          <button
            type="submit"
            class="button is-primary"
            disabled={topic() === props.message.subject && channelId() === props.message.stream_id}
          >
            {t('move')}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
