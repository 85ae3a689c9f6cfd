import { contentTypes, deliveryOf, type EventName, events, neverSent, olderForms } from '@parley/api/events';
import { firstItem, keysOf, partBefore } from '@parley/core';
import { adapters } from '../domain/adapters/index.ts';
import { type Form, formBits, inheritedNotifications } from '../domain/form.ts';

/** Returns the names of the capabilities and options that are set in a form, as clients send them. */
export const namesOf = (form: Form): string[] =>
  keysOf(formBits).filter((name) => (form & formBits[name]) !== 0);

/** Returns the names of the capabilities and options that change the form of events of a type. */
function capabilitiesOf(type: string): string[] {
  if (type === 'message') return ['apply_markdown', 'empty_topic_name'];
  const masks = ((Object.hasOwn(adapters, type) && adapters[type]) || []).map(({ mask }) => mask);
  // These parts of a form depend on the API key and on the user's settings, and not on the client.
  const ofNoClient: readonly string[] = ['without_credentials', ...inheritedNotifications];
  return [...new Set(masks.flatMap(namesOf))].filter((name) => !ofNoClient.includes(name)).sort();
}

const code = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');
const isOperation = (cause: string) => /^[a-z]+(-[a-z]+)+$/.test(cause);

/** Returns the cells of a row after its first. */
function cellsOf(name: EventName): string {
  const { recipients, causes } = deliveryOf(name);
  const causedBy = causes.map((cause) => (isOperation(cause) ? code([cause]) : cause)).join(', ');
  return [recipients, causedBy, code(capabilitiesOf(partBefore(name, '/')))].join(' | ');
}

/** Returns the rows of the table of events. Events of a type that differ in nothing else share one. */
function rowsOf(names: readonly EventName[]): string[] {
  const alike = new Map<string, EventName[]>();
  for (const name of names) {
    const key = `${partBefore(name, '/')} ${cellsOf(name)}`;
    alike.set(key, [...(alike.get(key) ?? []), name]);
  }
  return Array.from(alike.values(), (same) => `| ${code(same)} | ${cellsOf(firstItem(same))} |`);
}

/** Returns the text of `docs/events.md`, the catalogue of all events. */
export function renderCatalogue(): string {
  const rows = rowsOf(keysOf(events).sort());
  const older = Object.entries(olderForms).map(
    ([name, { from, without, note }]) =>
      `| \`${name}\` | ${from.map((each) => `\`${each}\``).join(', ')} | \`${without}\` | ${note} |`,
  );
  const unsent = Object.entries(neverSent).map(([type, reason]) => `- \`${type}\`: ${reason}`);
  return `# Events

This table has every event that \`GET /events\` returns: its recipients, the operations that cause it, and the capabilities and options of a
client that change its form. “User” is the person whose data it is, “readers” are the people who may read the message. Everyone but guests sees
every user. \`/api/docs\` of a running server shows the members of each event. The schemas are in
[packages/api/src/events](../packages/api/src/events), and \`npm run generate\` writes this page from them.

| event | recipients | caused by | form depends on |
| ----- | ---------- | --------- | --------------- |
${rows.join('\n')}

## API keys with limits

A key without the area \`messages\` receives no events with contents: ${code([...contentTypes].sort())}.
A key with any limits receives no credentials: \`export_url\` in \`realm_export\` is null
([why](decisions/handing-out-credentials.md)).

## IDs

The \`id\` of an event is its position in the log. If one change becomes several events for older clients, they share it
([rules](api/events.md#ids)).

## Forms for older clients

For clients without a capability, the queue makes these events from another event.

| event | made of | without the capability | form |
| ----- | ------- | ---------------------- | ---- |
${older.join('\n')}

## Never sent

A client may request these types, but nothing causes such events.

${unsent.join('\n')}
`;
}
