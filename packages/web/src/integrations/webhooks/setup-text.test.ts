import { expect, it } from 'vitest';
import { setupParts } from './setup-text.ts';

const values = { url: 'https://chat.example/hooks/$&', secret: 's$1' };

it('a step has bold words, code with its values, and links', () => {
  expect(
    setupParts(
      'Open **Alerting → Points**, enter `{url}` and `{secret}` at [a.example](https://a.example/x).',
      values,
    ),
  ).toEqual([
    { kind: 'text', text: 'Open ' },
    { kind: 'strong', text: 'Alerting → Points' },
    { kind: 'text', text: ', enter ' },
    { kind: 'code', text: 'https://chat.example/hooks/$&' },
    { kind: 'text', text: ' and ' },
    { kind: 'code', text: 's$1' },
    { kind: 'text', text: ' at ' },
    { kind: 'link', text: 'a.example', href: 'https://a.example/x' },
    { kind: 'text', text: '.' },
  ]);
});

it('other forms stay text, and links lead only to the web', () => {
  expect(setupParts('a * b ** c [x](javascript:alert(1)) `open', values)).toEqual([
    { kind: 'text', text: 'a * b ** c [x](javascript:alert(1)) `open' },
  ]);
  expect(setupParts('', values)).toEqual([]);
});
