import type { Talk } from './talk.ts';

export const directConversations: readonly Talk[] = [
  {
    people: ['Olivia', 'Uma'],
    hoursAgo: 3.4,
    lines: [
      ['Uma', 'Mr Behrens is expecting your call at eleven. He likes it short, and he likes dates.'],
      ['Uma', 'And he has a new dog. Just in case. :smile:'],
    ],
  },
  {
    people: ['Olivia', 'Dana', 'Carlos'],
    hoursAgo: 6.1,
    lines: [
      ['Dana', 'Budget for the support lead: same as last time?'],
      ['Carlos', 'I would plan five percent more, both of them come from larger teams.'],
    ],
  },
  {
    people: ['Olivia', 'Quentin'],
    hoursAgo: 1.3,
    lines: [
      [
        'Quentin',
        'The sentence on the home page, last version: “Sell what you love. We do the rest.” Yes or no?',
      ],
    ],
  },
  {
    people: ['Marie', 'Oscar'],
    hoursAgo: 1.9,
    lines: [
      ['Oscar', 'Could you lend me Biscuit for the next review?'],
      ['Oscar', 'And seriously: do you have twenty minutes for the empty states, before lunch?'],
    ],
  },
  {
    people: ['Marie', 'Priya', 'Ines'],
    hoursAgo: 4,
    lines: [
      [
        'Priya',
        'Shall we show the checkout together on Thursday? Marie the screens, Ines the numbers, I keep the time.',
      ],
      ['Ines', 'In! I have the numbers by Wednesday evening.'],
    ],
  },
];
