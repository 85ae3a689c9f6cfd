import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createContext } from '../../test/context.ts';
import { type RenderContext, render, scanReferences } from '../index.ts';

/** Returns a context that finds only what `scanReferences` has returned, and records all other lookups as missed. */
function prefetched(content: string): { context: RenderContext; missed: string[] } {
  const references = scanReferences(content);
  const users = new Set(references.users.map(({ name, id }) => `${id ?? ''}|${name}`));
  const groups = new Set(references.groups.map(({ name, id }) => `${id ?? ''}|${name}`));
  const missed: string[] = [];
  const full = createContext();
  const ask = <T>(known: boolean, what: string, answer: () => T): T | undefined => {
    if (known) return answer();
    missed.push(what);
    return undefined;
  };
  const context: RenderContext = {
    ...full,
    findUser: (name, id) =>
      ask(users.has(`${id ?? ''}|${name}`), `user ${name}`, () => full.findUser(name, id)),
    findGroup: (name, id) =>
      ask(groups.has(`${id ?? ''}|${name}`), `group ${name}`, () => full.findGroup(name, id)),
    findChannel: (name) =>
      ask(references.channels.includes(name), `channel ${name}`, () => full.findChannel(name)),
    emoji: (name) => ask(references.emoji.includes(name), `emoji ${name}`, () => full.emoji(name)),
    uploads: (path) => ask(references.uploads.includes(path), `upload ${path}`, () => full.uploads?.(path)),
  };
  return { context, missed };
}

describe('scanReferences', () => {
  it('returns the references of a message', () => {
    const { uploads, ...rest } = scanReferences(
      '@**Iago** @_**Zoe|6** @*support* @**all** @**topic** #**design>x@3** :tada: /user_uploads/2/a/b.png',
    );
    expect(rest).toEqual({
      users: [{ name: 'Iago' }, { name: 'Zoe', id: 6 }],
      groups: [{ name: 'support' }],
      channels: ['design'],
      emoji: ['tada'],
      channelWildcard: true,
      topicWildcard: true,
    });
    expect(uploads).toContain('2/a/b.png');
  });

  it('knows where the path of a linked file ends, so that nothing else is looked up', () => {
    const of = (content: string) => scanReferences(content).uploads;
    expect(
      of('see [plan-1.txt](/user_uploads/2/ab/plan-1.txt), and ![](/user_uploads/2/c/a%20b.png)'),
    ).toEqual(['2/ab/plan-1.txt', '2/c/a b.png']);
    // Where something else may end it, every possible end is one.
    expect(of('[a](/user_uploads/2/ab/a(1).txt)')).toContain('2/ab/a(1).txt');
    expect(of('[a](/user_uploads/2/ab/a\\).txt)')).toContain('2/ab/a).txt');
    expect(of('[a](/user_uploads/2/ab/a.txt "title")')).toContain('2/ab/a.txt');
  });

  it('returns nothing for a message without references', () => {
    expect(scanReferences('hello: a @b #c')).toEqual({
      users: [],
      groups: [],
      channels: [],
      emoji: [],
      uploads: [],
      channelWildcard: false,
      topicWildcard: false,
    });
  });

  it('returns every reference that rendering a fixture looks up', () => {
    const cases = JSON.parse(readFileSync(new URL('../../fixtures/cases.json', import.meta.url), 'utf8')) as {
      input: string;
    }[];
    for (const { input } of cases) {
      const { context, missed } = prefetched(input);
      expect(render(input, context).html).toBe(render(input, createContext()).html);
      expect(missed, input).toEqual([]);
    }
  });

  it('returns every reference that rendering any message looks up', () => {
    const piece = fc.constantFrom(
      ...[
        '@**',
        '@_**',
        '@*',
        '**',
        '*',
        '|5',
        '|',
        '\\|',
        'Iago',
        '#**',
        'design',
        '>',
        'plan',
        '@3',
        ':',
        'smile',
        '+1',
      ],
      ...[
        '\n',
        ' ',
        '> ',
        '- ',
        '`',
        '```',
        '```quote\n',
        '/user_uploads/2/ab/cat.png',
        '[',
        ']',
        '(',
        ')',
        '\\',
        '|-|',
        '&amp;',
      ],
      ...[
        'cat.png',
        '/user_uploads/',
        '[cat](/user_uploads/2/ab/cat-1.png)',
        '](/user_uploads/',
        '\\)',
        '://',
        '%20',
        '_',
        '~~',
        '$$',
        '<',
        'https://chat.example.com',
        '"',
        "'",
        '!',
        '.',
      ],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 24 }), (pieces) => {
        const content = pieces.join('');
        const { context, missed } = prefetched(content);
        render(content, context);
        expect(missed).toEqual([]);
      }),
      { numRuns: 5_000 },
    );
  });
});
