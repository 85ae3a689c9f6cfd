import { expect, it } from 'vitest';
import { externalPicturePath, readExternalPicture } from './external-picture.ts';

const key = 'a key of 32 or more characters here';
const url = 'https://pictures.example.org/ä.png?w=1&h=2';
const signed = externalPicturePath(url, key)!.slice('/external_content/'.length);

it('returns the address of a picture that was signed', () => {
  expect(signed).toMatch(/^[0-9a-f]{64}\/[0-9a-f]+$/);
  expect(readExternalPicture(signed, key)).toBe(url);
});

it('refuses another address, signature, key or form', () => {
  const [signature, hex] = signed.split('/') as [string, string];
  const other = Buffer.from('https://evil.example.org/x.png').toString('hex');
  for (const forged of [
    `${signature}/${other}`,
    `${'0'.repeat(64)}/${hex}`,
    `${signature.slice(1)}/${hex}`,
    `${signature}/${hex}0`,
    `${signature}/${hex}/`,
    `${signature.toUpperCase()}/${hex}`,
    signature,
    '',
  ]) {
    expect(readExternalPicture(forged, key), forged).toBeUndefined();
  }
  expect(readExternalPicture(signed, `${key}!`)).toBeUndefined();
});

it('signs only HTTP and HTTPS addresses of limited length', () => {
  expect(externalPicturePath('ftp://a.example.org/x.png', key)).toBeUndefined();
  expect(externalPicturePath('/user_uploads/x.png', key)).toBeUndefined();
  expect(externalPicturePath(`https://a.example.org/${'x'.repeat(2_000)}.png`, key)).toBeUndefined();
});
