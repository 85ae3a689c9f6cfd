import { readdirSync, readFileSync } from 'node:fs';
import octokit from '@octokit/webhooks-examples' with { type: 'json' };
import { required } from '@parley/core';
import { type RenderContext, render, scanReferences } from '@parley/markdown';
import { type Language, reasonText, toolText } from '@parley/texts';
import { describe, expect, it } from 'vitest';
import { type Integration, isMessage, type Rendered } from '../domain/integration.ts';
import { Payload, PayloadError } from '../domain/templates/payload.ts';

/** A request as a tool sends it, and what it becomes. `topic` and `content` are absent when it becomes no message. */
type Example = {
  event: string;
  /** The program that sent it (origins.json). Without one, it was written for the tests. */
  sentBy?: string;
  headers?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  topic?: string;
  content?: string;
  ignored?: string;
};
/** `fixtures/<name>.json`. `isFreeText`: texts are whole messages, with links. The events that the tool documents are in documented.test.ts. */
type Fixture = { examples: Example[]; isFreeText?: boolean };

const folder = new URL('./', import.meta.url);
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => file.slice(0, -3));

const catalogue: { integration: Integration; fixture: Fixture }[] = [];
for (const file of names) {
  const module: Record<string, Integration> = await import(`./${file}.ts`);
  for (const integration of Object.values(module)) {
    const fixture = JSON.parse(readFileSync(new URL(`fixtures/${integration.name}.json`, folder), 'utf8'));
    catalogue.push({ integration, fixture });
  }
}

const request = ({ headers = {}, query = {}, body }: Omit<Example, 'event'>) => ({
  headers,
  query,
  body: new Payload(body),
  raw: '',
});

const knownReasons = new Map<string, boolean>();

/** Returns whether a text is a sentence that readers of other languages understand, too. */
function isReason(reason: string): boolean {
  const known = knownReasons.get(reason);
  if (known !== undefined) return known;
  const german = reasonText('de', reason);
  const isOne =
    /^[A-Z].*\.$/s.test(reason) && german !== reason && !/\b(?:the|field|header|list)\b/.test(german);
  knownReasons.set(reason, isOne);
  return isOne;
}

/** Returns what a request becomes; undefined when it is refused with a reason. */
function outcome(integration: Integration, example: Omit<Example, 'event'>): Rendered | undefined {
  try {
    return integration.render(request(example));
  } catch (error) {
    if (error instanceof PayloadError && isReason(error.message)) return undefined;
    throw error;
  }
}

/** Returns why a request becomes neither a readable message, nor a reason why there is none, nor a refusal; undefined when it does. */
function problemOf(integration: Integration, example: Omit<Example, 'event'>): string | undefined {
  let rendered: Rendered | undefined;
  try {
    rendered = outcome(integration, example);
  } catch (error) {
    return String((error as Error).stack);
  }
  if (rendered === undefined) return undefined;
  if (typeof rendered.event !== 'string') return 'no event';
  if (!isMessage(rendered)) return isReason(rendered.ignored) ? undefined : `no reason: ${rendered.ignored}`;
  const { topic, content } = rendered;
  if (topic.trim() === '' || content.trim() === '') return 'an empty message';
  if (content.length >= 200_000) return 'a message that is too long';
  return /\bundefined\b|\[object |\bNaN\b|\bnull\b(?!["\s,\]}`])/.test(content) ? content : undefined;
}

/** Expects a readable message, a reason why there is none, or a refusal. */
function expectReadable(integration: Integration, example: Omit<Example, 'event'>): void {
  expect(problemOf(integration, example)).toBeUndefined();
}

/** What stands in the place of each field, in turn; `undefined` removes it. */
const replacements = [undefined, null, 7, -1.5, true, '', 'x', [], {}, [[]], [{}], [null], { a: { b: [] } }];

/** Returns a copy of an object or list with another value in the place of a field, or without it. */
function withField(value: object, key: string, choice: unknown): unknown {
  if (Array.isArray(value)) {
    const at = Number(key);
    return choice === undefined ? value.toSpliced(at, 1) : value.with(at, choice);
  }
  if (choice !== undefined) return { ...value, [key]: choice };
  const { [key]: _, ...others } = value as Record<string, unknown>;
  return others;
}

/** Yields each field of a JSON value and each choice, while `set` has been given the value with the choice in the place of the field. */
function* variants(
  value: unknown,
  set: (changed: unknown) => void,
  choices: readonly unknown[] = replacements,
  path = '',
): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    for (const choice of choices) {
      set(withField(value, key, choice));
      yield `${path}.${key}: ${JSON.stringify(choice)}`;
    }
    yield* variants(inner, (changed) => set(withField(value, key, changed)), choices, `${path}.${key}`);
  }
}

/** Returns what is wrong when a field of an example is missing or has another type, for each field, and for each header and parameter. */
function problemsOf(integration: Integration, example: Example, choices = replacements): string[] {
  const found: string[] = [];
  let changed = example;
  const look = (path: string) => {
    const problem = problemOf(integration, changed);
    if (problem !== undefined) found.push(`${example.event}${path}: ${problem.slice(0, 300)}`);
  };
  for (const path of variants(
    example.body,
    (body) => {
      changed = { ...example, body };
    },
    choices,
  ))
    look(path);
  for (const part of ['headers', 'query'] as const) {
    for (const path of variants(
      example[part],
      (value) => {
        changed = { ...example, [part]: value as Record<string, string> };
      },
      [undefined, '', 'x'],
    ))
      look(`.${part}${path}`);
  }
  return found;
}

/** Returns a JSON value with all texts replaced. */
function withTexts(value: unknown, change: (text: string, key: string) => unknown, key = ''): unknown {
  if (typeof value === 'string') return change(value, key);
  if (Array.isArray(value)) return value.map((item) => withTexts(item, change, key));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, withTexts(inner, change, name)]),
  );
}

