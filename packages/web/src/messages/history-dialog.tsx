import type { Message } from '@parley/client';
import { createResource, For, Show, Suspense } from 'solid-js';
import { Rendered } from '../content/rendered.tsx';
import { shortDateTimeOf } from '../i18n/format.ts';
import { t } from '../i18n/index.ts';
import { topicName, userName } from '../model/names.ts';
import { useParley } from '../model/parley.tsx';
import { Dialog } from '../ui/dialog.tsx';

/** Shows the earlier texts, topics and channels of a message. */
export default function HistoryDialog(props: { message: Message; onClose: () => void }) {
  const { client, store } = useParley();
  const [answer] = createResource(() =>
    client.call('get-message-history', { message_id: props.message.id, allow_empty_topic_name: true }),
  );
  return (
    <Dialog title={t('history')} isWide onClose={props.onClose}>
      <Suspense fallback={<div class="skeleton" />}>
        <Show when={!answer.error} fallback={<p>{t('historyUnavailable')}</p>}>
          <Show when={answer()}>
            {(history) => (
              <ol class="history">
                <For each={history().message_history.toReversed()}>
                  {(entry) => (
                    <li>
                      <p class="muted">
                        {t('changedBy', {
                          person: entry.user_id === null ? t('unknownUser') : userName(store, entry.user_id),
                          time: shortDateTimeOf(entry.timestamp),
                        })}
                      </p>
                      <Show when={entry.prev_topic !== undefined}>
                        <p>
                          {t('movedFrom', {
                            from: topicName(store, entry.prev_topic ?? ''),
                            to: topicName(store, entry.topic),
                          })}
                        </p>
                      </Show>
                      <Rendered html={entry.rendered_content} />
                    </li>
                  )}
                </For>
              </ol>
            )}
          </Show>
        </Show>
      </Suspense>
    </Dialog>
  );
}
