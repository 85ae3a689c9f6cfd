import { parseFragment } from 'parse5';
import { describe, expect, it } from 'vitest';
import { grammars } from './grammars.ts';
import { findLanguage, highlight } from './index.ts';
import { languageNames } from './names.ts';

function shown(language: string, code: string): string {
  return highlight(code, findLanguage(language)!);
}

function textOf(html: string): string {
  const collect = (node: { nodeName: string; value?: string; childNodes?: unknown[] }): string =>
    node.nodeName === '#text'
      ? node.value!
      : (node.childNodes ?? []).map((child) => collect(child as typeof node)).join('');
  return collect(parseFragment(html) as never);
}

describe('languages', () => {
  it('are found by any name, without regard to case', () => {
    expect(findLanguage('JS')?.name).toBe('JavaScript');
    expect(findLanguage('c++')?.name).toBe('C++');
    expect(findLanguage('Text only')?.name).toBe('Text only');
    expect(findLanguage('klingon')).toBeUndefined();
    expect(findLanguage('__proto__')).toBeUndefined();
  });

  it('do not share an alias', () => {
    const aliases = Object.values(languageNames).flatMap((names) => names.split(' '));
    expect(aliases.filter((alias, index) => aliases.indexOf(alias) !== index)).toEqual([]);
  });

  it('have a name when they have a grammar', () => {
    for (const name of Object.keys(grammars)) expect(languageNames[name], name).toBeDefined();
  });
});

describe('highlighting', () => {
  it('never changes the text, in any language', () => {
    const code = [
      'def f(x): return "a\\n" + \'b\' # c',
      '/* open',
      '<a b="c">&amp;</a>',
      '{"k": [1, 2.5e3, true]}',
      '@x $y :z %w `q` """',
      "'unclosed",
      '-- a',
      '(* b *)',
      '[s]',
      'k = v ; c',
      '+ added',
      '日本 🎉 \\',
      '<!-- ',
      '#include <x>',
      'constructor __proto__ toString',
    ];
    for (const name of Object.keys(languageNames)) {
      const text = `${code.join('\n')}\n`;
      expect(textOf(shown(name, text)), name).toBe(text);
      for (const line of code) expect(textOf(shown(name, line)), name).toBe(line);
    }
  });

  it('uses Pygments short classes and no others', () => {
    const classes = new Set<string>();
    for (const name of Object.keys(languageNames)) {
      const html = shown(
        name,
        'def class X { "a" 1 0x1 1.5 // c\n# d\n@e $f constructor } <g h="i"> function j() true\n',
      );
      for (const match of html.matchAll(/class="([^"]*)"/g)) classes.add(match[1]!);
    }
    for (const name of classes) expect(name).toMatch(/^[a-z][a-z0-9]?$/);
  });

  it.each([
    ['go', 'func main() {}', '<span class="kd">func</span> <span class="nf">main</span>() {}'],
    [
      'rust',
      'fn a(x: u8)',
      '<span class="k">fn</span> <span class="nf">a</span>(x<span class="o">:</span> <span class="kt">u8</span>)',
    ],
    [
      'bash',
      'echo "$a" # b',
      '<span class="nb">echo</span> <span class="s2">&quot;$a&quot;</span> <span class="c1"># b</span>',
    ],
    ['bash', 'if [ $x ]', '<span class="k">if</span> [ <span class="nv">$x</span> ]'],
    [
      'python',
      '@a\nclass B: pass',
      '<span class="nd">@a</span>\n<span class="k">class</span> <span class="nc">B</span><span class="o">:</span> <span class="k">pass</span>',
    ],
    ['python', 'import os', '<span class="kn">import</span> <span class="nn">os</span>'],
    [
      'c',
      '#include <a.h>\nint b;',
      '<span class="cp">#include &lt;a.h&gt;</span>\n<span class="kt">int</span> b;',
    ],
    ['yaml', 'a: 1 # b', '<span class="nt">a</span>: <span class="l">1 # b</span>'],
    ['yaml', '- b: true', '- <span class="nt">b</span>: <span class="kc">true</span>'],
    [
      'css',
      'a{color:#fff}',
      '<span class="nt">a</span>{<span class="k">color</span><span class="o">:</span><span class="mh">#fff</span>}',
    ],
    [
      'ini',
      '[a]\nb=c',
      '<span class="k">[a]</span>\n<span class="na">b</span><span class="o">=</span><span class="l">c</span>',
    ],
  ])('%s: %s', (language, code, html) => {
    expect(shown(language, code)).toBe(html);
  });
});
