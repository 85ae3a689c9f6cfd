import { describe, expect, it } from 'vitest';
import { highlightStemmed } from '../highlighting/highlight-html.ts';
import { matches } from '../queries/matches.ts';
import { parseSearch } from '../queries/parse.ts';
import { analyzeText } from './analyze.ts';
import { stemsOfParts } from './compounds.ts';
import { stemOf } from './stems.ts';

const stems = (language: 'de' | 'nl', ...words: string[]): (string | undefined)[] =>
  words.map((word) => stemOf(word, language));

describe('a German compound', () => {
  it.each([
    ['rechnungsabteilung', ['rechnung', 'abteilung']],
    ['rechnungsabteilungen', ['rechnung', 'abteilungen']],
    ['datenbankserver', ['datenbank', 'server']],
    ['kundendaten', ['kunden', 'daten']],
    ['urlaubsantragsformular', ['urlaub', 'antrag', 'formular']],
    ['sicherheitsupdate', ['sicherheit', 'update']],
    ['projektleiterin', ['projekt', 'leiterin']],
    ['krankenhäuser', ['kranken', 'häuser']],
    ['rechnung', []],
    ['schnittstelle', []],
    ['verstehen', []],
    ['mietvertrag', ['miete', 'vertrag']],
    ['schulbücher', ['schule', 'bücher']],
    ['sprachkurs', ['sprache', 'kurs']],
    ['adresslisten', ['adresse', 'listen']],
    ['kubernetescluster', ['kubernetes', 'cluster']],
    ['müllerprojekte', ['müller', 'projekte']],
    ['straßenbahn', ['straßen', 'bahn']],
    ['wasserstraßenkarte', ['wasser', 'straßen', 'karte']],
    ['überarbeitung', []],
    ['zurückstellung', []],
  ])('%s has the parts %j', (word, parts) => {
    expect(stemsOfParts(word, 'de')).toEqual(stems('de', ...parts));
  });

  it('is found by each part, and ranks its whole first', () => {
    const text = analyzeText('Die Rechnungsabteilung hat heute noch nicht geantwortet');
    for (const search of ['Rechnung', 'Abteilung', 'Abteilungen', 'rechnungsabteilung']) {
      expect({ search, found: matches(parseSearch(search), text) }).toEqual({ search, found: true });
    }
    expect(matches(parseSearch('Leiter'), text)).toBe(false);
  });
});

describe('a German compound whose end alone is listed', () => {
  it.each([
    'Versicherung',
    'Schlüssel',
    'Drucker',
    'Rechnung',
    'Projekt',
    'Server',
    'Planung',
    'Besprechung',
  ])('is found by it, in its forms, after any beginning: %s', (end) => {
    for (const beginning of ['Grafana', 'Feuerwehr', 'Kowalski', 'Quarz']) {
      const text = `Hat jemand von euch noch die ${beginning}${end.toLowerCase()} gesehen? Ich finde das nicht.`;
      for (const search of [end, beginning])
        expect({ search, text, found: matches(parseSearch(`${search} `), analyzeText(text)) }).toMatchObject({
          found: true,
        });
    }
  });
});

describe('a Dutch compound', () => {
  it.each([
    ['klantenservice', ['klanten', 'service']],
    ['verzekeringsmaatschappij', ['verzekering', 'maatschappij']],
    ['rekeningnummers', ['rekening', 'nummers']],
    ['huisarts', []],
    ['lopen', []],
  ])('%s has the parts %j', (word, parts) => {
    expect(stemsOfParts(word, 'nl')).toEqual(stems('nl', ...parts));
  });

  it('is found by each part', () => {
    const text = analyzeText('De klantenservice heeft vandaag nog niet geantwoord');
    expect(matches(parseSearch('service'), text)).toBe(true);
    expect(matches(parseSearch('klant'), text)).toBe(true);
  });
});

it('a word of another language is not split', () => {
  expect(stemsOfParts('datenbankserver', 'en')).toEqual([]);
});

it('a long word without parts costs little', () => {
  const begun = performance.now();
  for (let index = 0; index < 100; index++) stemsOfParts(`${'tagtag'.repeat(7)}q${index}`, 'de');
  expect(performance.now() - begun).toBeLessThan(5_000);
});

it('a found part is highlighted with its compound', () => {
  const text = 'Die Rechnungsabteilung hat heute noch nicht geantwortet';
  expect(highlightStemmed(text, parseSearch('Abteilung'))).toEqual([{ start: 4, end: 22 }]);
});
