/** People of the busy organization, besides those of the demo. They have no passwords: an import brings them. */
import { required } from '@parley/core';
import { demoOwner, demoPeople } from '../demo.ts';
import type { Looks } from './faces.ts';

export type BusyPerson = {
  readonly name: string;
  readonly email: string;
  readonly team: Team;
  readonly looks: Looks;
};

export type Team = 'engineering' | 'product' | 'support' | 'sales' | 'people' | 'operations';

/** Returns looks from words: skin, hair, style, and what else is to be seen. */
function looksOf(words: string): Looks {
  const [skin, hair, style, ...has] = words.split(' ');
  return { skin, hair, style, has } as unknown as Looks;
}

const person = (name: string, team: Team, looks: string): BusyPerson => ({
  name,
  looks: looksOf(looks),
  email: `${name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z]+/g, '.')
    .toLowerCase()}@demo.example`,
  team,
});

export const busyPeople: readonly BusyPerson[] = [
  person('Aylin Demir', 'engineering', 'olive dark long'),
  person('Ben Okafor', 'engineering', 'deep black crop beard'),
  person('Chiara Rossi', 'engineering', 'olive brown bob'),
  person('Dmytro Kovalenko', 'engineering', 'fair blond side'),
  person('Emma Lindqvist', 'engineering', 'rosy blond bun'),
  person('Farid Haddad', 'engineering', 'olive black short beard'),
  person('Grace Kim', 'engineering', 'fair black bob glasses'),
  person('Haruki Tanaka', 'engineering', 'fair black side'),
  person('Ines Moreau', 'engineering', 'rosy copper curly freckles'),
  person('Jonas Weber', 'engineering', 'fair brown short glasses'),
  person('Kofi Mensah', 'operations', 'deep black short'),
  person('Lucía Fernández', 'operations', 'tan dark long earrings'),
  person('Mateusz Nowak', 'operations', 'fair brown bald beard'),
  person('Nadia Petrova', 'operations', 'fair brown bun glasses'),
  person('Oscar Nilsson', 'product', 'rosy blond crop beard'),
  person('Priya Raman', 'product', 'brown black long earrings'),
  person('Quentin Dubois', 'product', 'fair dark curly'),
  person('Rosa Almeida', 'product', 'tan dark curly earrings'),
  person('Samir Patel', 'product', 'brown black side glasses'),
  person('Tove Andersen', 'support', 'fair white bob'),
  person('Uma Krishnan', 'support', 'brown black bun'),
  person('Viktor Horvat', 'support', 'rosy grey short glasses'),
  person('Wanda Schulz', 'support', 'rosy copper bob freckles'),
  person('Xiu Li', 'support', 'fair black long'),
  person('Yael Cohen', 'sales', 'olive brown curly'),
  person('Zoe Martin', 'sales', 'tan copper afro'),
  person('Anton Berg', 'sales', 'fair grey bald beard'),
  person('Bianca Silva', 'sales', 'brown dark afro earrings'),
  person('Carlos Vega', 'people', 'tan black side beard'),
  person('Dana Novak', 'people', 'fair brown long glasses'),
  person('Erik Janssen', 'people', 'rosy blond short'),
  person('Fatima Zahra', 'operations', 'olive black bob earrings'),
];

/** Programs that report into channels. */
export const busyBots = [
  { key: 'bot:deploys', name: 'Deploys' },
  { key: 'bot:alerts', name: 'Alerts' },
  { key: 'bot:issues', name: 'Issues' },
] as const;

/** Looks of the people of the demo, by the names of their addresses. */
const demoLooks: Readonly<Record<string, string>> = {
  owner: 'rosy copper long freckles',
  admin: 'fair brown short glasses',
  moderator: 'brown black bun earrings',
  member1: 'fair dark bob',
  member2: 'tan black short beard',
  member3: 'fair black long glasses',
  member4: 'deep black crop',
  guest: 'fair white curly',
};

/** Who has a picture, and how they look. */
export const busyFaces: readonly { readonly email: string; readonly looks: Looks }[] = [
  ...[demoOwner, ...demoPeople].map(({ email }) => ({
    email,
    looks: looksOf(required(demoLooks[email.replace(/@.*/, '')], `looks of ${email}`)),
  })),
  ...busyPeople.map(({ email, looks }) => ({ email, looks })),
];
