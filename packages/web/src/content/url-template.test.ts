import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fillTemplate } from './url-template.ts';

const values = { code: 'a = "b" & c/d', path: '/x/y', empty: '', half: '50%25', list: '[%5B%5D]' };

it.each([
  ['https://x.example/{code}', 'https://x.example/a%20%3D%20%22b%22%20%26%20c%2Fd'],
  ['https://x.example/{+path}', 'https://x.example//x/y'],
  ['https://x.example/{+half}', 'https://x.example/50%25'],
  ['https://x.example/{+list}', 'https://x.example/[%5B%5D]'],
  ['https://x.example/{#code}', 'https://x.example/#a%20=%20%22b%22%20&%20c/d'],
  ['https://x.example/{?code,empty}', 'https://x.example/?code=a%20%3D%20%22b%22%20%26%20c%2Fd&empty='],
  ['https://x.example/?edition=2021{&code:1}', 'https://x.example/?edition=2021&code=a'],
  ['https://x.example/{;empty}', 'https://x.example/;empty'],
  ['https://x.example{/path*}', 'https://x.example/%2Fx%2Fy'],
  ['https://x.example/{unknown}', 'https://x.example/'],
  ['https://x.example/{toString}', 'https://x.example/'],
])('fills %s', (template, address) => {
  expect(fillTemplate(template, values)).toBe(address);
});

it('encodes the same characters as the server', () => {
  expect(fillTemplate('https://x.example/{code}', { code: "!'()*~é" })).toBe(
    'https://x.example/%21%27%28%29%2A~%C3%A9',
  );
});

it.each([
  'javascript:{code}',
  'view-source:https://x.example/{code}',
  'https://{code}/',
  'https://x.example{+code}',
  '{+code}',
])('makes no link of %s', (template) => {
  expect(fillTemplate(template, values)).toBeUndefined();
});

it('makes only links to the site of the template', () => {
  const expression = fc
    .tuple(
      fc.constantFrom('', '+', '#', '.', '/', ';', '?', '&'),
      fc.constantFrom('code', 'code:2', 'x,code'),
    )
    .map(([operator, names]) => `{${operator}${names}}`);
  const part = fc.oneof(
    expression,
    fc.constantFrom('/', '@', ':', '.', '\\', 'x', '?', '#', '.evil.example'),
  );
  const code = fc.oneof(
    fc.constantFrom('@evil.example', '.evil.example', '//evil.example', 'javascript:alert(1)', ':1'),
    fc.string({ unit: 'binary' }),
    fc.constant('\ud800'),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 5 }), code, (parts, code) => {
      const filled = fillTemplate(`https://site.example${parts.join('')}`, { code });
      if (filled === undefined) return;
      const { protocol, hostname, username } = new URL(filled);
      // A literal end of the host's name is part of the template.
      expect(protocol).toBe('https:');
      expect(hostname.replace(/(\.evil\.example|\.|x)*$/, '')).toBe('site.example');
      expect(username).toBe('');
    }),
    { numRuns: 2_000 },
  );
});
