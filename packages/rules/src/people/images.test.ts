import { expect, it } from 'vitest';
import { largeIconOf } from './images.ts';

it('an icon has a large form at an adjacent path, and other pictures have none', () => {
  expect(largeIconOf('/user_avatars/1/0a-icon.png')).toBe('/user_avatars/1/0a-icon-large.png');
  expect(largeIconOf('/user_avatars/1/0a-icon.png?version=2')).toBe(
    '/user_avatars/1/0a-icon-large.png?version=2',
  );
  for (const path of ['/user_avatars/1/0a.png', 'https://x.example/user_avatars/1/0a-icon.png', '']) {
    expect(largeIconOf(path)).toBeUndefined();
  }
});
