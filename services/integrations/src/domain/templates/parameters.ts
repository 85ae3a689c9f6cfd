/** What the query of an address says, beside the parameters of the integration. */
export type AddressParameters = {
  apiKey: string;
  /** Name or ID of the channel, as it was sent and decoded once more; empty for none. */
  channel: readonly string[];
  /** Undefined when the address names none. */
  topic: string | undefined;
  onlyEvents: readonly string[] | undefined;
  excludeEvents: readonly string[] | undefined;
  /** All other parameters. */
  others: Readonly<Record<string, string>>;
};

const known = new Set(['api_key', 'stream', 'channel', 'topic', 'subject', 'only_events', 'exclude_events']);
/** Maximum number of parameters. */
const maxCount = 200;
/** Maximum number of names of events. Some services have hundreds, and one that is left out here would be lost. */
const maxEvents = 2_000;

/** Reads the query of an address. Some tools encode it twice, so the channel and the topic are decoded once more. */
export function readParameters(query: string): AddressParameters {
  const all = new URLSearchParams(query);
  const channel = all.get('stream') ?? all.get('channel') ?? '';
  const topic = all.get('topic') ?? all.get('subject');
  const others: Record<string, string> = {};
  for (const [name, value] of [...all].slice(0, maxCount)) {
    if (!known.has(name)) others[name] = value.slice(0, 10_000);
  }
  return {
    apiKey: all.get('api_key') ?? '',
    channel: channel === '' ? [] : [...new Set([channel, decodedOnce(channel)])],
    topic: topic === null || topic === '' ? undefined : decodedOnce(topic),
    onlyEvents: eventsOf(all.get('only_events')),
    excludeEvents: eventsOf(all.get('exclude_events')),
    others,
  };
}

/** Returns a query without the parameters that name a channel. */
export function withoutChannel(query: string): string {
  const all = new URLSearchParams(query);
  for (const name of ['stream', 'channel']) all.delete(name);
  return all.toString();
}

function decodedOnce(text: string): string {
  if (!/%[0-9a-f]{2}/i.test(text)) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Reads names of events: a JSON list, or names that are separated by commas. */
function eventsOf(text: string | null): readonly string[] | undefined {
  if (text === null || text.trim() === '') return undefined;
  const decoded = decodedOnce(text).trim();
  if (decoded.startsWith('[')) {
    try {
      const list: unknown = JSON.parse(decoded);
      if (Array.isArray(list)) return list.filter((each) => typeof each === 'string').slice(0, maxEvents);
    } catch {}
  }
  return decoded
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .slice(0, maxEvents);
}

/** Returns whether an address wants an event. In the names, `*` stands for any characters. An event without a name is always wanted. */
export function isWanted(
  event: string,
  { onlyEvents, excludeEvents }: Pick<AddressParameters, 'onlyEvents' | 'excludeEvents'>,
): boolean {
  if (event === '') return true;
  if (onlyEvents && !onlyEvents.some((pattern) => matches(event, pattern))) return false;
  return !excludeEvents?.some((pattern) => matches(event, pattern));
}

/** Compares without regular expressions, whose time a hostile pattern could make long. */
function matches(event: string, pattern: string): boolean {
  const parts = pattern.split('*');
  if (parts.length === 1) return event === pattern;
  const [first = '', last = ''] = [parts[0], parts.at(-1)];
  if (!event.startsWith(first) || !event.slice(first.length).endsWith(last)) return false;
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = event.indexOf(part, at);
    if (found < 0 || found + part.length > event.length - last.length) return false;
    at = found + part.length;
  }
  return true;
}
