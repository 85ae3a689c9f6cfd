import type { Message } from '@parley/client';
import { type TodoList as TodoState, widgetControls, widgetOf } from '@parley/rules/widgets';
import { createMemo, For, Show } from 'solid-js';
import { directionOf } from '../../i18n/direction.ts';
import { ms } from '../texts.ts';
import { AddLine, createWidgetPresses, PressFeedback } from './widget-parts.tsx';

/** Shows a to-do list. People add tasks and complete them. */
export default function TodoList(props: { message: Message }) {
  const presses = createWidgetPresses(() => props.message);
  const todo = createMemo(() => widgetOf(props.message) as TodoState);
  const isPressing = (key: string) => presses.stateOf(widgetControls.strike(key)) === 'pressing';
  return (
    <div class="widget" role="group" aria-label={todo().title || ms('todoList')}>
      <strong dir={directionOf(todo().title || ms('todoList'))}>{todo().title || ms('todoList')}</strong>
      <ul class="todo-tasks">
        <For each={todo().tasks}>
          {(each) => (
            <Task
              task={each}
              isPressing={isPressing(each.key)}
              strike={() => presses.press(widgetControls.strike(each.key))}
            />
          )}
        </For>
      </ul>
      <AddLine label={ms('newTask')} control={widgetControls.newTask} presses={presses} />
      <PressFeedback presses={presses} isPressing={todo().tasks.some(({ key }) => isPressing(key))} />
    </div>
  );
}

function Task(props: {
  task: TodoState['tasks'][number];
  isPressing: boolean;
  strike: () => Promise<boolean>;
}) {
  const each = props.task;
  return (
    <li>
      <label>
        <input
          type="checkbox"
          checked={each.isDone}
          aria-busy={props.isPressing}
          onChange={(event) => {
            const box = event.currentTarget;
            // The list follows the message. A press that fails leaves the task as it is.
            void props.strike().then((isDone) => {
              if (!isDone) box.checked = each.isDone;
            });
          }}
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
  );
}
