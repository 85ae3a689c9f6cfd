import { isSafeLinkTemplate } from '@parley/rules/links';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compileLinkifier, findLinkifierMatches, LinkifierError } from './linkifier.ts';

/** Values with which somebody could try to leave the site of a template. */
const hostile = [
  '',
  '@evil.example',
  '.evil.example',
  '//evil.example/',
  'javascript:alert(1)',
  '\\@evil',
  ':1',
];
const value = fc.oneof(fc.constantFrom(...hostile), fc.string({ unit: 'binary', maxLength: 12 }));
const expression = fc
  .tuple(
    fc.constantFrom('', '+', '#', '.', '/', ';', '?', '&'),
    fc.constantFrom('a', 'b', 'a,b', 'a:1', 'b*'),
  )
  .map(([operator, names]) => `{${operator}${names}}`);
const literal = fc.oneof(
  fc.constantFrom(
    '/',
    '?',
    '#',
    '@',
    ':',
    '.',
    '\\',
    'x',
    '.example',
    '//',
    'evil.example',
    '\t',
    ' ',
    '%',
    ';',
  ),
  fc.string({ maxLength: 4 }).map((text) => text.replaceAll(/[{}]/g, '')),
);
const start = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('https://site.example', 'http://site.example:8080', 'https://') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('', 'javascript:', 'view-source:https://site.example', 'http:', '//'),
  },
);
const template = fc
  .tuple(start, fc.array(fc.oneof(expression, literal), { maxLength: 6 }))
  .map(([first, rest]) => first + rest.join(''));

/** Compiles a linkifier whose pattern has the groups of the template; undefined when it is refused. */
function compiled(urlTemplate: string) {
  const names = ['a', 'b'].filter((name) => new RegExp(`\\{[^{}]*\\b${name}\\b`).test(urlTemplate));
  const pattern = `T${names.map((name) => `(?P<${name}>.*)`).join('-')}`;
  try {
    return compileLinkifier({ id: 1, pattern, urlTemplate });
  } catch (error) {
    if (error instanceof LinkifierError) return undefined;
    throw error;
  }
}

it('no template that is accepted leads to another site or scheme, whatever its variables contain', () => {
  let accepted = 0;
  fc.assert(
    fc.property(template, fc.dictionary(fc.constantFrom('a', 'b'), value), (urlTemplate, values) => {
      const linkifier = compiled(urlTemplate);
      if (!linkifier) return;
      accepted++;
      expect(isSafeLinkTemplate(urlTemplate)).toBe(true);
      const bare = new URL(linkifier.expand({})!);
      const expanded = linkifier.expand(values);
      if (expanded === undefined) return;
      const { protocol, host, username, password } = new URL(expanded);
      expect(['http:', 'https:']).toContain(protocol);
      expect([protocol, host, username, password]).toEqual([bare.protocol, bare.host, '', '']);
    }),
    { numRuns: 5_000 },
  );
  expect(accepted).toBeGreaterThan(500);
});

it('a template that an older release stored does not become a link', () => {
  expect(compiled('javascript:{a}')).toBeUndefined();
  expect(compiled('https://{a}.example/')).toBeUndefined();
  const linkifier = compiled('https://site.example/{a}')!;
  expect(findLinkifierMatches('T1', [linkifier])).toMatchObject([{ url: 'https://site.example/1' }]);
});
