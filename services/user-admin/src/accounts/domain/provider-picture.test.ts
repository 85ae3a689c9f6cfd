import { describe, expect, it } from 'vitest';
import { hasOwnPicture, pictureAddress, pictureBytes, pictureDigest } from './provider-picture.ts';

const bytes = Buffer.alloc(100, 7);
const base64 = bytes.toString('base64');

describe('a picture of a provider', () => {
  it.each([
    ['a web address', ' https://id.example/me.png ', 'https://id.example/me.png'],
    ['bytes', bytes, `data:;base64,${base64}`],
    ['base64 in lines', `${base64.slice(0, 76)}\n${base64.slice(76)}\n`, `data:;base64,${base64}`],
    ['a data URL', `data:image/png;base64,${base64}`, `data:;base64,${base64}`],
    ['another scheme', 'file:///etc/passwd', undefined],
    ['a long address', `https://id.example/${'x'.repeat(2_000)}`, undefined],
    ['too many bytes', Buffer.alloc(1_100_000), undefined],
    ['a short text', 'me.png', undefined],
    ['no text', 12, undefined],
    ['nothing', undefined, undefined],
  ])('is read from %s', (_name, value, address) => {
    expect(pictureAddress(value)).toBe(address);
  });

  it('that the provider sent in its answer is returned as bytes', () => {
    expect(pictureBytes(pictureAddress(bytes)!)).toEqual(bytes);
    expect(pictureBytes('https://id.example/me.png')).toBeUndefined();
  });

  it('is recognized by its hash, and the own picture of a person by its path', () => {
    expect(pictureDigest('https://id.example/1')).not.toEqual(pictureDigest('https://id.example/2'));
    const known = [{ method: 'scim', digest: null, storedPath: '/user_avatars/1/a.png' }];
    const own = (avatarSource: string, avatarUrl: string) =>
      hasOwnPicture({ avatarSource, avatarUrl }, known);
    expect(own('U', '/user_avatars/1/b.png')).toBe(true);
    expect(own('U', '/user_avatars/1/a.png')).toBe(false);
    expect(own('G', '')).toBe(false);
  });
});
