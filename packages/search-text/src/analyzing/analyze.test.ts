import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stemMark } from '../expression.ts';
import { matches } from '../queries/matches.ts';
import { parseSearch } from '../queries/parse.ts';
import { analyzeText } from './analyze.ts';
import { allEmoji } from './emoji.ts';

const finds = (search: string, text: string): boolean => matches(parseSearch(search), analyzeText(text));
const termsOf = (text: string): string[] => analyzeText(text).terms.map(({ term }) => term);

/** Returns the characters of Unicode that a property describes. */
function charactersWith(property: RegExp): string[] {
  const found: string[] = [];
  for (let point = 0; point <= 0x10ffff; point++) {
    if (point >= 0xd800 && point <= 0xdfff) continue;
    // Planes without assigned characters behave alike.
    if (point >= 0x40000 && point <= 0xdffff) continue;
    const character = String.fromCodePoint(point);
    if (property.test(character)) found.push(character);
  }
  return found;
}

describe('a word is found beside', () => {
  it.each([
    ['punctuation', /\p{P}/u],
    ['symbols', /\p{S}/u],
    ['blanks', /\p{Z}/u],
    ['control characters', /\p{Cc}/u],
    ['invisible characters', /\p{Cf}/u],
    ['private and unassigned characters', /[\p{Co}\p{Cn}]/u],
    ['numbers that are no digits', /\p{No}/u],
    ['emoji', /[\p{ExtPict}\p{RI}\p{EMod}]/u],
  ])('all %s of Unicode', (_name, property) => {
    const characters = charactersWith(property);
    expect(characters.length).toBeGreaterThan(10);
    // Unassigned characters are many and all alike.
    const some = characters.length > 20_000 ? characters.filter((_, index) => index % 97 === 0) : characters;
    // A plane is a pair of letters in other scripts, too: they split words in the same way.
    for (const word of ['server', 'сервер', '東京']) {
      const missed = some.filter(
        (character) =>
          ![`${character}${word}`, `${word}${character}`, `${character}${word}${character}`].every((text) =>
            finds(word, text),
          ),
      );
      expect({ word, missed }).toEqual({ word, missed: [] });
    }
  });

  it('every emoji sequence of Unicode', () => {
    const missed = allEmoji().filter(
      ([emoji]) => !finds('server', `${emoji}server${emoji}`) || !finds(emoji, `server${emoji}server`),
    );
    expect(missed).toEqual([]);
  });
});

describe('a name of an emoji', () => {
  it('finds the emoji, and the emoji finds its name', () => {
    const missed = allEmoji().filter(([emoji, [name]]) => {
      const written = `:${name}:`;
      return !finds(written, `x ${emoji}`) || !finds(emoji, `x ${written}`) || !finds(written, `${written}`);
    });
    expect(missed).toEqual([]);
  });

  it.each([
    ['tada', '🎉'],
    ['tada', ':tada:'],
    ['party_popper', '🎉'],
    ['thumbs_up', 'good 👍🏽'],
    ['popper', ':party_popper:'],
    ['❤', '❤️'],
    ['❤️', '❤'],
    ['logo', ':company_logo:'],
  ])('%s finds %s', (search, text) => {
    expect(finds(search, text)).toBe(true);
  });
});

