import { type RenderContext, render, scanReferences } from '@parley/markdown';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bold,
  bullets,
  code,
  codeBlock,
  facts,
  link,
  paragraphs,
  plain,
  quote,
  webAddress,
} from './markdown.ts';

const context: RenderContext = {
  findUser: (name, id) => ({ id: id ?? 7, fullName: name }),
  findGroup: (name, id) => ({ id: id ?? 8, name }),
  findChannel: (name) => ({ id: 9, name }),
  emoji: (name) => ({ kind: 'realm', id: '1', name, url: 'https://emoji.example/1' }),
  linkifiers: [],
  publicUrl: 'https://chat.example',
  imagePreviews: false,
};

/** Pieces of text that have a meaning in the dialect. */
const marks = [
  '@**all**',
  '@**Anna**',
  '@_**Anna**',
  '@*staff*',
  '@**|7**',
  '#**secret**',
  '#**a>b@3**',
  '**',
  '*',
  '`',
  '```',
  '~~',
  '~~~',
  '[',
  ']',
  '](https://evil.example)',
  '](',
  ')',
  '<',
  '>',
  '<time:2026-01-01>',
  '<https://evil.example>',
  'https://evil.example/x',
  'www.evil.example',
  'evil.com',
  'README.md',
  'a.py/x',
  'b.json',
  'c.lock',
  'a@evil.com',
  'mailto:a@b.example',
  '//evil.com',
  '$$',
  '$',
  ':smile:',
  ':',
  '/me ',
  '/poll ',
  '# ',
  '> ',
  '- ',
  '+ ',
  '1. ',
  '1) ',
  '---',
  '\n',
  '\n\n',
  '\r',
  '\t',
  '\\',
  '\\*',
  '|',
  '\u202e',
  '\u200b',
  '\u0000',
  '\ud800',
  '&amp;',
  '&#64;',
  '!',
  '![',
  ' ',
  'word',
  'x',
  '漢字',
  '-',
  '=',
  '===',
  '\n```\n',
  '\n````\n',
  '```quote\n',
  '~~~spoiler x\n',
  '<!--',
  '-->',
  '_',
  '__',
  '{}',
  '^',
];
const hostile = fc
  .array(fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...marks) }, fc.string({ maxLength: 4 })), {
    maxLength: 8,
  })
  .map((parts) => parts.join(''));

const withoutTags = (html: string): string =>
  html
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
const visible = (text: string): string =>
  text
    .toWellFormed()
    .replace(
      /[\s\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{Default_Ignorable_Code_Point}\u2800\ufffd\u3164\uffa0\u115f\u1160\p{Noncharacter_Code_Point}]/gu,
      '',
    );

function expectNoReferences(content: string) {
  const shown = render(content, context);
  expect(shown.mentionedUserIds).toEqual([]);
  expect(shown.silentlyMentionedUserIds).toEqual([]);
  expect(shown.mentionedGroupIds).toEqual([]);
  expect(shown.silentlyMentionedGroupIds).toEqual([]);
  expect(shown.mentionsChannelWildcard || shown.mentionsTopicWildcard).toBe(false);
  expect(shown.topicReferences).toEqual([]);
  expect(shown.html).not.toContain('data-stream-id');
  expect(shown.isMeMessage).toBe(false);
  const scanned = scanReferences(content);
  expect([scanned.users, scanned.groups, scanned.channels]).toEqual([[], [], []]);
  expect(scanned.channelWildcard || scanned.topicWildcard).toBe(false);
  return shown;
}

const runs = { numRuns: 3_000 };