const context: RenderContext = {
  findUser: (name, id) => ({ id: id ?? 7, fullName: name }),
  findGroup: (name, id) => ({ id: id ?? 8, name }),
  findChannel: (name) => ({ id: 9, name }),
  emoji: () => undefined,
  linkifiers: [],
  publicUrl: 'https://chat.example',
  imagePreviews: false,
};

/** Expects that a message refers to nobody, and outside of quotations links to no address that stands in a text. */
function expectHarmless(rendered: Rendered | undefined, isFreeText = false): void {
  if (rendered === undefined || !isMessage(rendered)) return;
  const scanned = scanReferences(rendered.content);
  expect([scanned.users, scanned.groups, scanned.channels]).toEqual([[], [], []]);
  expect(scanned.channelWildcard || scanned.topicWildcard).toBe(false);
  const shown = render(rendered.content, context);
  expect(shown.isMeMessage).toBe(false);
  if (isFreeText) return;
  const outside = shown.html.replace(/<blockquote>[\s\S]*<\/blockquote>/g, '');
  expect(outside).not.toMatch(/href="[^"]*evil\.example/);
}

const hasLists = (value: unknown[]): boolean => value.some((item) => JSON.stringify(item).includes('['));

const deep = (depth: number): unknown => {
  let value: unknown = 'x';
  for (let level = 0; level < depth; level++) value = level % 2 ? [value] : { a: value };
  return value;
};

const hostileBodies: unknown[] = [
  undefined,
  null,
  true,
  0,
  -1,
  1e308,
  '',
  'text',
  '@**all**',
  [],
  {},
  [[]],
  [{}],
  [null],
  { '': '' },
  { __proto__: null, constructor: 1 },
  JSON.parse('{"__proto__": {"a": 1}, "constructor": {"prototype": 1}, "toString": 1, "hasOwnProperty": 2}'),
  deep(5_000),
  { payload: deep(100) },
  'x'.repeat(1_000_000),
  { a: 'x'.repeat(1_000_000) },
  Array.from({ length: 50_000 }, () => ({})),
];

it('has one integration with a fixture in each file', () => {
  expect(catalogue.map(({ integration }) => integration.name).sort()).toEqual(
    names.map((name) => name.replaceAll('-', '_')).sort(),
  );
});

it('reads each payload that GitHub recorded without each of its fields', () => {
  const { integration } = required(
    catalogue.find((entry) => entry.integration.name === 'github'),
    'the integration of GitHub',
  );
  const found = (octokit as unknown as { name: string; examples: unknown[] }[]).flatMap(
    ({ name, examples }) =>
      examples.flatMap((body) =>
        problemsOf(integration, { event: name, headers: { 'x-github-event': name }, body }, [undefined]),
      ),
  );
  expect(found.slice(0, 20)).toEqual([]);
});