describe('a search', () => {
  it.each([
    ["don't", 'I don’t'],
    ['don’t', "I don't"],
    ['dont', "I don't"],
    ['server', 'the server’s down'],
    ['server', 'the server´s down'],
    ["server's", 'the server is down'],
    ['servers', 'the server is down'],
    ['eau', 'l’eau'],
    ['STRASSE', 'Straße'],
    ['strasse', 'STRAẞE'],
    ['éclair', 'e\u0301clair'],
    ['eclair', 'Éclair'],
    ['full', 'ｆｕｌｌ'],
    ['offline', 'o\ufb04ine'],
    ['Ωmega', 'ωMEGA'],
    ['οδός', 'ΟΔΟΣ'],
    ['istanbul', 'İstanbul'],
    ['soren', 'Søren'],
    ['lodz', 'Łódź'],
    ['احمد', 'أَحْمَد'],
    ['مدرسه', 'مدرسة'],
    ['كتاب', 'كتـــاب'],
    ['کتاب', 'كتاب'],
    ['123', '١٢٣'],
    ['صهل', 'صَهْل'],
    ['צהל', 'צה״ל'],
    ['צהל', 'צה"ל'],
    ['"צה"ל הודיע"', 'אתמול צה״ל הודיע'],
    ['जरूर', 'ज़रूर'],
    ['ज़रूर', 'ज\u093cरूर'],
    ['--dry-run', 'call it with --dry-run'],
    ['dry-run', 'call it with --dry-run'],
    ['елка', 'Ёлка'],
    ['soft', 'so\u00adft'],
    ['می‌خواهم', 'میخواهم'],
    ['ｶﾞｲﾄﾞ', 'ガイド'],
    ['ガイド', 'カ\u3099イト\u3099'],
    ['서버', '서버가'],
    ['서버', '서버가'.normalize('NFD')],
    ['京', '東京都'],
    ['都', '東京都'],
    ['東京都', '東京都で会う'],
    ['iPhone', '新しいiPhoneを買う'],
    ['買う', '新しいiPhoneを買う'],
    ['東京の天気', '天気は東京で晴れ'],
    ['iPhoneの値段', '値段が高いiPhone'],
    ['数据库服务器', '服务器和数据库'],
    ['ฐานข้อมูลเซิร์ฟเวอร์', 'เซิร์ฟเวอร์และฐานข้อมูล'],
    ['コンピューターの値段', '値段が高いコンピューター'],
    ['서버가', '서버를 껐다'],
    ['서버에서', '서버가 죽었다'],
    ['e-mails', 'an e-mail'],
    ['"iPhoneを買う"', '新しいiPhoneを買う'],
    ['ไทย', 'ภาษาไทยง่าย'],
    ['ខ្មែរ', 'ភាសាខ្មែរ'],
    ['invoice', 'call fetchInvoiceRows now'],
    ['fetchInvoiceRows', 'call fetchInvoiceRows now'],
    ['fetchinvoicerows', 'call fetchInvoiceRows now'],
    ['fetch_invoice_rows', 'call fetchInvoiceRows now'],
    ['fetchInv', 'call fetchInvoiceRows now'],
    ['rows', 'fetch_invoice_rows()'],
    ['Request', 'XMLHttpRequest'],
    ['email', 'send an e-mail'],
    ['e-mail', 'send an email'],
    ['ABC-123', 'see ABC-123.'],
    ['abc', 'see ABC-123.'],
    ['123', 'see ABC-123.'],
    ['ABC-123', 'on branch abc-123-fix-the-login-page'],
    ['1.2.3', 'v1.2.3'],
    ['v1.2.3', 'version 1.2.3'],
    ['1.2', '1.2.3-rc1'],
    ['rc1', '1.2.3-rc1'],
    ['1.2.3-rc1', 'v1.2.3-rc1'],
    ['sha', 'sha256'],
    ['messaging/src', 'in services/messaging/src/rpc/index.ts'],
    ['index.ts', 'in services/messaging/src/rpc/index.ts'],
    ['https://example.com/a/b', '[here](https://example.com/a/b?c=d)'],
    ['example.com', 'jo@example.com'],
    ['jo@example.com', '<jo@example.com>'],
    ['c++', 'C++ is here'],
    ['Smith', '@**Jo Smith|12**'],
    ['design', '#**general>design@77**'],
    ['admins', '@*admins*'],
    ['bold', '**bold**text'],
    ['text', '**bold**text'],
    ['print', '```python\nprint(1)\n```'],
    ['releas', 'the release'],
    ['11:30', 'at 11:30'],
    ['release', 'two releases'],
    ['Rechnung', 'Die Rechnungen sind fertig'],
    ['сервер', 'серверы упали'],
    ['serveur', 'les serveurs sont tombés'],
  ])('for %j finds %j', (search, text) => {
    expect(finds(search, text)).toBe(true);
  });

  it.each([
    ['erver', 'server'],
    ['京東', '東京都'],
    ['"invoice fetch"', 'fetchInvoiceRows'],
    ['python', '```python\nprint(1)\n```'],
    ['77', '#**general>design@77**'],
    ['12', '@**Jo Smith|12**'],
    ['2.3', '1.2.3'],
    ['й', 'и'],
    ['東大', '東京大'],
    ['東京の天気', '東京の気温'],
    ['"東京の天気"', '天気は東京で晴れ'],
    ['서버가', '서울을 갔다'],
  ])('for %j does not find %j', (search, text) => {
    expect(finds(search, text)).toBe(false);
  });
});

