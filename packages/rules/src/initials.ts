/** Returns the initials of the first and the last name for a generated avatar; empty unless they are Latin letters. */
export function initialsOf(fullName: string): string {
  const words = fullName.trim().split(/\s+/);
  const picked = words.length > 1 ? [words[0]!, words.at(-1)!] : [words[0]!];
  const letters = picked.map((word) => word.normalize('NFKD').toUpperCase()[0] ?? '');
  return letters.every((letter) => /^[A-Z0-9]$/.test(letter)) ? letters.join('') : '';
}

/** Number of colours of generated avatars. The gateway draws them. */
const avatarColors = 12;

/**
 * Returns the path of a generated avatar. The path contains the initials and the colour, so the gateway draws the
 * avatar without a lookup.
 */
export const generatedAvatarUrl = (userId: number, fullName: string): string =>
  `/user_avatars/generated/${userId % avatarColors}-${initialsOf(fullName)}.png`;
