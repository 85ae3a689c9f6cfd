import { expect, it } from 'vitest';
import { reasonErrorText, reasonText } from './reasons.ts';

it.each([
  ['The payload is no valid JSON.', 'Der Inhalt ist kein gültiges JSON.'],
  ['The payload has no "error.message".', 'Im Inhalt fehlt „error.message“.'],
  ["Channel 'ops' does not exist", 'Den Kanal „ops“ gibt es nicht'],
  [
    'A request of GitHub needs the header X-GitHub-Event.',
    'Eine Anfrage von GitHub braucht die Kopfzeile X-GitHub-Event.',
  ],
  [
    'A request of Redmine needs the field type or payload.action.',
    'Eine Anfrage von Redmine braucht das Feld type oder payload.action.',
  ],
  ['10.0.0.7 is not a public address.', '10.0.0.7 ist keine öffentliche Adresse.'],
  ['The program did not answer in time.', 'Das Programm hat nicht rechtzeitig geantwortet.'],
])('translates %s', (english, german) => {
  expect(reasonText('de', english)).toBe(german);
  expect(reasonText('en', english)).toBe(english);
});

it.each([
  ['The template lacks {{/if}}.', 'In der Vorlage fehlt {{/if}}.'],
  ['The payload is no valid JSON.', 'Der Inhalt ist kein gültiges JSON.'],
  ['The manifest is wrong at "name": Invalid input', 'Das Manifest ist bei „name“ falsch: Invalid input'],
  ['Something else', 'Something else'],
])('is an error, too, that people see in their language: %s', (english, german) => {
  expect(reasonErrorText(english).in('de')).toBe(german);
  expect(reasonErrorText(english).in('en')).toBe(english);
});

it('leaves what it does not know', () => {
  for (const text of ['', 'x', 'write EPROTO 40', 'a'.repeat(5_000), '{name}', '$& \\1'])
    expect(reasonText('de', text)).toBe(text);
});

it('takes little time for long texts', () => {
  const before = performance.now();
  for (const text of [' needs '.repeat(80), 'A request of '.repeat(40), "'".repeat(590)])
    reasonText('de', text);
  expect(performance.now() - before).toBeLessThan(1_000);
});
