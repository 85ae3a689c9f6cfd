import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createStemmer, Languages } from 'multilingual-stemmer';
import { describe, expect, it } from 'vitest';
import { matches } from '../queries/matches.ts';
import { parseSearch } from '../queries/parse.ts';
import { analyzeText } from './analyze.ts';
import { foldWord } from './fold.ts';
import { languagesOf } from './languages.ts';
import { languageNames, languagesOfScript, stemmedLanguages, stemOf, stemsOf } from './stems.ts';

const folder = join(import.meta.dirname, '../../fixtures/snowball');
/** Languages whose vocabularies SnowballC does not have. */
const withoutVocabulary = ['cs', 'et', 'fa', 'hy', 'pl', 'sr'];
const withVocabulary = stemmedLanguages.filter((language) => !withoutVocabulary.includes(language));

describe('stems', () => {
  it.each(withVocabulary)('equal the published vocabulary of %s', (language) => {
    const lines = readFileSync(join(folder, `${language}.tsv`), 'utf8')
      .trimEnd()
      .split('\n');
    expect(lines.length).toBeGreaterThan(490);
    const stem = createStemmer(Languages[languageNames[language]]);
    const wrong = lines
      .map((line) => line.split('\t') as [word: string, expected: string])
      .map(([word, expected]) => ({ word, expected, found: stem(word) }))
      .filter(({ expected, found }) => expected !== found);
    expect(wrong).toEqual([]);
  });

  it.each(withVocabulary)('of %s are among those that a search looks for, folded', (language) => {
    const lines = readFileSync(join(folder, `${language}.tsv`), 'utf8')
      .trimEnd()
      .split('\n');
    for (const line of lines) {
      const word = line.split('\t')[0]!.normalize('NFKC').toLowerCase();
      if (!languagesOfScript(word).has(language)) continue;
      const stem = stemOf(word, language);
      if (stem === undefined) continue;
      expect(stem).toBe(foldWord(stem));
      expect(stemsOf(word)).toContain(stem);
    }
  });

  it.each([
    ['ar', 'هذه هي الرسالة الأولى في هذا المشروع', 'رسالة'],
    ['ca', 'els servidors no funcionen des d’aquest matí', 'servidor'],
    ['cs', 'dobré ráno, všechny servery dnes nefungují', 'server'],
    ['da', 'serverne er nede igen, hvad sker der med dem', 'server'],
    ['de', 'die Rechnungen sind heute fertig geworden', 'Rechnung'],
    ['el', 'οι διακομιστές δεν λειτουργούν σήμερα', 'διακομιστής'],
    ['en', 'the deployments were failing this morning', 'deployment'],
    ['es', 'los servidores están caídos desde esta mañana', 'servidor'],
    ['et', 'tere hommikust kõigile, serverid ei tööta', 'serveri'],
    ['eu', 'zerbitzariak ez dabiltza gaur goizean', 'zerbitzari'],
    ['fa', 'کتاب‌های ما امروز آماده شدند', 'کتاب'],
    ['fi', 'palvelimet eivät toimi tänä aamuna', 'palvelimen'],
    ['fr', 'les serveurs sont tombés cette nuit', 'serveur'],
    ['hi', 'सभी किताबें आज तैयार हो गई हैं', 'किताब'],
    ['hu', 'a szerverek ma reggel leálltak', 'szerver'],
    ['hy', 'բոլոր քաղաքներ այսօր պատրաստ են', 'քաղաք'],
    ['id', 'selamat pagi, semua peladen sudah diperbaiki', 'perbaiki'],
    ['it', 'le fatture sono pronte da questa mattina', 'fattura'],
    ['lt', 'labas rytas, serveriai šiandien neveikia', 'serveris'],
    ['nl', 'de rekeningen zijn vandaag allemaal klaar', 'rekening'],
    ['no', 'bøkene er her igjen, hva skjer med dem', 'boken'],
    ['pl', 'dzień dobry, serwery dzisiaj nie działają', 'serwer'],
    ['pt', 'os servidores estão fora do ar desde ontem', 'servidor'],
    ['ro', 'serverele nu funcționează în această dimineață', 'server'],
    ['ru', 'серверы сегодня утром упали и не работают', 'сервер'],
    ['sr', 'сервери данас не раде, шта се дешава', 'сервер'],
    ['sv', 'servrarna fungerar inte sedan i morse', 'servrar'],
    ['ta', 'எல்லா புத்தகங்கள் இன்று தயாராக உள்ளன', 'புத்தகம்'],
    ['tr', 'sunucular bu sabahtan beri çalışmıyor', 'sunucu'],
  ] as const)('in %s: %j is found by another form of a word', (language, text, search) => {
    expect(languagesOf(text)).toContain(language);
    expect(matches(parseSearch(`${search} `), analyzeText(text))).toBe(true);
  });

  it('cover each stemmed language in the list above', () => {
    expect(
      withoutVocabulary.every((language) => (stemmedLanguages as readonly string[]).includes(language)),
    ).toBe(true);
    expect(stemmedLanguages.length).toBeGreaterThanOrEqual(20);
  });
});
