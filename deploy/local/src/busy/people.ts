/** People of the busy organization, besides those of the demo. They have no passwords: an import brings them. */

export type BusyPerson = { readonly name: string; readonly email: string; readonly team: Team };

export type Team = 'engineering' | 'product' | 'support' | 'sales' | 'people' | 'operations';

const person = (name: string, team: Team): BusyPerson => ({
  name,
  email: `${name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z]+/g, '.')
    .toLowerCase()}@demo.example`,
  team,
});

export const busyPeople: readonly BusyPerson[] = [
  person('Aylin Demir', 'engineering'),
  person('Ben Okafor', 'engineering'),
  person('Chiara Rossi', 'engineering'),
  person('Dmytro Kovalenko', 'engineering'),
  person('Emma Lindqvist', 'engineering'),
  person('Farid Haddad', 'engineering'),
  person('Grace Kim', 'engineering'),
  person('Haruki Tanaka', 'engineering'),
  person('Ines Moreau', 'engineering'),
  person('Jonas Weber', 'engineering'),
  person('Kofi Mensah', 'operations'),
  person('Lucía Fernández', 'operations'),
  person('Mateusz Nowak', 'operations'),
  person('Nadia Petrova', 'operations'),
  person('Oscar Nilsson', 'product'),
  person('Priya Raman', 'product'),
  person('Quentin Dubois', 'product'),
  person('Rosa Almeida', 'product'),
  person('Samir Patel', 'product'),
  person('Tove Andersen', 'support'),
  person('Uma Krishnan', 'support'),
  person('Viktor Horvat', 'support'),
  person('Wanda Schulz', 'support'),
  person('Xiu Li', 'support'),
  person('Yael Cohen', 'sales'),
  person('Zoe Martin', 'sales'),
  person('Anton Berg', 'sales'),
  person('Bianca Silva', 'sales'),
  person('Carlos Vega', 'people'),
  person('Dana Novak', 'people'),
  person('Erik Janssen', 'people'),
  person('Fatima Zahra', 'operations'),
];

/** Programs that report into channels. */
export const busyBots = [
  { key: 'bot:deploys', name: 'Deploys' },
  { key: 'bot:alerts', name: 'Alerts' },
  { key: 'bot:issues', name: 'Issues' },
] as const;
