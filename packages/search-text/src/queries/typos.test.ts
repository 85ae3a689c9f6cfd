import { describe, expect, it } from 'vitest';
import { parseSearch } from './parse.ts';
import { correctedOperand, languagesOfSearch, stemsOfForms, termsOfStem } from './typos.ts';

describe('corrections', () => {
  it('keep the rest of an operand', () => {
    const operand = 'in "the relaese notes" OR -Serrver deploy';
    const replacements = new Map([
      ['relaese', 'release'],
      ['serrver', 'server'],
    ]);
    expect(correctedOperand(operand, parseSearch(operand).words, replacements)).toBe(
      'in "the release notes" OR -server deploy',
    );
    expect(correctedOperand(operand, parseSearch(operand).words, new Map())).toBe(operand);
  });
});

describe('forms of a word', () => {
  it('are its stems in the languages of the search, and in those that are given', () => {
    const german = languagesOfSearch('die Rechnungen vom letzten Monat', []);
    expect([...german]).toContain('de');
    expect(stemsOfForms('rechnungen', german)).toContain('rechnung');
    expect(stemsOfForms('rechnungen', languagesOfSearch('the report of last month', []))).not.toContain(
      'rechnung',
    );
    const both = languagesOfSearch('the report of last month', ['de-AT', 'xx', 'constructor']);
    expect(stemsOfForms('rechnungen', both)).toContain('rechnung');
    expect(stemsOfForms('rechnungen')).toContain('rechnung');
    expect(stemsOfForms('счета', german)).toEqual([]);
    expect(termsOfStem('rechnung')).toEqual(['~rechnung', 'rechnung']);
  });
});
