import { describe, expect, it } from 'vitest';
import { createContext } from '../test/context.ts';
import { hostileInputs } from '../test/hostile-inputs.ts';
import { compileLinkifier, LinkifierError, render, scanReferences, topicLinks } from './index.ts';

// The benchmark checks a limit of 50 ms on an idle machine. This limit is eight times as high, because other tests run at the
// same time.
const limitMs = 50 * 8;

function best(run: () => void): number {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 3; round++) {
    // Measures CPU time, which other processes do not increase.
    const start = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(start);
    least = Math.min(least, (user + system) / 1_000);
  }
  return least;
}

describe('hostile messages', () => {
  const context = createContext();

  it.each(Object.entries(hostileInputs))('%s', (_name, content) => {
    expect(best(() => render(content, context))).toBeLessThan(limitMs);
    expect(best(() => scanReferences(content))).toBeLessThan(limitMs);
  });

  it('do not make clients lay out thousands of levels', () => {
    for (const [name, content] of Object.entries(hostileInputs)) {
      const { html } = render(content, context);
      const tags = html.replace(/<(?:br|hr|img)\b[^>]*>/g, '').matchAll(/<(\/?)([a-z]\w*)[^>]*?(\/?)>/g);
      let depth = 0;
      let deepest = 0;
      for (const tag of tags) {
        if (tag[3] === '/') continue;
        depth += tag[1] === '/' ? -1 : 1;
        deepest = Math.max(deepest, depth);
      }
      expect(deepest, name).toBeLessThan(250);
      expect(depth, name).toBe(0);
    }
  });

  it('do not grow beyond the size that one event can carry', () => {
    const emoticons = createContext({ translateEmoticons: true });
    const inputs = { ...hostileInputs, emoticons: ':) '.repeat(3_333), ids: '@**|7** '.repeat(1_250) };
    for (const [name, content] of Object.entries(inputs)) {
      expect(JSON.stringify(render(content, emoticons).html).length, name).toBeLessThan(350_000);
    }
  });

  it('show content as typed when rendering it would make them too large', () => {
    const shown = (html: string, part: string) => html.split(part).length - 1;
    const emoji = render('😀'.repeat(5_000), context).html;
    expect(shown(emoji, '<span')).toBeGreaterThan(1_600);
    expect(shown(emoji, '<span') + shown(emoji.replace(/<span.*<\/span>/, ''), '😀')).toBe(5_000);
    const { html, mentionedUserIds } = render(`${':+1:'.repeat(2_490)} @**Iago|5** $$x$$`, context);
    expect(html.slice(-80)).toMatch(
      /:\+1::\+1: @<strong>Iago\|5<\/strong> <span class="tex-error">\$\$x\$\$<\/span><\/p>$/,
    );
    expect(mentionedUserIds).toEqual([]);
    const code = render(`\`\`\`python\n${'1+'.repeat(4_900)}\n\`\`\``, context).html;
    expect(code).toContain(`<code>${'1+'.repeat(4_900)}\n</code>`);
  });

  it.each([
    '(a+)+b',
    '(.*)*x',
    '(a|a)*b',
    '([a-z]+)*1',
    '(?:(?:a?){10}){3}aaaa',
    '\\b(\\w+\\s?)*$z',
    '.{1,30}!',
    '\\S+@\\S+#',
  ])('linkifier %s costs no more than its text', (pattern) => {
    const linkifiers = [
      compileLinkifier({ id: 1, pattern: `(?P<x>${pattern})`, urlTemplate: 'https://x.cc/{x}' }),
    ];
    const hostile = createContext({ linkifiers });
    for (const unit of ['a', 'a ', 'ab', 'a@', '!a ']) {
      const content = unit.repeat(10_000 / unit.length);
      expect(best(() => render(content, hostile))).toBeLessThan(limitMs);
      expect(best(() => topicLinks(content, linkifiers))).toBeLessThan(limitMs);
    }
  });

  it('stay cheap with the maximum number of hostile linkifiers', () => {
    const patterns = [
      '(?:.?){40}[!§]',
      '(a+)+[b0-9§]',
      '(.*a){12}[0-9§]',
      '(?:(?:a?){10}){3}aaaa|§',
      '.{1,30}[!§]',
    ];
    const linkifiers = Array.from({ length: 60 }, (_, id) => {
      const pattern = patterns[id % patterns.length]!.replace('§', String.fromCodePoint(0x4e00 + id));
      return compileLinkifier({ id, pattern: `(?P<x>${pattern})`, urlTemplate: 'https://x.cc/{x}' });
    });
    const hostile = createContext({ linkifiers });
    for (const unit of ['a', 'a ', '!a ', 'aaaa aaab ']) {
      const content = unit.repeat(10_000 / unit.length);
      expect(best(() => render(content, hostile))).toBeLessThan(limitMs);
    }
    const usual = compileLinkifier({ id: 0, pattern: '#(?P<x>[0-9]+)', urlTemplate: 'https://x.cc/{x}' });
    const { html } = render('see #12', createContext({ linkifiers: [...linkifiers, usual] }));
    expect(html).toContain('https://x.cc/12');
  });

  it('cannot come from a linkifier that is too large to be cheap, because it is refused', () => {
    for (const pattern of ['(?P<x>(a{100}){10})', '(?P<x>\\pL{900})', '(?P<x>(?:[a-z]{1,50}-){1,20})']) {
      expect(() => compileLinkifier({ id: 1, pattern, urlTemplate: 'https://x.cc/{x}' })).toThrow(
        LinkifierError,
      );
    }
  });
});
