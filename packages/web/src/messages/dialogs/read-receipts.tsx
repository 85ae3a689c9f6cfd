import type { Message } from '@parley/client';
import { createResource, For, Show, Suspense } from 'solid-js';
import { directionOf } from '../../i18n/direction.ts';
import { t } from '../../i18n/index.ts';
import { userName } from '../../model/names.ts';
import { useParley } from '../../model/parley.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ms } from '../texts.ts';

/** Shows the people who have read a message. */
export default function ReadReceipts(props: { message: Message; onClose: () => void }) {
  const { client, store } = useParley();
  const [answer] = createResource(() => client.call('get-read-receipts', { message_id: props.message.id }));
  const ids = () => (answer.error ? undefined : answer()?.user_ids);
  return (
    <Dialog title={t('readReceipts')} onClose={props.onClose}>
      <Suspense fallback={<div class="skeleton" />}>
        <Show when={!answer.error} fallback={<p>{ms('receiptsOff')}</p>}>
          <Show when={ids()}>
            {(all) => (
              <>
                <p>{ms('readBy', { count: all().length })}</p>
                <ul class="people-list">
                  <For each={all()}>
                    {(id) => (
                      <li>
                        <Avatar userId={id} size="small" />{' '}
                        <span dir={directionOf(userName(store, id))}>{userName(store, id)}</span>
                      </li>
                    )}
                  </For>
                </ul>
              </>
            )}
          </Show>
        </Show>
      </Suspense>
    </Dialog>
  );
}
