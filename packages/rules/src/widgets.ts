/**
 * Polls and to-do lists: their state, which the first submessage defines and later ones change in order, the same state as blocks, and the submessage
 * that a press of one of these blocks becomes.
 */

import type { UserId } from '@parley/proto/ids';

export type WidgetMessage = {
  readonly sender_id: number;
  readonly submessages: readonly {
    readonly id: number;
    readonly sender_id: number;
    readonly msg_type: string;
    readonly content: string;
  }[];
};

export type PollOption = { readonly key: string; readonly text: string; readonly voters: readonly number[] };
export type Poll = {
  readonly kind: 'poll';
  readonly question: string;
  readonly options: readonly PollOption[];
};

export type Task = {
  readonly key: string;
  readonly text: string;
  readonly description: string;
  readonly isDone: boolean;
};
export type TodoList = { readonly kind: 'todo'; readonly title: string; readonly tasks: readonly Task[] };

export type Widget = Poll | TodoList;

type Data = Readonly<Record<string, unknown>>;
type Parsed = { extra: Data; changes: { sender: number; data: Data }[] };

export function widgetOf(message: WidgetMessage): Widget | undefined {
  const [first, ...rest] = message.submessages
    .filter(({ msg_type: type }) => type === 'widget')
    .toSorted((one, other) => one.id - other.id);
  if (!first) return undefined;
  const { widget_type: kind, extra_data: extra } = read(first.content);
  const parsed = {
    extra: isObject(extra) ? extra : {},
    changes: rest.map(({ sender_id: sender, content }) => ({ sender, data: read(content) })),
  };
  if (kind === 'poll') return pollOf(parsed, message.sender_id);
  return kind === 'todo' ? todoOf(parsed, message.sender_id) : undefined;
}

