/** State of polls and to-do lists: the first submessage defines them, and later ones change them in order. */
import type { Message } from '@parley/client';

type Change = { readonly sender: number; readonly data: Record<string, unknown> };

function parse(message: Message): { extra: Record<string, unknown>; changes: Change[] } {
  const [first, ...rest] = message.submessages.toSorted((one, other) => one.id - other.id);
  const extra = (read(first?.content).extra_data ?? {}) as Record<string, unknown>;
  return {
    extra,
    changes: rest.map(({ sender_id, content }) => ({ sender: sender_id, data: read(content) })),
  };
}

function read(text = ''): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

export type PollOption = { readonly key: string; readonly text: string; readonly voters: readonly number[] };
export type PollState = { readonly question: string; readonly options: readonly PollOption[] };

/** Returns a poll with its votes. */
export function pollOf(message: Message): PollState {
  const { extra, changes } = parse(message);
  let question = String(extra.question ?? '');
  const options = new Map<string, { text: string; voters: Set<number> }>();
  const given = Array.isArray(extra.options) ? extra.options : [];
  for (const [index, text] of given.entries())
    options.set(`canned,${index}`, { text: String(text), voters: new Set() });
  for (const { sender, data } of changes) {
    if (data.type === 'new_option') {
      const key = `${sender},${data.idx}`;
      if (!options.has(key)) options.set(key, { text: String(data.option), voters: new Set() });
    } else if (data.type === 'question' && sender === message.sender_id) question = String(data.question);
    else if (data.type === 'vote') {
      const option = options.get(String(data.key));
      if (data.vote === 1) option?.voters.add(sender);
      else option?.voters.delete(sender);
    }
  }
  return {
    question,
    options: [...options].map(([key, { text, voters }]) => ({ key, text, voters: [...voters] })),
  };
}

export type Task = {
  readonly key: string;
  readonly text: string;
  readonly description: string;
  readonly isDone: boolean;
};
export type TodoState = { readonly title: string; readonly tasks: readonly Task[] };

/** Returns a to-do list with its completed tasks. */
export function todoOf(message: Message): TodoState {
  const { extra, changes } = parse(message);
  let title = String(extra.task_list_title ?? '');
  const tasks = new Map<string, Task>();
  const given = (Array.isArray(extra.tasks) ? extra.tasks : []) as { task?: string; desc?: string }[];
  for (const [index, { task = '', desc = '' }] of given.entries()) {
    const key = `${index},canned`;
    tasks.set(key, { key, text: task, description: desc, isDone: false });
  }
  for (const { sender, data } of changes) {
    if (data.type === 'new_task') {
      const key = `${data.key},${sender}`;
      if (tasks.has(key)) continue;
      tasks.set(key, {
        key,
        text: String(data.task),
        description: String(data.desc ?? ''),
        isDone: data.completed === true,
      });
    } else if (data.type === 'strike') {
      const task = tasks.get(String(data.key));
      if (task) tasks.set(task.key, { ...task, isDone: !task.isDone });
    } else if (data.type === 'new_task_list_title' && sender === message.sender_id)
      title = String(data.title);
  }
  return { title, tasks: [...tasks.values()] };
}
