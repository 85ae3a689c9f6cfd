import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

/** A field of a proto message that contains JSON. `parsedBy` lists the source files that parse it according to its comment. */
type Field = { name: string; comment: string; parsedBy: string[] };

const fields: Field[] = globSync('proto/**/*.proto', { cwd: root }).flatMap((file) =>
  [...read(file).matchAll(/((?:^ *\/\/.*\n)*)^ *(?:optional |repeated )?(?:bytes|string) (\w+) = /gm)].map(
    ([, comment, name]) => {
      const text = comment!.replaceAll(/\n? *\/\/ ?/g, ' ');
      const [, named = ''] = /Parsed by (.*)$/s.exec(text) ?? [];
      const parsedBy = [...named.matchAll(/[\w./-]+\.ts/g)].map(([path]) => path);
      return { name: name!, comment: text.trim(), parsedBy };
    },
  ),
);

/** Names under which the code parses a field, if they differ from the field's name. */
const otherNames: Readonly<Record<string, string>> = { overrides: 'json' };

/** Returns the fields that a source file parses as JSON. JSON that a service stores itself is parsed under other names. */
function parsedIn(file: string): string[] {
  return [...read(file).matchAll(/JSON\.parse\(([^;]{0,60}?)\)/g)].flatMap(([, argument]) => {
    const name = /\b(?:\w+Json|json|overrides)\b/.exec(argument!)?.[0];
    if (name === undefined) return [];
    return [otherNames[name] ?? name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)];
  });
}

const sources = globSync('{packages,services}/*/src/**/*.ts', {
  cwd: root,
  exclude: (name) => /(^|\/)gen$/.test(name) || name.endsWith('.test.ts'),
});
const parsing = sources.flatMap((file) => parsedIn(file).map((name) => ({ file, name })));

/**
 * Fields whose JSON is parsed, each with the reason. All other JSON fields must be passed through unparsed. Fields that exist
 * for the previous release are removed with the next release.
 */
const parsedFields: Readonly<Record<string, string>> = {
  channel_json: 'the form of an organization has its values, too',
  message_json:
    'the form of an organization has its values, too, and programs of bots get the message in another form',
  messages_json: 'apps get messages in another form',
  streams_json: 'apps get channels in another form',
  subscribers_json: 'apps get members in another form',
  users_json: 'tools name people in the place of a channel',
  report_json: 'the command prints the report, and the API returns it',
  json: 'events are adapted to older clients, and messages take fields that differ by audience',
  fields_json: 'the gateway joins the fields of an error with its other members',
  entries_json: 'an operator’s command prints each entry on a line',
  exports_json: 'an operator’s command prints each export on a line',
  metadata_json: 'the gateway stored it at the upload service, which does not read it',
  bot_json: 'the program of an outgoing bot belongs to another service',
  bots_json: 'the program of an outgoing bot belongs to another service',
  user_json: 'the previous release sends no address of the avatar beside it',
  settings_json:
    'the previous release sends no typed settings beside it; an archive may have settings of any name',
};

describe('JSON in messages between services', () => {
  it('is parsed only where the comment of the field says so', () => {
    const unsaid = parsing.filter(
      ({ file, name }) => !fields.some((field) => field.name === name && field.parsedBy.includes(file)),
    );
    expect(unsaid).toEqual([]);
  });

  it('is parsed only for the listed reasons', () => {
    expect([...new Set(parsing.map(({ name }) => name))].toSorted()).toEqual(
      Object.keys(parsedFields).toSorted(),
    );
  });

  it('is parsed where the comments say', () => {
    const untrue = fields.flatMap(({ name, parsedBy }) =>
      parsedBy
        .filter((file) => !sources.includes(file) || !read(file).includes('JSON.parse('))
        .map((file) => [name, file]),
    );
    expect(untrue).toEqual([]);
  });

  it('is otherwise passed through or stored, and the comment says so', () => {
    const silent = fields
      .filter(({ name, parsedBy }) => name.endsWith('_json') && parsedBy.length === 0)
      .filter(({ comment }) => !/unparsed|unread/.test(comment))
      .map(({ name, comment }) => `${name}: ${comment}`);
    expect(silent).toEqual([]);
  });
});
