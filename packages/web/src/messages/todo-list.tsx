import type { Message } from '@parley/client';
import { type TodoList as TodoState, widgetOf } from '@parley/rules/widgets';
import { createMemo, For, Show } from 'solid-js';
import { directionOf } from '../i18n/direction.ts';
import { t } from '../i18n/index.ts';
import { useParley } from '../model/parley.tsx';
import { AddLine, submitChange } from './widget-parts.tsx';

/** Shows a to-do list. People add tasks and complete them. */
export default function TodoList(props: { message: Message }) {
  const parley = useParley();
  const todo = createMemo(() => widgetOf(props.message) as TodoState);
  const add = (task: string, key: number) => ({ type: 'new_task', key, task, desc: '', completed: false });
  return (
    <div class="widget" role="group" aria-label={todo().title || t('todoList')}>
      <strong dir={directionOf(todo().title || t('todoList'))}>{todo().title || t('todoList')}</strong>
      <ul class="todo-tasks">
        <For each={todo().tasks}>
          {(each) => (
            <li>
              <label>
                <input
                  type="checkbox"
                  checked={each.isDone}
                  onChange={() => void submitChange(parley, props.message, { type: 'strike', key: each.key })}
                />
                <span dir={directionOf(each.text)} classList={{ 'is-done': each.isDone }}>
                  {each.text}
                </span>
              </label>
              <Show when={each.description}>
                <span class="todo-description muted" dir={directionOf(each.description)}>
                  {each.description}
                </span>
              </Show>
            </li>
          )}
        </For>
      </ul>
      <AddLine message={props.message} label={t('newTask')} change={add} />
    </div>
  );
}
