import type { Place, ScheduledMessage } from '@parley/client';
import { Trash2 } from 'lucide';
import { For, Show } from 'solid-js';
import { Rendered } from '../content/rendered.tsx';
import { shortDateTimeOf } from '../i18n/format.ts';
import { t } from '../i18n/index.ts';
import { attempt } from '../model/actions.ts';
import { placeName } from '../model/names.ts';
import { useParley } from '../model/parley.tsx';
import { useDerived } from '../model/reactive.ts';
import { Icon } from '../ui/icon.tsx';

const placeOfScheduled = ({ type, to, topic }: ScheduledMessage): Place =>
  type === 'stream'
    ? { kind: 'topic', channelId: Number(to), topic: topic ?? '' }
    : { kind: 'direct', userIds: [to].flat() as number[] };

/** The person's scheduled messages. */
export default function ScheduledView() {
  const { store, client } = useParley();
  const all = useDerived([store.personal.scheduledMessages], () =>
    [...store.personal.scheduledMessages.values()].sort(
      (one, other) => one.scheduled_delivery_timestamp - other.scheduled_delivery_timestamp,
    ),
  );
  return (
    <>
      <header class="view-head">
        <h1>{t('scheduledMessages')}</h1>
      </header>
      <div class="view-scroll">
        <ul class="card-list">
          <For
            each={all()}
            fallback={
              <li class="empty">
                <h2>{t('noScheduled')}</h2>
              </li>
            }
          >
            {(message) => (
              <li class="card">
                <p class="muted">
                  {placeName(store, placeOfScheduled(message))} ·{' '}
                  {shortDateTimeOf(message.scheduled_delivery_timestamp)}
                </p>
                <Show when={message.failed}>
                  <p class="notice is-error">{t('scheduledFailed')}</p>
                </Show>
                <Rendered html={message.rendered_content} />
                <div class="form-actions">
                  <button
                    type="button"
                    class="button"
                    onClick={() =>
                      void attempt(
                        client.call('delete-scheduled-message', {
                          scheduled_message_id: message.scheduled_message_id,
                        }),
                      )
                    }
                  >
                    <Icon of={Trash2} />
                    {t('delete')}
                  </button>
                </div>
              </li>
            )}
          </For>
        </ul>
      </div>
    </>
  );
}
