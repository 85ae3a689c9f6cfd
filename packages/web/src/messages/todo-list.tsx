import type { Message } from '@parley/client';
import { createMemo, createSignal, For, Show } from 'solid-js';
import { t } from '../i18n/index.ts';
import { attempt } from '../model/actions.ts';
import { useParley } from '../model/parley.tsx';
import { todoOf } from './widgets.ts';

/** A list of tasks that people tick off and add to. */
export default function TodoList(props: { message: Message }) {
  const { client, store } = useParley();
  const todo = createMemo(() => todoOf(props.message));
  const [task, setTask] = createSignal('');
  const submit = (data: object) =>
    attempt(
      client.call('add-submessage', {
        message_id: props.message.id,
        msg_type: 'widget',
        content: JSON.stringify(data),
      }),
    );
  const add = async () => {
    const text = task().trim();
    if (text === '') return;
    const own = props.message.submessages.filter(({ sender_id }) => sender_id === store.people.selfId).length;
    if (await submit({ type: 'new_task', key: own + 1, task: text, desc: '', completed: false })) setTask('');
  };
  return (
    <div class="widget" role="group" aria-label={todo().title || t('todoList')}>
      <strong dir="auto">{todo().title || t('todoList')}</strong>
      <ul class="todo-tasks">
        <For each={todo().tasks}>
          {(each) => (
            <li>
              <label>
                <input
                  type="checkbox"
                  checked={each.isDone}
                  onChange={() => void submit({ type: 'strike', key: each.key })}
                />
                <span dir="auto" classList={{ 'is-done': each.isDone }}>
                  {each.text}
                </span>
              </label>
              <Show when={each.description}>
                <span class="muted">{each.description}</span>
              </Show>
            </li>
          )}
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
          aria-label={t('newTask')}
          placeholder={t('newTask')}
          value={task()}
          onInput={(event) => setTask(event.currentTarget.value)}
        />
        <button type="submit" class="button" disabled={task().trim() === ''}>
          {t('add')}
        </button>
      </form>
    </div>
  );
}
