import { adapters } from '../domain/adapters/index.ts';
import { type Form, type FormBit, formBits } from '../domain/form.ts';
import { catalogue, madeByForm, neverSent } from './entries.ts';

/** Names of a form's bits, as clients send them. */
export const namesOf = (form: Form): string[] =>
  Object.keys(formBits).filter((name) => (form & formBits[name as FormBit]) !== 0);

/** What adapts an event of a type: names as clients send them. */
function formsOf(type: string): string[] {
  if (type === 'message') return ['apply_markdown', 'client_gravatar', 'empty_topic_name'];
  const masks = (Object.hasOwn(adapters, type) ? adapters[type]! : []).map(({ mask }) => mask);
  return [...new Set(masks.flatMap(namesOf))].sort();
}

const code = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');
const isOperation = (cause: string) => /^[a-z]+(-[a-z]+)+$/.test(cause);
const link = (path: string) => `[${path.split('/').at(-1)}](../${path})`;

/** `docs/events.md`. */
export function renderCatalogue(): string {
  const rows = catalogue
    .toSorted((one, other) => (one.event < other.event ? -1 : 1))
    .map(({ event, owner, causes, audience, source, test }) =>
      [
        `\`${event}\``,
        owner,
        causes.map((cause) => (isOperation(cause) ? `\`${cause}\`` : cause)).join(', '),
        audience,
        code(formsOf(event.split('/')[0]!)),
        `${link(source)}, ${link(test)}`,
      ].join(' | '),
    );
  const unsent = Object.entries(neverSent).map(([type, reason]) => `- \`${type}\`: ${reason}`);
  const made = Object.entries(madeByForm).map(([event, of]) => `- \`${event}\`: ${of}`);
  return `# Events

Every event that clients get: the service that writes it, the operations that cause it, who hears it, the capabilities
and options that change its form (adapters in \`services/event-queue/src/domain/adapters\`), where it is written and tested.

Generated from \`services/event-queue/src/catalogue/entries.ts\` by
\`node --conditions=parley-source services/event-queue/src/catalogue/write.ts\`; a test compares it with the code.

| event | owner | caused by | heard by | form depends on | code, test |
| ----- | ----- | --------- | -------- | --------------- | ---------- |
${rows.map((row) => `| ${row} |`).join('\n')}

## Made for older clients

Nobody writes these; adapters make them of other events.

${made.join('\n')}

## Never sent

Clients may ask for these; nothing causes them.

${unsent.join('\n')}
`;
}
