/** A poll or to-do list written as text, in the format that clients expect. */

type Widget =
  | { widget_type: 'poll'; extra_data: { question: string; options: string[] } }
  | {
      widget_type: 'todo';
      extra_data: { task_list_title: string; tasks: { task: string; desc: string }[] };
    };

const command = /^\/(poll|todo)(?=\s|$)/;
const bullet = /^[-*]?\s*/;

/** Returns the first submessage as JSON text when the content begins with `/poll` or `/todo`; otherwise undefined. */
export function widgetOf(content: string): string | undefined {
  if (!content.startsWith('/')) return undefined;
  const kind = command.exec(content)?.[1];
  if (kind === undefined) return undefined;
  const [title = '', ...lines] = content.slice(kind.length + 1).split(/\r\n|\r|\n/);
  const widget = kind === 'poll' ? pollOf(title.trim(), lines) : todoOf(title.trim(), lines);
  return JSON.stringify(widget);
}

/** Parses a poll. The first line is the question; each further line is an option. */
function pollOf(question: string, lines: readonly string[]): Widget {
  const options = lines.map((line) => line.trim().replace(bullet, '')).filter((option) => option !== '');
  return { widget_type: 'poll', extra_data: { question, options } };
}

/** The first line is the title; each further line a task with an optional description after a colon. */
function todoOf(title: string, lines: readonly string[]): Widget {
  const tasks = lines
    .map((line) => line.trim().replace(bullet, ''))
    .filter((line) => line !== '')
    .map((line) => {
      const colon = line.indexOf(':');
      if (colon < 0) return { task: line, desc: '' };
      return { task: line.slice(0, colon).trim(), desc: line.slice(colon + 1).trim() };
    });
  return { widget_type: 'todo', extra_data: { task_list_title: title, tasks } };
}