describe('texts about tools', () => {
  const folders = new URL('../../../../packages/texts/src/texts/', import.meta.url);
  const languages = readdirSync(folders).filter((language) => language !== 'en') as Language[];
  const all = new Set(
    catalogue.flatMap(({ integration: { about, setup, options = [] } }) => [
      about,
      ...setup,
      ...options.map(({ label }) => label),
    ]),
  );
  /** Titles are names, so few are translated. */
  const titles = new Set(catalogue.map(({ integration: { title } }) => title));
  /** What a translation keeps: code, names in the tool, links and placeholders. */
  const kept = (text: string) =>
    (text.match(/`[^`]+`|\*\*[^*]+\*\*|\]\([^)]+\)|\{(?:url|secret)\}/g) ?? []).sort();

  it.each(languages)('are translated, each: %s', (language) => {
    for (const text of all) {
      const translated = toolText(language, text);
      expect(translated, text).not.toBe(text);
      expect(kept(translated), text).toEqual(kept(text));
    }
    const file = new URL(`${language}/tools/integrations.json`, folders);
    expect(
      Object.keys(JSON.parse(readFileSync(file, 'utf8'))).filter(
        (text) => !all.has(text) && !titles.has(text),
      ),
    ).toEqual([]);
  });
});

describe.each(catalogue.map((entry) => [entry.integration.name, entry] as const))(
  '%s',
  (_, { integration, fixture }) => {
    /** At most six examples, of all kinds: tools such as Stripe have hundreds of events of the same form. */
    const step = Math.max(1, Math.ceil(fixture.examples.length / 6));
    const varied = fixture.examples.filter((_example, at) => at % step === 0);

    const shapeOf = ({ body }: Example) =>
      JSON.stringify(body, (_key, value) => (typeof value === 'object' && value !== null ? value : 0)) ?? '';
    const byShape = Map.groupBy(fixture.examples, shapeOf);
    const firsts = new Set([...byShape.values()].map(([first]) => first));
    /** Whether no example before has the same fields: hundreds of Stripe's events have, and need fewer looks. */
    const isFirst = (example: Example) => firsts.has(example);

    it('is described', () => {
      expect(integration.name).toMatch(/^[a-z0-9_]{2,40}$/);
      expect(integration.title.trim()).not.toBe('');
      expect(Array.from(integration.icon.text).length).toBeLessThanOrEqual(3);
      expect(integration.icon.color).toMatch(/^#[0-9a-f]{6}$/);
      expect(integration.about).toMatch(/^[A-Z].*\.$/);
      expect(integration.setup.join('\n')).toContain('{url}');
      // A published key needs no shared secret: the administrator enters whose requests are accepted.
      const { verification } = integration;
      const isShared = verification !== undefined && verification.kind !== 'published';
      expect(integration.setup.join('\n').includes('{secret}')).toBe(isShared);
      if (verification?.kind === 'published') expect(integration.setup.join('\n')).toContain('as the secret');
    });

    it('has an example of every event', () => {
      const shown = fixture.examples.map(({ headers, query, body }) =>
        integration.render(request({ headers: headers ?? {}, query: query ?? {}, body })),
      );
      // Those of GitHub are in github.test.ts, as GitHub recorded them.
      const expected = integration.name === 'github' ? shown.map(({ event }) => event) : integration.events;
      const found = new Set(shown.map(({ event }) => event).filter((event) => event !== ''));
      expect([...found].sort()).toEqual([...new Set(expected)].sort());
      for (const event of found) expect(integration.events).toContain(event);
    });

    it.each(fixture.examples.map((example, at) => [`${at} ${example.event}`, example] as const))(
      'shows example %s',
      (_name, example) => {
        const rendered = integration.render(request(example));
        expect(rendered).toEqual(
          example.ignored === undefined
            ? { event: example.event, topic: example.topic, content: example.content }
            : { event: example.event, ignored: example.ignored },
        );
        expectHarmless(rendered, fixture.isFreeText);
      },
    );

    it('reads any JSON', () => {
      const requests = [{ headers: {}, query: {} }, ...fixture.examples];
      for (const { headers, query } of requests.slice(0, 3)) {
        for (const body of hostileBodies) {
          expectReadable(integration, { headers: headers ?? {}, query: query ?? {}, body });
        }
      }
    });

    it('does without each field, and takes other types in its place', () => {
      const found = fixture.examples.flatMap((example) =>
        problemsOf(integration, example, isFirst(example) ? replacements : [undefined]),
      );
      expect(found.slice(0, 20)).toEqual([]);
    });

    it('needs no object of the payload', () => {
      for (const example of fixture.examples) {
        for (const body of [undefined, null, 'x', [], {}]) expectReadable(integration, { ...example, body });
      }
    });

    it('shows texts as data', () => {
      const texts = [
        '@**all** @*staff* @_**Anna** #**secret>topic** x',
        'x https://evil.example/y z',
        'a](https://evil.example/) [b](https://evil.example/)',
        '**x** `y ``` \n```quote\n@**all**\n```\n[z](https://evil.example)',
        '/me does it',
      ];
      for (const example of fixture.examples) {
        for (const text of isFirst(example) ? texts : texts.slice(0, 1)) {
          // Names of events and the like select the form, so they stay in a second round.
          for (const keep of [
            /^$/,
            /^(?:.*type|.*event.*|.*action|.*kind|webhook.*|.*status|.*state|model|change|verb|resource|name)$/i,
          ]) {
            const body = withTexts(example.body, (old, key) => (keep.test(key) ? old : text));
            expectReadable(integration, { ...example, body });
            expectHarmless(outcome(integration, { ...example, body }), fixture.isFreeText);
          }
        }
      }
    });

    it('bounds what is long', () => {
      for (const example of varied.slice(0, 4)) {
        for (const long of [
          'x'.repeat(100_000),
          '*[`'.repeat(30_000),
          '\n'.repeat(50_000),
          '<'.repeat(50_000),
        ]) {
          expectReadable(integration, { ...example, body: withTexts(example.body, () => long) });
        }
        // Items of lists in lists multiply, so only one of the two is long at a time.
        for (const [outer, inner] of [
          [30, 500],
          [500, 3],
        ]) {
          const many = JSON.parse(JSON.stringify(example.body ?? null), (_key, value) =>
            Array.isArray(value) && value.length > 0
              ? Array.from(
                  { length: hasLists(value) ? outer! : inner! },
                  (_item, at) => value[at % value.length],
                )
              : value,
          );
          if (JSON.stringify(many).length < 20_000_000)
            expectReadable(integration, { ...example, body: many });
        }
      }
    });
  },
);
