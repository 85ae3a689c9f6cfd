import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { adapters } from '../domain/adapters/index.ts';
import { clientEventTypes, knownEvents } from '../domain/event-types.ts';
import { catalogue, madeByForm, neverSent } from './entries.ts';
import { namesOf, renderCatalogue } from './render.ts';

const top = join(import.meta.dirname, '../../../..');
const read = (path: string) => readFileSync(join(top, path), 'utf8');
const sources = (pattern: string) =>
  globSync(pattern, { cwd: top }).filter((path) => !path.endsWith('.test.ts'));
const typeOf = (event: string) => event.split('/')[0]!;
const quoted = (text: string, name: string) => new RegExp(`['"\`]${name}['"\`]`).test(text);

const operations = new Set(
  sources('services/gateway/src/http/**/*.ts').flatMap((path) =>
    [...read(path).matchAll(/operation: '([a-z-]+)'/g)].map((match) => match[1]!),
  ),
);

/** Client events that a service's code writes, as `type` and `type/op`; a message's own `type: 'stream'` is none. */
function written(owner: string): Set<string> {
  const events = new Set<string>();
  for (const path of sources(`services/${owner}/src/**/*.ts`)) {
    const text = read(path);
    if (!/events\/v1\/event'|clientEvent\(|announce/.test(text)) continue;
    for (const [, type] of text.matchAll(/(?:\btype: |\w\()'([a-z_]+)'/g)) {
      if (clientEventTypes.has(type!) && !(owner === 'messaging' && type === 'stream')) events.add(type!);
    }
    for (const [, type, op] of text.matchAll(/type: '([a-z_]+)',\s*op: '([a-z_]+)'/g))
      events.add(`${type}/${op}`);
  }
  return events;
}

describe('the catalogue of events', () => {
  it('is what docs/events.md says', () => {
    expect(read('docs/events.md')).toBe(renderCatalogue());
  });

  it('has every known type, sent or not, and nothing twice', () => {
    const events = catalogue.map(({ event }) => event);
    expect(new Set(events).size).toBe(events.length);
    const sent = new Set(events.map(typeOf));
    expect(Object.keys(neverSent).filter((type) => sent.has(type))).toEqual([]);
    const unsent = Object.keys(neverSent).filter((event) => !event.includes('/'));
    expect(new Set([...sent, ...unsent])).toEqual(clientEventTypes);
  });

  it('has every event that clients know, each sent, made for older clients, or with a reason not to be', () => {
    const sent = catalogue.map(({ event }) => event);
    const told = new Set([...sent, ...Object.keys(madeByForm), ...Object.keys(neverSent)]);
    expect(knownEvents.filter((event) => !told.has(event) && !told.has(typeOf(event)))).toEqual([]);
    const known = new Set([...knownEvents, ...knownEvents.map(typeOf)]);
    expect([...told].filter((event) => !known.has(event))).toEqual([]);
    // One place for each.
    expect(sent.filter((event) => event in madeByForm || event in neverSent)).toEqual([]);
  });

  it('has a test for every form that an adapter makes', () => {
    const tests = read('services/event-queue/src/domain/adapters/adapters.test.ts');
    const untested = Object.keys(adapters).filter((type) => !tests.includes(`'${type}'`));
    expect(untested).toEqual([]);
    const bits = new Set(Object.values(adapters).flatMap((all) => all.flatMap(({ mask }) => namesOf(mask))));
    expect([...bits].filter((name) => !tests.includes(name))).toEqual([]);
  });

  it.each(catalogue.map((entry) => [entry.event, entry] as const))('says of %s what is so', (_, entry) => {
    const [type, op] = entry.event.split('/') as [string, string?];
    expect(existsSync(join(top, entry.test))).toBe(true);
    expect(read(entry.test)).toContain(type);
    const text = read(entry.source);
    expect(entry.source).toContain(`services/${entry.owner}/`);
    expect(text).toMatch(new RegExp(`['"]${type}['"]|"${type}"|\\b${type}\\b`));
    if (op !== undefined) expect(quoted(text, op) || /\bop\b/.test(text)).toBe(true);
    const unknown = entry.causes.filter(
      (cause) => /^[a-z]+(-[a-z]+)+$/.test(cause) && !operations.has(cause),
    );
    expect(unknown).toEqual([]);
  });

  it.each(['channel', 'messaging', 'upload', 'user-admin'])('lacks nothing that %s writes', (owner) => {
    const own = catalogue.filter((entry) => entry.owner === owner).map(({ event }) => event);
    const known = new Set([...own, ...own.map(typeOf)]);
    const found = [...written(owner)];
    expect(found.filter((event) => !known.has(event))).toEqual([]);
    // The search finds what there is to find.
    expect(found.length).toBeGreaterThan(owner === 'upload' ? 0 : 5);
  });
});
