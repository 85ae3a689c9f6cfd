import type { Talk } from './talk.ts';

const fence = '```';

export const runningTalks: readonly Talk[] = [
  {
    channel: 'incidents',
    topic: '2026-11-27 image service',
    hoursAgo: 66,
    lines: [
      [
        'Nadia',
        ':rotating_light: Product pictures answer with 503 since 14:02, about 40 % of requests. I lead, Kofi looks at the service, Tove talks to customers.',
      ],
      ['Tove', 'Got it. What do people see?'],
      ['Nadia', 'Grey boxes. Everything else works, orders come in as usual.'],
      ['Tove', 'Status page says so now.', { '+1': 'Nadia' }],
      [
        'Kofi',
        `Pods are killed for memory, each after two minutes:\n\n${fence}console\n$ kubectl -n shop get pods -l app=images\nimages-6d8f-2xkqp   0/1   OOMKilled   9   21m\nimages-6d8f-7wz4c   1/1   Running     8   21m\nimages-6d8f-mm2ln   0/1   OOMKilled   9   21m\n${fence}`,
      ],
      ['Lucía', 'The deploy at 13:58 changed the library for WebP.'],
      ['Nadia', 'Roll it back.'],
      ['Kofi', 'Rolling back. {rollback.sh} did it in one go this time.'],
      ['Kofi', 'Memory is flat, errors are going down.'],
      [
        'Nadia',
        'Green since 14:41. {payments, Friday.png} Payments felt it too, because the receipt has a picture.',
        { eyes: 'Lucía Olivia' },
      ],
      [
        'Lucía',
        'Cause found: the new version keeps decoded pictures until the garbage collector comes. One line turns that off, I have a test that fails without it.',
      ],
      [
        'Nadia',
        '**Summary:** 39 minutes, 40 % of product pictures, no order lost. Actions: memory test in the pipeline (Lucía, Wednesday), receipts without pictures when pictures fail (Miguel, next week). Closed.',
        { clap: 'Kofi Tove Olivia Miguel', pray: 'Lucía' },
      ],
      [
        'Olivia',
        'Calm, fast, and I understood every line of it. Thank you.',
        { heart: 'Nadia Kofi Lucía Tove' },
      ],
    ],
  },
  {
    channel: 'infrastructure',
    topic: 'on-call handover',
    hoursAgo: 1.2,
    lines: [
      [
        'Mateusz',
        'Good morning! Handing over to Fatima. Quiet weekend: two pages, both solved before the coffee was.',
        { coffee: 'Fatima Kofi' },
      ],
      ['Fatima', 'Taking over. Anything to watch?'],
      ['Mateusz', 'Disk of the search nodes: 78 %, grows by 1 % a day. There is time until Thursday.'],
      [
        'Mateusz',
        'And the certificate of the Brazilian domain renews itself tonight, for the first time since we moved it.',
      ],
      ['Fatima', 'I set a reminder for both. What were the pages?'],
      [
        'Mateusz',
        'Replica 18 minutes behind after the backup, came back by itself. And a probe in Osaka that lost its network.',
      ],
      ['Kofi', 'The second one is mine, I make it need two failures in a row.', { '+1': 'Mateusz Fatima' }],
    ],
  },
  {
    channel: 'support',
    topic: 'voucher not accepted',
    hoursAgo: 4.1,
    lines: [
      [
        'Wanda',
        'Four customers since Saturday: the voucher ADVENT10 is “not valid”. It should be, from the 28th on.',
      ],
      ['Viktor', 'Do they have something in common?'],
      ['Wanda', 'All four in Portugal and on the islands.'],
      [
        'Jonas',
        'Time zones! The voucher begins at midnight in Berlin, but the shop compares it with the day of the customer.',
      ],
      [
        'Jonas',
        'So it was one hour too late there, and on the Azores two. By now it works for everybody.',
        { bulb: 'Wanda Viktor' },
      ],
      ['Wanda', 'Can they use it after the fact?'],
      ['Viktor', 'Yes, I refund the ten percent by hand. Four orders, five minutes.'],
      [
        'Wanda',
        'Answered all four. One wrote back: “That was quicker than my espresso.”',
        { joy: 'Viktor Jonas Xiu', coffee: 'Tove' },
      ],
      ['Jonas', 'The fix compares in the zone of the shop, with a test for the Azores. Goes out today.'],
      [
        'Xiu',
        'I made a saved text of it, in case of more: “voucher and time zones”. @Olivia we told the campaign team, too.',
      ],
    ],
  },
  {
    channel: 'escalations',
    topic: 'Nordlicht GmbH',
    hoursAgo: 4.6,
    lines: [
      [
        'Tove',
        'Nordlicht is unhappy: the export of their invoices was cut off for the third Monday in a row, and their accountant starts at seven.',
      ],
      ['Uma', 'I called them. They are friendly, but they want to know when, not why.'],
      ['Tove', '@Olivia they ask for you by name. Could you call Mr Behrens before noon?'],
      [
        'Aylin',
        'The fix is tested and goes out at 11:30, details are in #**backend**. I will run their export myself right after it.',
        { pray: 'Tove Uma' },
      ],
      ['Olivia', 'I call him at 11:00 and tell him that, with your name, if I may.'],
      ['Aylin', 'You may. :smile:'],
      [
        'Tove',
        'He also asked whether the file could come by itself every month. I wrote it into the list.',
        { bulb: 'Aylin' },
      ],
    ],
  },
  {
    channel: 'sales',
    topic: 'tender of the city',
    hoursAgo: 26,
    lines: [
      [
        'Anton',
        'The city asks for offers until Friday: shops in eleven museums, one basket for all of them. Big, and a nice one.',
        { eyes: 'Bianca Zoe' },
      ],
      ['Bianca', 'Can we do “one basket for several shops” today?'],
      ['Priya', 'Since October, yes. Maple & Sons uses it with two shops, eleven are the same.'],
      ['Anton', 'Then 42 of 57 questions are answered. {questionnaire.txt}'],
      ['Zoe', 'I take the ones about invoices. @Priya 31 and 32 are about accessibility, could you?'],
      ['Priya', 'Gladly. Quentin has a report that answers both.'],
      [
        'Bianca',
        'Their question 40: “Where is data stored?” I wrote: in the region that they choose, and nowhere else.',
        { '+1': 'Anton Priya' },
      ],
      ['Anton', '51 of 57. We will make it.', { muscle: 'Bianca Zoe' }],
    ],
  },
  {
    channel: 'marketing',
    topic: 'Black Friday',
    hoursAgo: 60,
    lines: [
      [
        'Zoe',
        'Black Friday until 18:00: 9,412 orders, last year it was 6,380 for the whole day. {orders.png}',
        { tada: 'Bianca Samir Olivia Marie', rocket: 'Ben Nadia' },
      ],
      ['Bianca', 'The newsletter at 7:00 brought a third of them. The one at noon did almost nothing.'],
      ['Samir', 'So one is enough next year?'],
      ['Zoe', 'One, and earlier. Half of those who bought had it open before breakfast.'],
      [
        'Nadia',
        'For the record: peak at 20:04 with 61 orders a second, median answer 84 ms. Nobody had to get up.',
        { clap: 'Zoe Olivia', '100': 'Kofi' },
      ],
      [
        'Olivia',
        'Cake for everybody on Monday. Nadia chooses which one.',
        { cake: 'Nadia Zoe Bianca Kofi Marie' },
      ],
      ['Nadia', 'Poppy seed. No discussion.'],
    ],
  },
  {
    channel: 'hiring',
    topic: 'support lead',
    hoursAgo: 29,
    lines: [
      ['Dana', 'Three people are left for the support lead. Second talks are on Tuesday and Wednesday.'],
      ['Priya', 'I can join on Tuesday. May I ask about the case with the lost parcel again?'],
      ['Dana', 'Please do, the answers were the best part of the first round.'],
      ['Carlos', 'References of two of them are in. Both very good, one in rhymes.', { joy: 'Dana Priya' }],
      ['Dana', '@Olivia could you keep Thursday 15:00 free for the decision?'],
    ],
  },
  {
    channel: 'all-hands',
    topic: 'Monday update',
    hoursAgo: 0.8,
    lines: [
      [
        'Olivia',
        'Good morning! Three things for this week:\n\n1. **Gift cards** start on Wednesday, thanks to everybody who found the small version of it.\n2. **Release 4.12** reaches all phones today.\n3. The **holiday calendar** is open, please enter your days until Friday.',
        { wave: 'Adam Mona Kofi', '+1': 'Grace Dana Rosa' },
      ],
      ['Dana', 'If you are not sure about your days, just ask me. Nobody loses any.'],
      [
        'Adam',
        'The heating in Berlin is being repaired on Friday, so the office is closed. Take your plants home!',
        { seedling: 'Marie Wanda', cold_face: 'Jonas' },
      ],
      [
        'Nadia',
        'Cake is in the kitchen. Poppy seed.',
        { cake: 'Olivia Zoe Adam Miguel Mei', heart_eyes: 'Kofi' },
      ],
      ['Miguel', 'Was in the kitchen. :innocent:', { joy: 'Nadia Olivia Marie Mei' }],
    ],
  },
];
