import { expect, it } from 'vitest';
import { ownHosts } from './own-hosts.ts';

const isOwn = ownHosts('https://Chat.example:8443/', ['chat', '10.0.0.7', '[fd00::7]']);

it.each([
  '127.0.0.1',
  '127.0.0.1:9991',
  'localhost:1',
  'LOCALHOST',
  'localhost.',
  '[::1]',
  '[::1]:9991',
  'chat.example',
  'chat.example:443',
  'chat:9991',
  '10.0.0.7:8080',
  '[fd00::7]:8080',
])('%s is one of the server’s hosts', (host) => {
  expect(isOwn(host)).toBe(true);
});

it.each([
  '',
  ':9991',
  'evil.example',
  'chat.example.evil.example',
  'evil.example:127.0.0.1',
  'localhost.evil.example:9991',
  'evil-localhost',
  '127.0.0.1.nip.io',
  '127.0.0.1@evil.example',
  'evil.example#localhost',
  '127.0.0.2',
  '0.0.0.0',
  '[::]',
  '::1',
  '[::1].evil.example',
  '*',
])('%s is foreign', (host) => {
  expect(isOwn(host)).toBe(false);
});

it('accepts every host with *', () => {
  expect(ownHosts('https://chat.example', ['*'])('evil.example')).toBe(true);
});
