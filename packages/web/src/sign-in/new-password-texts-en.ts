import type { Text } from '../i18n/en.ts';

export const english = {
  minLength: 'At least {count} characters',
  strength: 'Strength',
  tooShort: {
    one: 'Too short: {count} character is missing',
    other: 'Too short: {count} characters are missing',
  },
  weak: 'Easily guessed: it was leaked somewhere, or follows a pattern',
  fair: 'Fair: harder to guess with another word',
  good: 'Good',
  strong: 'Strong',
} satisfies Record<string, Text>;
