import { describe, expect, it } from 'vitest';
import { isSafeLinkTemplate, isWebAddress } from './links.ts';

describe('a template', () => {
  it.each([
    'https://x.example/{id}',
    'http://x.example',
    'HTTPS://x.example:8443/a?b={id}#c',
    'https://x.example{/id}',
    'https://x.example{?id}',
    'https://x.example{/id}{?q}{#part}',
    'https://x.example?q={+id}',
    'https://x.example#{id}',
    'https://bücher.example/{id}',
    'https://[::1]:9991/{id}',
    'https://x.example/@{id}',
  ])('that leads to one site is safe: %s', (template) => {
    expect(isSafeLinkTemplate(template)).toBe(true);
  });

  it.each([
    'javascript:{code}',
    'view-source:https://x.example/{id}',
    'JavaScript://x.example/%0a{code}',
    'data:text/html,{code}',
    'mailto:{id}@x.example',
    '{+id}',
    '{scheme}://x.example/',
    'http{s}://x.example/{id}',
    'https:{+rest}',
    'https:/x.example/{id}',
    'https:///x.example/{id}',
    'https:\\\\x.example/{id}',
    'https://{host}/',
    'https://{sub}.x.example/{id}',
    'https://x.example{id}',
    'https://x.example{+path}',
    'https://x.example{.tld}/{id}',
    'https://x.example{;id}',
    'https://x.example{&id}',
    'https://x.example:{port}/',
    'https://{user}@x.example/',
    'https://user@x.example/{id}',
    'https://x.example{/id}@evil.example/',
    'https://x.example{/id}.evil.example/{id}',
    'https://x.example{?id}{+rest}',
    'https://x.example\\{id}',
    'https://x.exa\tmple/{id}',
    'https://x.example/\n{id}',
    ' https://x.example/{id}',
    'https://x example/{id}',
    'https://%00/{id}',
    '//x.example/{id}',
    '/x/{id}',
    '',
  ])('that may lead elsewhere is not: %s', (template) => {
    expect(isSafeLinkTemplate(template)).toBe(false);
  });
});

it.each([
  ['https://x.example/a?b#c', true],
  ['http://user@x.example', true],
  ['https://x.example/{id}', true],
  ['javascript:alert(1)', false],
  ['java\nscript:alert(1)', false],
  ['https:x.example', false],
  ['https://', false],
  ['https:///x.example', false],
  ['ftp://x.example', false],
  ['view-source:https://x.example', false],
  ['x.example', false],
])('%s is an address on the web: %s', (address, isOne) => {
  expect(isWebAddress(address)).toBe(isOne);
});
