import { isRecord } from '@parley/core';
export type LogView = {
  /**
   * Shows a log line of a process. A line that is not JSON is shown as an error.
   * @param hasServices whether the process runs several services. Then the line's own service is shown in place of the process
   */
  line(source: string, line: string, options?: { hasServices?: boolean }): void;
  /** Shows a message of the launcher itself. */
  say(text: string): void;
};

/** Fields that the view shows at fixed positions or leaves out. It shows all others as `name=value`. */
const framing = new Set(['level', 'time', 'service', 'msg', 'pid', 'hostname', 'err']);

const colours: Record<string, number> = { warn: 33, error: 31, fatal: 31, debug: 90, trace: 90 };

/** Creates a view that writes to a stream. Uses colours only if the stream is a terminal. */
export function createLogView(
  output: { write(text: string): unknown; isTTY?: boolean },
  now: () => Date = () => new Date(),
): LogView {
  const paint = (colour: number | undefined, text: string) =>
    output.isTTY && colour !== undefined ? `\u001b[${colour}m${text}\u001b[0m` : text;
  const show = (time: Date, source: string, level: string, text: string) => {
    const head = `${time.toISOString().slice(11, 23)} ${source.padEnd(14)}`;
    output.write(`${paint(90, head)} ${paint(colours[level], `${level.toUpperCase().padEnd(5)} ${text}`)}\n`);
  };
  return {
    line(process, line, { hasServices = false } = {}) {
      const entry = parse(line);
      const source = hasServices && typeof entry?.service === 'string' ? entry.service : process;
      if (entry === undefined) show(now(), source, 'error', line);
      else show(timeOf(entry.time) ?? now(), source, String(entry.level ?? 'info'), render(entry));
    },
    say: (text) => output.write(`${text}\n`),
  };
}

type Entry = Readonly<Record<string, unknown>>;

function parse(line: string): Entry | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    const entry: unknown = JSON.parse(line);
    return isRecord(entry) ? entry : undefined;
  } catch {
    return undefined;
  }
}

function timeOf(value: unknown): Date | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const time = new Date(value);
  return Number.isNaN(time.getTime()) ? undefined : time;
}

function render(entry: Entry): string {
  const fields = Object.entries(entry)
    .filter(([name]) => !framing.has(name))
    .map(
      ([name, value]) =>
        `${name}=${typeof value === 'string' ? quoteIfNeeded(value) : JSON.stringify(value)}`,
    );
  const { err } = entry;
  const error = isRecord(err)
    ? [`\n    ${String(err.stack ?? err.message ?? '').replaceAll('\n', '\n    ')}`]
    : [];
  return [String(entry.msg ?? ''), ...fields, ...error].filter((part) => part !== '').join(' ');
}

function quoteIfNeeded(text: string): string {
  return /^[^\s"=]+$/.test(text) ? text : JSON.stringify(text);
}
