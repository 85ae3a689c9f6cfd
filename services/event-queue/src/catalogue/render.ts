import { contentTypes, deliveryOf, type EventName, events, neverSent, olderForms } from '@parley/api/events';
import { keysOf, partBefore } from '@parley/core';
import { adapters } from '../domain/adapters/index.ts';
import { type Form, formBits } from '../domain/form.ts';

/** Returns the names of the capabilities and options that are set in a form, as clients send them. */
export const namesOf = (form: Form): string[] =>
  keysOf(formBits).filter((name) => (form & formBits[name]) !== 0);

/** Returns the names of the capabilities and options that change the form of events of a type. */
function capabilitiesOf(type: string): string[] {
  if (type === 'message') return ['apply_markdown', 'empty_topic_name'];
  const masks = ((Object.hasOwn(adapters, type) && adapters[type]) || []).map(({ mask }) => mask);
  // The form without credentials depends on the API key, and not on the client.
  return [...new Set(masks.flatMap(namesOf))].filter((name) => name !== 'without_credentials').sort();
}

const code = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');
const isOperation = (cause: string) => /^[a-z]+(-[a-z]+)+$/.test(cause);

function rowOf(name: EventName): string {
  const { recipients, causes } = deliveryOf(name);
  const { type: _, op: __, ...members } = events[name].shape as Record<string, unknown>;
  const causedBy = causes.map((cause) => (isOperation(cause) ? code([cause]) : cause)).join(', ');
  const cells = [
    code([name]),
    code(Object.keys(members)),
    recipients,
    causedBy,
    code(capabilitiesOf(partBefore(name, '/'))),
  ];
  return `| ${cells.join(' | ')} |`;
}

/** Returns the text of `docs/events.md`, the catalogue of all events. */
export function renderCatalogue(): string {
  const rows = keysOf(events).sort().map(rowOf);
  const older = Object.entries(olderForms).map(
    ([name, { from, without, note }]) =>
      `| \`${name}\` | ${from.map((each) => `\`${each}\``).join(', ')} | \`${without}\` | ${note} |`,
  );
  const unsent = Object.entries(neverSent).map(([type, reason]) => `- \`${type}\`: ${reason}`);
  return `# Events

Every event that \`GET /events\` answers: its members beside \`id\`, \`type\` and \`op\`, its recipients, the operations
that cause it, and the capabilities and options of a client that change it. The schemas are in
[packages/api/src/events](../packages/api/src/events), and the OpenAPI document has them all.

Generated from the schemas by \`npm run generate\`; a test
compares it with them.

| event | members | recipients | caused by | form depends on |
| ----- | ------- | ---------- | --------- | --------------- |
${rows.join('\n')}

## API keys with limits

A key that may not be used for the area \`messages\` receives no events that tell of contents: ${code([...contentTypes].sort())}.
A key with any limits receives no credentials: \`export_url\` in \`realm_export\` is null
([why](decisions/handing-out-credentials.md)).

## IDs

The \`id\` of an event is its place in the log. IDs ascend, and a client acknowledges events by the last \`id\` that it has
handled. Two events of a queue have the same \`id\` in one case: a client without \`bulk_message_deletion\` gets a deletion of
several messages as several events, which are one place in the log. They always arrive in one answer, so a client that
handles a whole answer before it acknowledges loses nothing.

## Forms for older clients

No service builds these. The queue makes them of another event for clients without a capability.

| event | made of | without the capability | form |
| ----- | ------- | ---------------------- | ---- |
${older.join('\n')}

## Never sent

A client may ask for these types, and operations of types. Nothing causes them.

${unsent.join('\n')}
`;
}
