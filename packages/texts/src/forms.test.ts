import { describe, expect, it } from 'vitest';
import { fillText, type Text } from './forms.ts';

const filled = (text: Text, parameters = {}, language = 'en') =>
  fillText(text, parameters, { plurals: new Intl.PluralRules(language), region: language });

describe('fillText', () => {
  it('braces in a text mark a parameter, or are literal where the text shows a pattern', () => {
    expect(filled('Remove {name}', { name: '{id}' })).toBe('Remove {id}');
    expect(filled('https://example.com/issues/{id}')).toBe('https://example.com/issues/{id}');
    expect(filled('In two braces: #{{id}}')).toBe('In two braces: #{{id}}');
  });

  it('chooses among all plural categories of a language', () => {
    const files = {
      one: '{count} plik',
      few: '{count} pliki',
      many: '{count} plików',
      other: '{count} pliku',
    };
    expect([1, 3, 5, 22, 1.5].map((count) => filled(files, { count }, 'pl'))).toEqual([
      '1 plik',
      '3 pliki',
      '5 plików',
      '22 pliki',
      '1,5 pliku',
    ]);
    expect(filled({ other: '{count} ファイル' }, { count: 1 }, 'ja')).toBe('1 ファイル');
  });

  it('chooses by the value of another parameter', () => {
    const invited = { select: 'role', guest: '{name} comes as a guest', other: '{name} comes' };
    expect(filled(invited, { role: 'guest', name: 'Iago' })).toBe('Iago comes as a guest');
    expect(filled(invited, { role: 'member', name: 'Iago' })).toBe('Iago comes');
  });

  it('writes numbers and lists as the language does', () => {
    expect(filled('{count} of {names}', { count: 12_345.6, names: ['Ada', 'Bo', 'Cy'] }, 'de')).toBe(
      '12.345,6 of Ada, Bo und Cy',
    );
  });
});
