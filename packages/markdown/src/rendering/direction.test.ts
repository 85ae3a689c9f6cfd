import { describe, expect, it } from 'vitest';
import { createContext } from '../../test/context.ts';
import { render } from '../index.ts';
import { renderedDirection, withDirections } from './direction.ts';

const htmlOf = (content: string) => render(content, createContext()).html;
const hebrew = 'שלום';

/** Everything that is isolated from the text around it, as people type it. */
const isolated = [
  '@**Iago**',
  '@_**Iago**',
  '@**all**',
  '@**topic**',
  '@*support*',
  '#**design**',
  '`git push`',
  '[a link](https://a.example.com)',
  'https://a.example.com/path',
  '<time:2026-01-31T12:00:00Z>',
  '$$x^2$$',
  ':tada:',
  '🎉',
];

describe('the direction of a message', () => {
  it.each(isolated)('does not depend on %s at its beginning or elsewhere', (each) => {
    expect(renderedDirection(htmlOf(`${each} ${hebrew}`))).toBe('rtl');
    expect(renderedDirection(htmlOf(`${each} ${each} ${hebrew} and English`))).toBe('rtl');
    expect(renderedDirection(htmlOf(`${each} hello ${hebrew}`))).toBe('ltr');
    expect(renderedDirection(htmlOf(`- ${each} ${hebrew}`))).toBe('rtl');
    expect(renderedDirection(htmlOf(`> ${each}\n\n${hebrew}`))).toBe('rtl');
  });

  it('is that of isolated parts where there is nothing else', () => {
    expect(renderedDirection(htmlOf(`[${hebrew}](https://a.example.com)`))).toBe('rtl');
    expect(renderedDirection(htmlOf('`git push`'))).toBe('ltr');
    expect(renderedDirection(htmlOf('12 & 13'))).toBe('ltr');
    expect(renderedDirection('')).toBe('ltr');
  });

  it('is not decided by letters of markup', () => {
    expect(renderedDirection(htmlOf(`<b> & "${hebrew}`))).toBe('ltr');
    expect(renderedDirection(htmlOf(`< & " ${hebrew}`))).toBe('rtl');
  });
});

describe('the parts of a message', () => {
  it('have directions of their own', () => {
    const content = `@**Iago** ${hebrew} \`code\`\n\nEnglish\n\n1. ${hebrew}\n2. two`;
    expect(withDirections(htmlOf(content))).toBe(
      [
        `<p dir="rtl"><span dir="ltr" class="user-mention" data-user-id="5">@Iago</span> ${hebrew} <code dir="ltr">code</code></p>`,
        '<p dir="ltr">English</p>',
        `<ol dir="rtl">`,
        `<li dir="rtl">${hebrew}</li>`,
        '<li dir="ltr">two</li>',
        '</ol>',
      ].join('\n'),
    );
  });

  it('are unchanged without letters from right to left', () => {
    const html = htmlOf('@**Iago** *hello*\n\n- `one`');
    expect(withDirections(html)).toBe(html);
  });

  it('lose nothing, whatever the message contains', () => {
    const content = [...isolated, '```js\nconst a = 1;\n```', '```spoiler x\ny\n```', '|a|\n|-|\n|b|', '---'];
    const html = htmlOf([...content, hebrew].join('\n\n'));
    const written = withDirections(html);
    expect(written).not.toBe(html);
    expect(written.replaceAll(/ dir="(?:ltr|rtl)"/g, '')).toBe(html);
    expect(written).toMatch(/<div[^>]* class="codehilite"/);
    expect(written.match(/<code(?! dir="ltr")/g)).toBeNull();
  });
});
