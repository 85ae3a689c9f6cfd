/** What stands on generated avatars: the first letters of the first and the last name; empty where they are not Latin. */
export function initialsOf(fullName: string): string {
  const words = fullName.trim().split(/\s+/);
  const picked = words.length > 1 ? [words[0]!, words.at(-1)!] : [words[0]!];
  const letters = picked.map((word) => word.normalize('NFKD').toUpperCase()[0] ?? '');
  return letters.every((letter) => /^[A-Z0-9]$/.test(letter)) ? letters.join('') : '';
}

/** Colours of generated avatars; the server that draws them has as many. */
const avatarColors = 12;

/** Path of a generated avatar: what it shows is in its name, so that nobody has to be asked. */
export const generatedAvatarUrl = (userId: number, fullName: string): string =>
  `/user_avatars/generated/${userId % avatarColors}-${initialsOf(fullName)}.png`;
