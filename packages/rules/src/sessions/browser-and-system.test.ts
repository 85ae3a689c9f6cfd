import { expect, it } from 'vitest';
import { programOf, programText, readProgram } from './browser-and-system.ts';

const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const mac = '(Macintosh; Intel Mac OS X 10_15_7)';
const windows = '(Windows NT 10.0; Win64; x64)';
const iPhone = '(iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';

/** User-Agents as programs send them, and what people read. */
const cases: readonly (readonly [userAgent: string, shown: string | undefined])[] = [
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0`, 'Firefox on Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', 'Firefox on Linux'],
  ['Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0', 'Firefox on Android'],
  [`Mozilla/5.0 ${iPhone} FxiOS/140.0 Mobile/15E148 Safari/605.1.15`, 'Firefox on iPhone'],
  [`Mozilla/5.0 ${windows} ${webKit} Chrome/140.0.0.0 Safari/537.36`, 'Chrome on Windows'],
  [`Mozilla/5.0 ${mac} ${webKit} Chrome/140.0.0.0 Safari/537.36`, 'Chrome on macOS'],
  [`Mozilla/5.0 (X11; Linux x86_64) ${webKit} HeadlessChrome/140.0.0.0 Safari/537.36`, 'Chrome on Linux'],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webKit} Chrome/140.0.0.0 Safari/537.36`, 'Chrome on ChromeOS'],
  [`Mozilla/5.0 (Linux; Android 10; K) ${webKit} Chrome/140.0.0.0 Mobile Safari/537.36`, 'Chrome on Android'],
  [`Mozilla/5.0 ${iPhone} CriOS/140.0.0.0 Mobile/15E148 Safari/604.1`, 'Chrome on iPhone'],
  [`Mozilla/5.0 ${windows} ${webKit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`, 'Edge on Windows'],
  [`Mozilla/5.0 ${iPhone} Version/18.0 EdgiOS/140.0.0.0 Mobile/15E148 Safari/604.1`, 'Edge on iPhone'],
  [`Mozilla/5.0 ${windows} ${webKit} Chrome/140.0.0.0 Safari/537.36 OPR/120.0.0.0`, 'Opera on Windows'],
  [
    `Mozilla/5.0 (Linux; Android 14; K) ${webKit} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet on Android',
  ],
  [
    `Mozilla/5.0 ${mac} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15`,
    'Safari on macOS',
  ],
  [`Mozilla/5.0 ${iPhone} Version/18.5 Mobile/15E148 Safari/604.1`, 'Safari on iPhone'],
  [
    'Mozilla/5.0 (iPad; CPU OS 17_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.6 Mobile/15E148 Safari/604.1',
    'Safari on iPad',
  ],
  [
    `Mozilla/5.0 ${mac} ${webKit} Zulip/5.12.0 Chrome/134.0.6998.179 Electron/35.1.5 Safari/537.36`,
    'Parley desktop app on macOS',
  ],
  [
    `Mozilla/5.0 ${windows} ${webKit} Zulip/5.12.0 Chrome/134.0.6998.179 Electron/35.1.5 Safari/537.36`,
    'Parley desktop app on Windows',
  ],
  ['Mozilla/5.0 (Unknown) Gecko/20100101 Firefox/140.0', 'Firefox'],
  ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', undefined],
  ['curl/8.5.0', undefined],
  ['python-requests/2.32.3', undefined],
  ['ZulipMobile/27.235 (iOS 18.5)', undefined],
  ['Firefox/1.0 on Windows NT', undefined],
  [`Mozilla/5.0 ${'x'.repeat(2_000)} Firefox/1.0`, undefined],
  ['', undefined],
];

it.each(cases)('%s is shown as %s', (userAgent, shown) => {
  const program = programOf(userAgent);
  expect(program && programText(program)).toBe(shown);
  if (program) expect(readProgram(programText(program))).toEqual(program);
});

it('names of other clients are no programs', () => {
  for (const text of [
    '',
    'website',
    'ParleyWeb',
    'Bot on Windows',
    'Firefox on Mars',
    'Firefox on Windows on iPad',
  ])
    expect(readProgram(text)).toBeUndefined();
});
