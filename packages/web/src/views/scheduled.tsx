import type { Place, ScheduledMessage } from '@parley/client';
import { CalendarClock, Pencil, Trash2 } from 'lucide';
import { createSignal, For, Show } from 'solid-js';
import { Rendered } from '../content/rendered.tsx';
import { shortDateTimeOf } from '../i18n/format.ts';
import { t } from '../i18n/index.ts';
import { EditFrame } from '../messages/edit-frame.tsx';
import { attempt } from '../model/actions.ts';
import { useParley } from '../model/parley.tsx';
import { useDerived } from '../model/reactive.ts';
import { EmptyIcon } from '../ui/empty-icon.tsx';
import { localInputValue } from '../ui/times.ts';
import { ViewHead } from '../ui/view-head.tsx';
import { MessageCard } from './message-card.tsx';
import { UnsentTabs } from './unsent-tabs.tsx';
import { u, unsentTexts } from './unsent-texts.ts';

await unsentTexts.load();

const placeOfScheduled = ({ type, to, topic }: ScheduledMessage): Place =>
  type === 'stream'
    ? { kind: 'topic', channelId: Number(to), topic: topic ?? '' }
    : { kind: 'direct', userIds: [to].flat() };

/** Shows the person's scheduled messages. */
export default function ScheduledView() {
  const parley = useParley();
  const { store } = parley;
  const ids = useDerived([store.personal.scheduledMessages], () =>
    [...store.personal.scheduledMessages.values()].sort(
      (one, other) => one.scheduled_delivery_timestamp - other.scheduled_delivery_timestamp,
    ),
  );
  return (
    <>
      <ViewHead title={t('scheduledMessages')}>
        <UnsentTabs present="scheduled" />
      </ViewHead>
      <div class="view-scroll" ref={(element) => parley.positions.keepScroll(element)}>
        <ul class="card-list">
          <For
            each={ids()}
            fallback={
              <li class="empty">
                <EmptyIcon of={CalendarClock} />
                <h2>{u('noScheduled')}</h2>
                <p>{u('noScheduledMore')}</p>
              </li>
            }
          >
            {(message) => <Scheduled message={message} />}
          </For>
        </ul>
      </div>
    </>
  );
}

function Scheduled(props: { message: ScheduledMessage }) {
  const parley = useParley();
  const { client } = parley;
  const [isEditing, setEditing] = createSignal(false);
  /** Deletes the message, and offers to undo that. */
  const remove = async () => {
    const { message } = props;
    const { scheduled_message_id: id } = message;
    if (!(await attempt(parley, client.call('delete-scheduled-message', { scheduled_message_id: id }))))
      return;
    const place = placeOfScheduled(message);
    const again = () =>
      client.call('create-scheduled-message', {
        ...(place.kind === 'topic'
          ? { type: 'channel' as const, to: place.channelId, topic: place.topic }
          : { type: 'direct' as const, to: [...place.userIds] }),
        content: message.content,
        scheduled_delivery_timestamp: message.scheduled_delivery_timestamp,
      });
    parley.toasts.show(u('scheduledDeleted'), {
      undo: () => void attempt(parley, again(), t('notScheduled')),
    });
  };
  return (
    <MessageCard
      place={placeOfScheduled(props.message)}
      time={shortDateTimeOf(props.message.scheduled_delivery_timestamp)}
      actions={
        isEditing()
          ? []
          : [
              { icon: Pencil, label: t('edit'), run: () => setEditing(true) },
              { icon: Trash2, label: t('delete'), run: () => void remove() },
            ]
      }
    >
      <Show when={props.message.failed}>
        <p class="notice is-error">{u('scheduledFailed')}</p>
      </Show>
      <Show when={isEditing()} fallback={<Rendered html={props.message.rendered_content} />}>
        <ScheduledForm message={props.message} onClose={() => setEditing(false)} />
      </Show>
    </MessageCard>
  );
}

/** Renders a form that changes the text and the time of a scheduled message. */
function ScheduledForm(props: { message: ScheduledMessage; onClose: () => void }) {
  const parley = useParley();
  const { client } = parley;
  const [text, setText] = createSignal(props.message.content);
  const [time, setTime] = createSignal(localInputValue(props.message.scheduled_delivery_timestamp * 1000));
  const save = async () => {
    const timestamp = Math.floor(new Date(time()).getTime() / 1000);
    const isMoved = localInputValue(props.message.scheduled_delivery_timestamp * 1000) !== time();
    const call = client.call('update-scheduled-message', {
      scheduled_message_id: props.message.scheduled_message_id,
      ...(text() !== props.message.content && { content: text() }),
      // A new time also makes the server retry a message whose delivery failed.
      ...((isMoved || props.message.failed) && { scheduled_delivery_timestamp: timestamp }),
    });
    if (await attempt(parley, call, t('notSaved'))) props.onClose();
  };
  return (
    <EditFrame
      text={text()}
      minRows={3}
      required
      fieldRef={(field) => queueMicrotask(() => field.focus())}
      onInput={setText}
      onSave={save}
      onClose={() => props.onClose()}
    >
      <label class="field">
        <span class="label">{u('sendAt')}</span>
        <input
          class="input"
          type="datetime-local"
          required
          min={localInputValue(Date.now())}
          value={time()}
          on:input={(event) => setTime(event.currentTarget.value)}
        />
      </label>
    </EditFrame>
  );
}