describe('a name with a version', () => {
  it('is found as a whole, by its name, and by its version', () => {
    for (const name of ['python', 'go', 'php', 'Java'])
      for (const version of ['3.11', '1.22.4', '8.0'])
        for (const ending of ['', 'rc1', 'beta', '-slim']) {
          const text = `we run ${name}${version}${ending} now`;
          for (const search of [name, version, `${name}${version}`, `${name} ${version}`])
            expect({ search, text, found: finds(`${search} `, text) }).toEqual({ search, text, found: true });
        }
  });
});

describe('an acronym of Hebrew', () => {
  const marks = ['"', '״', '“', '”', '„', ''];
  it('is found with each quotation mark, written with each, alone and beside other words', () => {
    for (const acronym of ['צה*ל', 'ארה*ב', 'ד*ר', 'מנכ*ל']) {
      for (const typed of marks) {
        for (const written of marks) {
          const [search, text] = [acronym.replace('*', typed), acronym.replace('*', written)];
          for (const [operand, content] of [
            [search, text],
            [search, `(${text}), ה${text}`],
            [`${search} שלום`, `שלום ${text}`],
            [`-שלום ${search}`, text],
          ] as const)
            expect({ operand, content, found: finds(operand, content) }).toEqual({
              operand,
              content,
              found: true,
            });
          expect({ search, text, found: finds(`-${search}`, text) }).toEqual({ search, text, found: false });
        }
      }
    }
  });
});

describe('terms', () => {
  it('of every character of Unicode, alone and in a word, are not empty', () => {
    // From plane 3 on, most are unassigned or private and all alike.
    const characters = charactersWith(/[\s\S]/u).filter(
      (character, index) =>
        (character.codePointAt(0) ?? 0) < 0x30000 || index % 97 === 0 || !/[\p{Co}\p{Cn}]/u.test(character),
    );
    const wrong = characters.filter((character) =>
      [character, `${character}${character}`, `a-${character}`, `a’${character}`, `東${character}`].some(
        (text) => analyzeText(text).terms.some(({ term }) => term === '' || term === stemMark),
      ),
    );
    expect(wrong).toEqual([]);
  });

  const anyText = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.string({ unit: 'grapheme', maxLength: 200 }),
    fc
      .array(
        fc.constantFrom(
          'Server',
          '東京',
          '-',
          '_',
          '.',
          '’',
          '1',
          '🎉',
          ' ',
          'é',
          '서',
          ':',
          '/',
          '@**',
          '```',
          '\n',
          '"',
        ),
        { maxLength: 60 },
      )
      .map((parts) => parts.join('')),
  );

  it('stay the same when a text is composed or decomposed', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const literal = (form: string): string[] =>
          termsOf(form).filter((term) => !term.startsWith(stemMark));
        expect(literal(text.normalize('NFD'))).toEqual(literal(text.normalize('NFC')));
      }),
    );
  });

  it('are within the limits of PostgreSQL', () => {
    const check = (text: string): void => {
      const { terms } = analyzeText(text);
      let bytes = 0;
      for (const { term, positions } of terms) {
        expect(term).not.toBe('');
        expect(term).not.toContain('\0');
        expect(term.isWellFormed()).toBe(true);
        expect(Buffer.byteLength(term)).toBeLessThan(2_046);
        expect(positions.length).toBeLessThanOrEqual(255);
        expect(positions).toEqual([...new Set(positions)].sort((a, b) => a - b));
        expect(positions[0]).toBeGreaterThanOrEqual(1);
        expect(positions.at(-1)).toBeLessThanOrEqual(16_383);
        bytes += Buffer.byteLength(term) + 2 * positions.length + 2;
      }
      expect(bytes).toBeLessThan(1_048_575);
      expect(new Set(terms.map(({ term }) => term)).size).toBe(terms.length);
    };
    fc.assert(fc.property(anyText, check));
    check('word '.repeat(20_000));
    check(Array.from({ length: 200_000 }, (_, index) => index.toString(36)).join(' '));
    check('x'.repeat(1_000_000));
    check('𐐷'.repeat(1_000));
    check('東'.repeat(100_000));
    check('a.'.repeat(100_000));
  });

  it('of each word of a text find the text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const word of text.split(/[\s"“”„«»\u200b]+/)) {
          if (word === 'OR' || /^[-−–]/.test(word) || /[@`#<&]/.test(word)) continue;
          const expression = parseSearch(word.slice(0, 100));
          if (expression.root.items.length > 0 && word.length <= 100) {
            expect({ word, text, found: matches(expression, analyzeText(text)) }).toMatchObject({
              found: true,
            });
          }
        }
      }),
      { numRuns: 500 },
    );
  });
});
