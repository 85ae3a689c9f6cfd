import { reasonText } from '@parley/texts';
import { expect, it } from 'vitest';
import { failureInWords } from './program-failure.ts';

it.each([
  ['timeout', 'The program did not answer in time.'],
  ['connect ECONNREFUSED 203.0.113.9:443', 'Nothing accepts connections at 203.0.113.9:443.'],
  ['connect EHOSTUNREACH 203.0.113.9:443', 'There is no connection to 203.0.113.9:443.'],
  ['getaddrinfo ENOTFOUND bot.example', 'The name bot.example is not known.'],
  ['bot.example has no address', 'The name bot.example is not known.'],
  ['10.0.0.7 is not public', '10.0.0.7 is not a public address.'],
  ['port 22 is not allowed', 'The port 22 is not allowed.'],
  ['socket hang up', 'The connection ended before an answer.'],
  ['read ECONNRESET', 'The connection ended before an answer.'],
  ['the answer is too large', 'The answer is too large.'],
  ['certificate has expired', 'The certificate of the program is not valid: certificate has expired.'],
])('says what %s means, in every language', (error, sentence) => {
  expect(failureInWords(error)).toBe(sentence);
  expect(reasonText('de', sentence)).not.toBe(sentence);
});

it('keeps what it does not know', () => {
  expect(failureInWords('Parse Error: Expected HTTP/')).toBe('Parse Error: Expected HTTP/');
});
