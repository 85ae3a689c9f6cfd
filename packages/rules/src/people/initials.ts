import { firstItem, lastItem } from '@parley/core/required';
import type { UserId } from '@parley/proto/ids';

/** Returns the initials of the first and last name for a generated avatar. Empty unless they are Latin letters or digits. */
export function initialsOf(fullName: string): string {
  const words = fullName.trim().split(/\s+/);
  const picked = words.length > 1 ? [firstItem(words), lastItem(words)] : [firstItem(words)];
  const letters = picked.map((word) => word.normalize('NFKD').toUpperCase()[0] ?? '');
  return letters.every((letter) => /^[A-Z0-9]$/.test(letter)) ? letters.join('') : '';
}

/** Number of colors of generated avatars. The gateway has the colors. */
const avatarColors = 12;

/** With the color and the initials, so that the gateway can draw the avatar without a lookup. */
export const generatedAvatarUrl = (userId: UserId, fullName: string): string =>
  `/user_avatars/generated/${userId % avatarColors}-${initialsOf(fullName)}.png`;
