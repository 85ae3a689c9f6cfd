import { expect, it } from 'vitest';
import { addressOf } from './resumable-upload.ts';

it.each([
  ['chat.example', 'https://chat.example', 'https://chat.example/api/v1/tus/7'],
  ['chat.example:8443', 'https://chat.example:8443', 'https://chat.example:8443/api/v1/tus/7'],
  ['10.0.0.1:9000', 'https://chat.example', '/api/v1/tus/7'],
  [undefined, 'https://chat.example', '/api/v1/tus/7'],
])('an upload created through %s, where the public address is %s, is at %s', (host, publicUrl, address) => {
  expect(addressOf('7', host, publicUrl)).toBe(address);
});
