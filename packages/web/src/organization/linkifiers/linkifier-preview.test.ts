import { expect, it } from 'vitest';
import { previewLinks, previewText } from './linkifier-preview.ts';

it('shows the links that a pattern makes', () => {
  expect(
    previewLinks('(?P<org>[a-z]+)#(?P<id>[0-9]+)', 'https://x.example/{org}/{id}', 'see web#12, app#7'),
  ).toEqual([
    { text: 'web#12', url: 'https://x.example/web/12' },
    { text: 'app#7', url: 'https://x.example/app/7' },
  ]);
});

it('encodes values as the template says', () => {
  expect(previewLinks('<(?P<q>.+)>', 'https://x.example/?q={q}', '<a b/c>')).toEqual([
    { text: '<a b/c>', url: 'https://x.example/?q=a%20b%2Fc' },
  ]);
  expect(previewLinks('<(?P<q>.+)>', 'https://x.example/{+q}', '<b/c>')).toEqual([
    { text: '<b/c>', url: 'https://x.example/b/c' },
  ]);
});

it('reports a pattern that the browser cannot parse, and finds nothing in texts that do not match', () => {
  expect(previewLinks('(', 'https://x.example', 'x')).toBe('invalid');
  expect(previewLinks('a(?P<id>1)', 'https://x.example/{id}', 'b')).toEqual([]);
});

it('shows the links that all linkifiers create in a text, and the first match wins', () => {
  const linkifiers = [
    { pattern: 'T-(?P<id>[0-9]+)', url_template: 'https://t.example/{id}' },
    { pattern: '(', url_template: 'https://never.example' },
    { pattern: '(?P<id>[0-9]+)', url_template: 'https://n.example/{id}' },
  ];
  expect(previewText(linkifiers, 'see T-1 and 22')).toEqual([
    'see ',
    { text: 'T-1', url: 'https://t.example/1' },
    ' and ',
    { text: '22', url: 'https://n.example/22' },
  ]);
  expect(previewText(linkifiers, 'nothing')).toEqual(['nothing']);
});
