import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import german from '../../packages/web/src/texts/de/settings.json' with { type: 'json' };
import english from '../../packages/web/src/texts/en/settings.json' with { type: 'json' };
import { reasons } from '../../services/notify/src/domain/decide.ts';

// The settings page says of alert words what the server and the web client do.

it('an alert word is a reason for no mail and no push, which the page says in every language', () => {
  expect(reasons.filter((reason) => /alert/.test(reason))).toEqual([]);
  for (const [text, said] of [
    [english.alertHelp, [/While Parley is open/, /like a mention/, /no email/, /no push/]],
    [
      german.alertHelp,
      [/Solange Parley offen ist/, /wie eine Erwähnung/, /E-Mails und Push\S+ gibt es .*nicht/],
    ],
  ] as const) {
    for (const part of said) expect(text).toMatch(part);
  }
});

it('an open web client notifies of it as of a mention', () => {
  const rules = readFileSync(
    join(import.meta.dirname, '../../packages/web/src/model/notifications/notification-rules.ts'),
    'utf8',
  );
  expect(rules).toContain("flags.includes('mentioned') || flags.includes('has_alert_word')");
});
