import { buildingTalks } from './building.ts';
import { directConversations } from './direct.ts';
import { officeTalks } from './offices.ts';
import { runningTalks } from './running.ts';
import { socialTalks } from './social.ts';
import type { Talk } from './talk.ts';

export type { Line, Talk } from './talk.ts';

export const talks: readonly Talk[] = [
  ...buildingTalks,
  ...runningTalks,
  ...officeTalks,
  ...socialTalks,
  ...directConversations,
];

/** What two people write to each other, one line after the other. */
export const directTalks: readonly (readonly string[])[] = [
  ['Do you have ten minutes today?', 'Sure, call me after lunch.', 'Perfect, half past one.'],
  [
    'Quick question about the numbers you sent: are they with tax?',
    'Without. I should have written that.',
    'No problem, then they fit.',
  ],
  ['I moved our meeting to 15:00, I hope that is fine.', 'Even better, I would have been late.'],
  ['Thank you for your help yesterday.', 'Any time!'],
  [
    'Could you read this before I send it? {minutes.md}',
    'Reads well. I would leave out the last sentence.',
    'You are right. Gone, and sent.',
  ],
  ['Are you in the office tomorrow?', 'From noon on.', 'Then I bring the book.', ':heart:'],
  [
    'Where do I find the slides of last week?',
    'In the folder “Reviews”, the one from Thursday.',
    'Found it, thanks.',
  ],
  ['Your microphone was off just now, we saw you explain it very well.', 'Of course it was. :see_no_evil:'],
  ['The train stands since twenty minutes. Can you start without me?', 'We do, and I take notes for you.'],
  [
    'Is this the current version? {questionnaire.txt}',
    'Almost: question 2 has changed.',
    'Good that I asked.',
  ],
  ['Would you look at my talk for Thursday? Ten slides.', 'Gladly. Send it over, tonight is fine.'],
  ['Happy birthday! :birthday:', 'Thank you! There is cake at three.', 'I will be early.'],
];
