import type { Message } from '@parley/client';
import { createMemo, createSignal, For } from 'solid-js';
import { listOf } from '../i18n/format.ts';
import { t } from '../i18n/index.ts';
import { attempt } from '../model/actions.ts';
import { userName } from '../model/names.ts';
import { useParley } from '../model/parley.tsx';
import { pollOf } from './widgets.ts';

/** A poll that people vote in and add options to. */
export default function Poll(props: { message: Message }) {
  const { client, store } = useParley();
  const poll = createMemo(() => pollOf(props.message));
  const [option, setOption] = createSignal('');
  const { selfId } = store.people;
  const most = () => Math.max(1, ...poll().options.map(({ voters }) => voters.length));
  const submit = (data: object) =>
    attempt(
      client.call('add-submessage', {
        message_id: props.message.id,
        msg_type: 'widget',
        content: JSON.stringify(data),
      }),
    );
  const add = async () => {
    const text = option().trim();
    if (text === '' || poll().options.some((each) => each.text === text)) return;
    const own = props.message.submessages.filter(({ sender_id }) => sender_id === selfId).length;
    if (await submit({ type: 'new_option', idx: own + 1, option: text })) setOption('');
  };
  return (
    <div class="widget" role="group" aria-label={t('poll', { question: poll().question })}>
      <strong dir="auto">{poll().question || t('pollWithoutQuestion')}</strong>
      <ul class="poll-options">
        <For each={poll().options}>
          {(each) => {
            const isOwn = () => each.voters.includes(selfId);
            return (
              <li>
                <button
                  type="button"
                  class="poll-vote"
                  aria-pressed={isOwn()}
                  aria-label={t('voteFor', { option: each.text, count: each.voters.length })}
                  onClick={() => void submit({ type: 'vote', key: each.key, vote: isOwn() ? -1 : 1 })}
                >
                  {each.voters.length}
                </button>
                <span dir="auto">{each.text}</span>
                <meter class="poll-bar" min="0" max={most()} value={each.voters.length} aria-hidden="true" />
                <span class="muted">{listOf(each.voters.map((id) => userName(store, id)))}</span>
              </li>
            );
          }}
        </For>
      </ul>
      <form
        class="inline-form"
        onSubmit={(event) => {
          event.preventDefault();
          void add();
        }}
      >
        <input
          class="input"
          aria-label={t('newOption')}
          placeholder={t('newOption')}
          value={option()}
          onInput={(event) => setOption(event.currentTarget.value)}
        />
        <button type="submit" class="button" disabled={option().trim() === ''}>
          {t('add')}
        </button>
      </form>
    </div>
  );
}