describe('text of strangers on one line', () => {
  it.each([
    [
      'alone',
      (a: string, b: string) => paragraphs(`${plain(a)} ${plain(b)}`),
      (a: string, b: string) => a + b,
    ],
    ['bold', (a: string, b: string) => `${bold(a)} did ${bold(b)}`, (a: string, b: string) => `${a}did${b}`],
    [
      'in code',
      (a: string, b: string) => `x ${code(a)} and ${code(b)}`,
      (a: string, b: string) => `x${a}and${b}`,
    ],
    [
      'in a list',
      (a: string, b: string) => bullets([`x ${plain(a)}`, `y ${bold(b)}`]),
      (a: string, b: string) => `x${a}y${b}`,
    ],
  ])('%s shows as it is, and is nothing else', (_, write, text) => {
    fc.assert(
      fc.property(hostile, hostile, (a, b) => {
        const shown = expectNoReferences(write(a, b));
        expect(shown.hasLink).toBe(false);
        expect(shown.html).not.toMatch(
          /<(?:a|h\d|ol|blockquote|del|em|pre|time|img|table|hr)\b|class="(?:emoji|katex)/,
        );
        expect(visible(withoutTags(shown.html))).toBe(visible(text(a, b)));
      }),
      runs,
    );
  });

  it('is no code when it has no marks', () => {
    for (const text of [
      'Anna Roe',
      'fix: a typo, again (#42)',
      'v1.2.3',
      'dependabot[bot]',
      'a_b_c',
      'C++ & D',
      '10:20:30',
      'Update README.md',
    ]) {
      expect(plain(text)).toBe(text);
    }
  });

  it('is bounded', () => {
    for (const text of [
      'a'.repeat(1_000_000),
      '*'.repeat(1_000_000),
      ' '.repeat(1_000_000),
      '😀'.repeat(100_000),
    ]) {
      for (const shown of [plain(text), bold(text), code(text), link(text, 'https://a.example')]) {
        expect(shown.length).toBeLessThan(1_600);
      }
    }
  });
});

describe('links', () => {
  it('lead only to the given address, with the given text', () => {
    fc.assert(
      fc.property(hostile, hostile, hostile, (before, label, path) => {
        const address = `https://tool.example/x?${path.replace(/[\s<>"`\\\p{Cc}\p{Cs}]/gu, '')}`;
        const shown = expectNoReferences(`${plain(before)} opened ${link(label, address)} here`);
        const hrefs = Array.from(shown.html.matchAll(/<a [^>]*href="([^"]*)"/g), ([, href]) => href!);
        expect(hrefs).toHaveLength(1);
        expect(hrefs[0]).toMatch(/^https:\/\/tool\.example\/x/);
        const text = visible(label) === '' ? 'link' : label;
        expect(visible(withoutTags(shown.html))).toContain(visible(`opened${text}here`));
      }),
      runs,
    );
  });

  it('are only web and mail addresses', () => {
    for (const address of [
      '',
      'javascript:alert(1)',
      'data:text/html,x',
      'ftp://a.example',
      '//a.example',
      'a.example',
      'https://',
      'https://user@a.example/',
      'https://a.example/\n[x](https://b.example)',
      'https://a.example/>',
      'file:///etc/passwd',
      `https://a.example/${'x'.repeat(3_000)}`,
    ]) {
      expect(webAddress(address)).toBe('');
      expect(link('text', address)).toBe('text');
    }
    expect(link('a', 'https://a.example/(x)?b=1&c=*')).toBe('[a](https://a.example/%28x%29?b=1&c=%2A)');
  });
});

describe('quotations and code', () => {
  it('mention nobody and end where they end', () => {
    fc.assert(
      fc.property(hostile, fc.boolean(), (text, isCode) => {
        const block = isCode ? codeBlock(text) : quote(text);
        const shown = expectNoReferences(paragraphs('before', block, 'after'));
        expect(shown.html).toMatch(/^<p>before<\/p>/);
        expect(shown.html).toMatch(/<p>after<\/p>$/);
      }),
      runs,
    );
  });

  it('keep the Markdown of a comment, and not its hidden parts', () => {
    const shown = render(quote('See `a` and [b](https://b.example).<!-- hidden -->'), context).html;
    expect(shown).toContain('<code>a</code>');
    expect(shown).toContain('href="https://b.example"');
    expect(shown).not.toContain('hidden');
  });

  it('are bounded', () => {
    for (const text of [
      'a'.repeat(1_000_000),
      'a\n'.repeat(500_000),
      '<!--'.repeat(200_000),
      '`'.repeat(500_000),
    ]) {
      for (const shown of [quote(text), codeBlock(text)]) expect(shown.length).toBeLessThan(15_000);
    }
  });
});

it('writes facts and lists without empty values', () => {
  expect(
    facts([
      ['State', 'open'],
      ['Owner', ''],
      ['a*b', 'x'],
    ]),
  ).toBe('* **State**: open\n* **`a*b`**: x');
  expect(bullets(['a', '', 'b', 'c'], 2)).toBe('* a\n* b\n* … and 1 more');
});
