import { readdirSync, readFileSync } from 'node:fs';
import octokit from '@octokit/webhooks-examples' with { type: 'json' };
import { describe, expect, it } from 'vitest';
import { type Integration, isMessage, type Rendered } from '../domain/integration.ts';
import { Payload } from '../domain/templates/payload.ts';
import { catalogueByName } from '../gen/catalogue.ts';

// Compares the events of each integration with the list of its service (documented/<name>.json): each documented event becomes a message of its
// own, or is left out with a reason; and where a service documents the values of a field that says what happened, each of them is told.

type Value = string | number | boolean | null;
/** A value, or several by their paths where one does not come without the others. */
type Choice = Value | Record<string, Value>;
type Documented = {
  /** Where the service publishes its list. */
  sources: string[];
  /** What the list was compared with last, in which version, and when; or why there is nothing to compare with. */
  compared?: { with: string; version: string; on: string };
  notCompared?: string;
  /** Events, each with the documented values of fields by their path. */
  events: Record<string, Record<string, Choice[]>>;
  /** Values that say the same as another one, by event, because the service tells both sides of one change. */
  alike?: Record<string, Record<string, string>>;
  /** Events that the list does not have, with the reason why they may come all the same. */
  more?: Record<string, string>;
  /** Names of the list, or of the tool's source, that are left out, with the reason. */
  left?: Record<string, string>;
};
type Example = {
  event: string;
  headers?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
};

const read = (path: string) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
const documents = readdirSync(new URL('documented/', import.meta.url)).map((file) => file.slice(0, -5));
const integrations: Integration[] = Object.values(catalogueByName);

/** What is said of an event that an integration does not know. */
const isUnknown = (rendered: Rendered) =>
  isMessage(rendered) && /\bsent(?: the event .*)?:\n/.test(rendered.content);

/** Returns a copy of a value in which one value is another. */
function changed(value: unknown, [key, ...rest]: readonly string[], replacement: Value): unknown {
  if (key === undefined) return replacement;
  if (Array.isArray(value))
    return value.map((item, at) => (String(at) === key ? changed(item, rest, replacement) : item));
  const fields = (value ?? {}) as Record<string, unknown>;
  return { ...fields, [key]: changed(fields[key], rest, replacement) };
}

function examplesOf(name: string): Example[] {
  const { examples } = read(`fixtures/${name}.json`) as { examples: Example[] };
  if (name !== 'github') return examples;
  const recorded = octokit as unknown as { name: string; examples: unknown[] }[];
  return [
    ...examples,
    ...recorded.flatMap(({ name: event, examples: bodies }) =>
      bodies.map((body) => ({ event, headers: { 'x-github-event': event }, body })),
    ),
  ];
}

const show = (integration: Integration, { headers = {}, query = {}, body }: Example): Rendered =>
  integration.render({ headers, query, body: new Payload(body), raw: '' });

it('has the list of each service', () => {
  expect(documents.sort()).toEqual(integrations.map(({ name }) => name).sort());
});

describe.each(integrations.map((integration) => [integration.name, integration] as const))(
  '%s',
  (name, integration) => {
    const documented = read(`documented/${name}.json`) as Documented;
    const { sources, events, alike = {}, more = {}, left = {}, compared, notCompared } = documented;
    const examples = examplesOf(name);
    const exampleOf = (event: string): Example => {
      const found = examples.find((example) => example.event === event);
      if (!found) throw new Error(`There is no example of the event ${event}.`);
      return found;
    };

    it('says with what its list was compared, and what is left out', () => {
      if (compared === undefined) expect(notCompared).toMatch(/^[A-Z].*\.$/);
      else {
        expect(notCompared).toBeUndefined();
        expect(compared.with).toMatch(/^https:\/\/\S+$/);
        expect(compared.version.trim()).not.toBe('');
        expect(compared.on).toMatch(/^20\d\d-[01]\d-[0-3]\d$/);
      }
      for (const [event, reason] of Object.entries(left)) {
        expect(reason).toMatch(/^[A-Z].*\.$/);
        expect(integration.events).not.toContain(event);
      }
    });

    it('knows exactly the events that the service documents, and a few with a reason', () => {
      for (const source of sources) expect(source).toMatch(/^https:\/\//);
      for (const reason of Object.values(more)) expect(reason).toMatch(/^[A-Z].*\.$/);
      expect([...integration.events].sort()).toEqual([...Object.keys(events), ...Object.keys(more)].sort());
    });

    it('shows each documented event as itself, or says why it becomes no message', () => {
      for (const event of [...Object.keys(events), ...Object.keys(more)]) {
        const rendered = show(integration, exampleOf(event));
        expect(rendered.event).toBe(event);
        expect(isUnknown(rendered), event).toBe(false);
        if (!isMessage(rendered)) expect(rendered.ignored).toMatch(/^[A-Z].*\.$/);
      }
    });

    it('tells the documented values of an event apart', () => {
      for (const [event, fields] of Object.entries(events)) {
        const example = exampleOf(event);
        for (const [path, choices] of Object.entries(fields)) {
          const said = new Map<string, Choice>();
          for (const choice of choices) {
            const values = typeof choice === 'object' && choice !== null ? choice : { [path]: choice };
            if (Object.hasOwn(alike[event] ?? {}, String(values[path]))) continue;
            let { body } = example;
            for (const [at, value] of Object.entries(values)) body = changed(body, at.split('.'), value);
            const rendered = show(integration, { ...example, body });
            const text = isMessage(rendered) ? rendered.content : rendered.ignored;
            expect({ choice, event: rendered.event, sameAs: said.get(text) }).toEqual({ choice, event });
            said.set(text, choice);
          }
        }
      }
    });
  },
);