const isObject = (value: unknown): value is Data =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function read(text: string): Data {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function pollOf({ extra, changes }: Parsed, senderId: UserId): Poll {
  let question = String(extra.question ?? '');
  const options = new Map<string, { text: string; voters: Set<number> }>();
  for (const [index, text] of listOf(extra.options).entries())
    options.set(`canned,${index}`, { text: String(text), voters: new Set() });
  for (const { sender, data } of changes) {
    if (data.type === 'new_option') {
      const key = `${sender},${String(data.idx)}`;
      if (!options.has(key)) options.set(key, { text: String(data.option), voters: new Set() });
    } else if (data.type === 'question' && sender === senderId) question = String(data.question);
    else if (data.type === 'vote') {
      const option = options.get(String(data.key));
      if (data.vote === 1) option?.voters.add(sender);
      else option?.voters.delete(sender);
    }
  }
  return {
    kind: 'poll',
    question,
    options: [...options].map(([key, { text, voters }]) => ({ key, text, voters: [...voters] })),
  };
}

function todoOf({ extra, changes }: Parsed, senderId: UserId): TodoList {
  let title = String(extra.task_list_title ?? '');
  const tasks = new Map<string, Task>();
  for (const [index, given] of listOf(extra.tasks).entries()) {
    const { task = '', desc = '' } = isObject(given) ? given : {};
    const key = `${index},canned`;
    tasks.set(key, { key, text: String(task), description: String(desc), isDone: false });
  }
  for (const { sender, data } of changes) {
    if (data.type === 'new_task') {
      const key = `${String(data.key)},${sender}`;
      if (tasks.has(key)) continue;
      const description = String(data.desc ?? '');
      tasks.set(key, { key, text: String(data.task), description, isDone: data.completed === true });
    } else if (data.type === 'strike') {
      const task = tasks.get(String(data.key));
      if (task) tasks.set(task.key, { ...task, isDone: !task.isDone });
    } else if (data.type === 'new_task_list_title' && sender === senderId) title = String(data.title);
  }
  return { kind: 'todo', title, tasks: [...tasks.values()] };
}

type Plain = { type: 'plain_text'; text: string };
const plain = (text: string): Plain => ({ type: 'plain_text', text });

type WidgetButton = {
  type: 'button';
  action_id: string;
  text: Plain;
  value: string;
  accessibility_label: string;
};

/** A block of a poll or to-do list, in the form of the API. */
export type WidgetBlock =
  | { type: 'section'; block_id: string; text: Plain; accessory?: WidgetButton }
  | {
      type: 'input';
      block_id: string;
      label: Plain;
      element: { type: 'plain_text_input'; action_id: string; multiline: boolean; max_length: number };
      optional: boolean;
      dispatch_action: boolean;
    };

/** What blocks of polls and to-do lists say in a language. */
export type WidgetWords = {
  readonly pollWithoutQuestion: string;
  readonly todoList: string;
  readonly newOption: string;
  readonly newTask: string;
  readonly voteFor: (option: string) => string;
  readonly markDone: string;
  readonly markOpen: string;
};

/** Longest text of a new option or task, in characters. */
const maxLine = 1_000;
const ids = { vote: 'vote', option: 'new_option', strike: 'strike', task: 'new_task' } as const;

/** Names a control of the blocks of a poll or to-do list, as presses do. */
export type WidgetControl = { readonly block_id: string; readonly action_id: string };

/** The controls of polls and to-do lists. */
export const widgetControls = {
  vote: (key: string): WidgetControl => ({ block_id: `option ${key}`, action_id: ids.vote }),
  strike: (key: string): WidgetControl => ({ block_id: `task ${key}`, action_id: ids.strike }),
  newOption: { block_id: ids.option, action_id: ids.option },
  newTask: { block_id: ids.task, action_id: ids.task },
} as const;

const lineInput = (id: string, label: string): WidgetBlock => ({
  type: 'input',
  block_id: id,
  label: plain(label),
  element: { type: 'plain_text_input', action_id: id, multiline: false, max_length: maxLine },
  optional: true,
  dispatch_action: true,
});

/** Returns a poll or to-do list as blocks. @param nameOf returns the name of a person */
export function widgetBlocks(
  widget: Widget,
  words: WidgetWords,
  nameOf: (userId: UserId) => string,
): WidgetBlock[] {
  if (widget.kind === 'poll') {
    return [
      { type: 'section', block_id: 'question', text: plain(widget.question || words.pollWithoutQuestion) },
      ...widget.options.map(({ key, text, voters }): WidgetBlock => {
        const names = voters.map(nameOf).join(', ');
        return {
          type: 'section',
          block_id: widgetControls.vote(key).block_id,
          text: plain(names === '' ? text : `${text}\n${names}`),
          accessory: {
            type: 'button',
            action_id: ids.vote,
            text: plain(String(voters.length)),
            value: key,
            accessibility_label: words.voteFor(text),
          },
        };
      }),
      lineInput(ids.option, words.newOption),
    ];
  }
  return [
    { type: 'section', block_id: 'title', text: plain(widget.title || words.todoList) },
    ...widget.tasks.map(({ key, text, description, isDone }): WidgetBlock => {
      const label = isDone ? words.markOpen : words.markDone;
      return {
        type: 'section',
        block_id: widgetControls.strike(key).block_id,
        text: plain(`${isDone ? '☑' : '☐'} ${text}${description === '' ? '' : `\n${description}`}`),
        accessory: {
          type: 'button',
          action_id: ids.strike,
          text: plain(label),
          value: key,
          accessibility_label: `${label}: ${text}`,
        },
      };
    }),
    lineInput(ids.task, words.newTask),
  ];
}

/**
 * Returns the submessage that a press of a block of a poll or to-do list becomes. Undefined when nothing changes: an empty line, or an option that is
 * there already.
 * @param own the number of submessages that the person has added to the message
 */
export function widgetChange(
  widget: Widget,
  { actionId, blockId, values }: { actionId: string; blockId: string; values: readonly string[] },
  { userId, own }: { userId: UserId; own: number },
): Data | undefined {
  const line = (values[0] ?? '').trim();
  if (widget.kind === 'poll') {
    if (actionId === ids.option) {
      if (line === '' || widget.options.some(({ text }) => text === line)) return undefined;
      return { type: 'new_option', idx: own + 1, option: line };
    }
    const option = widget.options.find(({ key }) => blockId === widgetControls.vote(key).block_id);
    return option && { type: 'vote', key: option.key, vote: option.voters.includes(userId) ? -1 : 1 };
  }
  if (actionId === ids.task) {
    if (line === '') return undefined;
    return { type: 'new_task', key: own + 1, task: line, desc: '', completed: false };
  }
  const task = widget.tasks.find(({ key }) => blockId === widgetControls.strike(key).block_id);
  return task && { type: 'strike', key: task.key };
}
