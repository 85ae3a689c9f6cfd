import { describe, expect, it } from 'vitest';
import { compileLinkifier, findLinkifierMatches, LinkifierError, templateVariables } from './linkifier.ts';

const issue = compileLinkifier({ id: 1, pattern: '#(?P<id>\\d+)', urlTemplate: 'https://x.cc/{id}' });
const hash = compileLinkifier({ id: 2, pattern: '#(?P<n>\\w+)', urlTemplate: 'https://y.cc/?q={n}' });

function urls(text: string, linkifiers = [issue]): string[] {
  return findLinkifierMatches(text, linkifiers).map(({ url }) => url);
}

describe('linkifiers', () => {
  it('match between borders only', () => {
    expect(urls('#1')).toEqual(['https://x.cc/1']);
    expect(urls('a #1, (#2) "#3" #4\n#5.')).toHaveLength(5);
    expect(urls('a#1 #2b ##3')).toEqual([]);
    expect(urls('#1 #2 #3')).toHaveLength(3);
  });

  it('that match the same text apply in the order of the list', () => {
    expect(urls('#1', [issue, hash])).toEqual(['https://x.cc/1']);
    expect(urls('#1', [hash, issue])).toEqual(['https://y.cc/?q=1']);
    expect(urls('#a #1', [issue, hash])).toEqual(['https://y.cc/?q=a', 'https://x.cc/1']);
  });

  it('encode the values that they insert', () => {
    const any = compileLinkifier({ id: 3, pattern: 'q:(?P<q>\\S+)', urlTemplate: 'https://x.cc/{q}{?q}' });
    expect(urls('q:a/b&c"', [any])).toEqual(['https://x.cc/a%2Fb%26c%22?q=a%2Fb%26c%22']);
  });

  it('leave out matches whose values cannot be cut to the given length', () => {
    const short = compileLinkifier({ id: 3, pattern: 'q:(?P<q>\\S+)', urlTemplate: 'https://x.cc/{q:1}' });
    expect(urls('q:ab q:😀 q:c', [short])).toEqual(['https://x.cc/a', 'https://x.cc/c']);
  });

  it('leave unmatched groups out of the address', () => {
    const optional = compileLinkifier({
      id: 3,
      pattern: 'T(?P<a>\\d+)(?:-(?P<b>\\d+))?',
      urlTemplate: 'https://x.cc/{a}{#b}',
    });
    expect(urls('T1 T1-2', [optional])).toEqual(['https://x.cc/1', 'https://x.cc/1#2']);
  });

  it('refuse templates that may lead to another site', () => {
    for (const urlTemplate of [
      'javascript:{x}',
      '{x}',
      '/settings/{x}',
      '#narrow/{x}',
      '//{x}',
      'data:{x}',
    ]) {
      const attempt = () => compileLinkifier({ id: 4, pattern: 'T(?P<x>\\d+)', urlTemplate });
      expect(attempt).toThrow(expect.objectContaining({ part: 'url_template' }));
    }
  });

  it.each([
    ['(?P<id>[0-9', 'https://x.cc/{id}', 'pattern'],
    ['(?P<id>\\d+)(?=a)', 'https://x.cc/{id}', 'pattern'],
    ['(?P<id>\\d+)\\1', 'https://x.cc/{id}', 'pattern'],
    ['(?P<id>\\d*)', 'https://x.cc/{id}', 'pattern'],
    ['a)(?P<id>b', 'https://x.cc/{id}', 'pattern'],
    ['(?P<id>\\d+)', 'https://x.cc/', 'pattern'],
    ['(?P<id>\\d+)', 'https://x.cc{id}', 'url_template'],
    ['(?P<id>\\d+)', 'https://x.cc/{other}', 'url_template'],
    ['(?P<id>\\d+)', 'https://x.cc/{id', 'url_template'],
    ['(?P<id>\\d+)', 'https://x.cc/{id}}', 'url_template'],
    ['(?P<id>\\d+)', 'https://x.cc/{$id}', 'url_template'],
  ])('refuse %s with %s', (pattern, urlTemplate, part) => {
    const attempt = () => compileLinkifier({ id: 1, pattern, urlTemplate });
    expect(attempt).toThrow(LinkifierError);
    expect(attempt).toThrow(expect.objectContaining({ part }));
  });

  it('name the variables of a template', () => {
    expect([...templateVariables('https://x{/a,b*}{?c:3}{#d}{+e}{&f}')]).toEqual([
      'a',
      'b',
      'c',
      'd',
      'e',
      'f',
    ]);
  });
});
