import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Payload, PayloadError } from './payload.ts';
import { parseTemplate, renderTemplate } from './template.ts';

const payload = new Payload({
  name: 'Build 7',
  state: 'failed',
  user: { name: 'Ann', admin: false },
  steps: [
    { name: 'lint', ok: true },
    { name: 'test', ok: false },
  ],
  mention: '@**all**',
});

it.each([
  ['{{name}} {{state | upper}}', 'Build 7 FAILED'],
  ['by {{user.name}}{{user.missing}}.', 'by Ann.'],
  ['{{#if user.admin}}A{{else}}B{{/if}}{{#if steps}}C{{/if}}', 'BC'],
  ['{{#each steps}}{{name}} of {{state}};{{/each}}', 'lint of failed;test of failed;'],
  ['{{#each steps}}{{#if ok}}{{this.name}} {{/if}}{{/each}}', 'lint '],
  ['{{steps | count}} {{name | code}}', '2 `Build 7`'],
  ['{{mention | raw}}', '@**all**'],
  ['no { braces } here', 'no { braces } here'],
])('%s', (template, text) => {
  expect(renderTemplate(template, payload)).toBe(text);
});

it('mentions nobody without the filter raw', () => {
  expect(renderTemplate('{{mention}}', payload)).not.toContain('@**');
});

it.each([
  '{{#if a}}',
  '{{#each a}}x',
  '{{a | shell}}',
  '{{/if}}',
  '{{a b}}',
  'x'.repeat(10_001),
  '{{#if a}}'.repeat(20),
])('refuses %s', (template) => {
  expect(() => parseTemplate(template)).toThrow(PayloadError);
});

it('is bounded whatever the template and the payload', () => {
  const deep = `${'{{#each a}}'.repeat(8)}x${'{{/each}}'.repeat(8)}`;
  const list = { a: Array.from({ length: 100 }, () => ({ a: Array.from({ length: 100 }, () => 1) })) };
  expect(() => renderTemplate(deep, new Payload({ ...list, b: 1 }))).toThrow(PayloadError);
  const many = Array.from({ length: 1_000 }, (_, at) => at);
  // Texts of which nothing is shown, and loops without a body, cost time, too.
  for (const [template, value] of [
    ['{{#each x}}{{b}}{{b | upper}}{{/each}}', { x: many, b: '\u200b'.repeat(40_000) }],
    ['{{#each x}}{{#if b}}{{/if}}{{/each}}', { x: many, b: ' '.repeat(40_000) }],
    ['{{#each x}}{{#each x}}{{/each}}{{/each}}', { x: many }],
  ] as const) {
    const begun = performance.now();
    expect(() => renderTemplate(template, new Payload(value)), template).toThrow('too many steps');
    expect(performance.now() - begun, template).toBeLessThan(2_000);
  }
  const part = fc.constantFrom(
    '{{',
    '}}',
    '#if a',
    '#each a',
    '/if',
    '/each',
    'else',
    'a',
    'this',
    '.',
    ' ',
    '| raw',
    '{{a}}',
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 40 }), fc.jsonValue(), (parts, value) => {
      try {
        const text = renderTemplate(parts.join(''), new Payload({ a: value }));
        expect(text.length).toBeLessThan(100_000);
      } catch (error) {
        expect(error).toBeInstanceOf(PayloadError);
      }
    }),
  );
});
