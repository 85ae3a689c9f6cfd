import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fillTemplate } from '../../content/url-template.ts';
import { type Linkifier, shortFormsOf } from './short-forms.ts';

const linkifier = (url_template: string, reverse_template: string | null, more: Partial<Linkifier> = {}) =>
  ({
    id: 1,
    pattern: 'x',
    url_template,
    example_input: null,
    reverse_template,
    alternative_url_templates: [],
    ...more,
  }) satisfies Linkifier;

const issue = linkifier('https://issues.example/{project}/{id}', '{project}#{id}', {
  alternative_url_templates: [
    'https://issues.example/{project}/{id}/',
    'https://old.example/?i={id}&p={project}',
  ],
});
const textsOf = (linkifiers: readonly Linkifier[], address: string) =>
  shortFormsOf(linkifiers, address).map(({ text }) => text);

it.each([
  ['https://issues.example/web/12', ['web#12']],
  ['https://issues.example/web/12/', ['web#12']],
  ['https://old.example/?i=12&p=web', ['web#12']],
  ['https://issues.example/web%20client/12', ['web client#12']],
  ['https://issues.example/web/12?x=1', []],
  ['https://issues.example/web', []],
  ['https://issues.example//12', []],
  ['https://issues.example.evil/web/12', []],
  ['https://issues.example/%E0%A4%A/12', []],
  ['see https://issues.example/web/12', []],
  ['', []],
])('the short forms of %j are %j', (address, texts) => {
  expect(textsOf([issue], address)).toEqual(texts);
});

it('leads from the text to the address of the linkifier, whichever template the address has', () => {
  expect(shortFormsOf([issue], 'https://old.example/?i=12&p=web')).toEqual([
    { text: 'web#12', url: 'https://issues.example/web/12' },
  ]);
});

it('needs a reverse template, and has braces where it says so', () => {
  expect(textsOf([linkifier('https://x.example/{id}', null)], 'https://x.example/1')).toEqual([]);
  expect(textsOf([linkifier('https://x.example/{id}', '{{{id}}}')], 'https://x.example/1')).toEqual(['{1}']);
});

it('keeps the order of linkifiers, and each text once', () => {
  const all = [
    linkifier('https://x.example/{id}', '#{id}'),
    linkifier('https://x.example/{+id}', 'X{id}'),
    issue,
  ];
  expect(textsOf([...all, ...all], 'https://x.example/a')).toEqual(['#a', 'Xa']);
});

it('gives the text of every value, or nothing', () => {
  const own = linkifier('https://x.example/a-{id}/{name}.html', '{id}|{name}');
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.string({ minLength: 1 }), (id, name) => {
      const values = { id: id.toWellFormed(), name: name.toWellFormed() };
      const texts = textsOf([own], fillTemplate(own.url_template, values)!);
      expect([[`${values.id}|${values.name}`], []]).toContainEqual(texts);
    }),
  );
});

it('reads long and hostile addresses quickly', () => {
  const many = linkifier(
    `https://x.example/${Array.from({ length: 20 }, (_, n) => `{v${n}}-`).join('')}`,
    'x',
  );
  const start = performance.now();
  for (let time = 0; time < 100; time++) textsOf([many], `https://x.example/${'a-'.repeat(900)}`);
  expect(performance.now() - start).toBeLessThan(2_000);
});
