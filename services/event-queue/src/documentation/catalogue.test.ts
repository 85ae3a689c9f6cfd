import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deliveryOf, type EventName, events, eventTypes, neverSent, olderForms } from '@parley/api/events';
import { describe, expect, it } from 'vitest';
import { adapters } from '../domain/adapters/index.ts';
import { namesOf, renderCatalogue } from './render.ts';

const top = join(import.meta.dirname, '../../../..');
const read = (path: string) => readFileSync(join(top, path), 'utf8');
const sources = (pattern: string) =>
  globSync(pattern, { cwd: top }).filter((path) => !path.endsWith('.test.ts'));
const textOf = (pattern: string) => sources(pattern).map(read).join('\n');
const typeOf = (event: string) => event.split('/')[0]!;
const isQuoted = (text: string, name: string) => new RegExp(`['"\`]${name}['"\`/]|"${name}\\\\?"`).test(text);

const names = Object.keys(events) as EventName[];
const builders = textOf(
  '{services/*/src/**/events/*.ts,services/event-queue/src/polls/poll.ts,packages/event-log/src/entries/event.ts}',
);
const tests = globSync(['services/*/test/**/*.ts', 'test/{network,faults}/**/*.ts'], { cwd: top })
  .map(read)
  .join('\n');
const operations = new Set(
  [...textOf('services/gateway/src/http/**/*.ts').matchAll(/operation: '([a-z-]+)'/g)].map(
    (match) => match[1]!,
  ),
);

describe('the catalogue of events', () => {
  it('equals docs/events.md', () => {
    // When this fails, run `npm run generate`, which writes the file.
    expect(read('docs/events.md')).toBe(renderCatalogue());
  });

  it('lists a type or operation as sent or as never sent, not as both', () => {
    expect(Object.keys(neverSent).filter((name) => name in events)).toEqual([]);
    const sent = new Set(names.map(typeOf));
    expect(Object.keys(neverSent).filter((name) => sent.has(name))).toEqual([]);
    for (const name of [...names, ...Object.keys(neverSent)]) expect(eventTypes).toContain(typeOf(name));
  });

  it.each(names)('documents the recipients and the causes of %s', (name) => {
    const { recipients, causes } = deliveryOf(name);
    expect(recipients).not.toBe('');
    expect(causes.length).toBeGreaterThan(0);
    const unknown = causes.filter((cause) => /^[a-z]+(-[a-z]+)+$/.test(cause) && !operations.has(cause));
    expect(unknown).toEqual([]);
  });

  it.each(names)('has a builder and a test of %s', (name) => {
    const [type, op] = name.split('/') as [string, string?];
    expect(isQuoted(builders, type)).toBe(true);
    expect(tests).toMatch(new RegExp(`\\b${type}\\b`));
    if (op !== undefined) expect(isQuoted(`${builders}${textOf('services/*/src/**/*.ts')}`, op)).toBe(true);
  });

  it('has a test for every form that an adapter makes', () => {
    const formTests = read('services/event-queue/src/domain/adapters/adapters.test.ts');
    const untested = Object.keys(adapters).filter((type) => !formTests.includes(`'${type}'`));
    expect(untested).toEqual([]);
    const capabilities = new Set(
      Object.values(adapters).flatMap((all) => all.flatMap(({ mask }) => namesOf(mask))),
    );
    expect([...capabilities].filter((name) => !formTests.includes(name))).toEqual([]);
    for (const { without } of Object.values(olderForms)) expect(capabilities).toContain(without);
  });
});
