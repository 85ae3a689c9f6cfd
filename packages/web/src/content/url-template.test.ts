import { expect, it } from 'vitest';
import { fillTemplate } from './url-template.ts';

const values = { code: 'a = "b" & c/d', path: '/x/y', empty: '', half: '50%25', list: '[%5B%5D]' };

it.each([
  ['https://x.example/{code}', 'https://x.example/a%20%3D%20%22b%22%20%26%20c%2Fd'],
  ['https://x.example{+path}', 'https://x.example/x/y'],
  ['https://x.example/{+half}', 'https://x.example/50%25'],
  ['https://x.example/{+list}', 'https://x.example/[%5B%5D]'],
  ['https://x.example/{#code}', 'https://x.example/#a%20=%20%22b%22%20&%20c/d'],
  ['https://x.example/{?code,empty}', 'https://x.example/?code=a%20%3D%20%22b%22%20%26%20c%2Fd&empty='],
  ['https://x.example/?edition=2021{&code:1}', 'https://x.example/?edition=2021&code=a'],
  ['https://x.example{;empty}', 'https://x.example;empty'],
  ['https://x.example{/path*}', 'https://x.example/%2Fx%2Fy'],
  ['https://x.example/{unknown}', 'https://x.example/'],
  ['https://x.example/{toString}', 'https://x.example/'],
])('fills %s', (template, address) => {
  expect(fillTemplate(template, values)).toBe(address);
});

it('encodes the same characters as the server', () => {
  expect(fillTemplate('{code}', { code: "!'()*~é" })).toBe('%21%27%28%29%2A~%C3%A9');
});
