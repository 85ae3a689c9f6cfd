import type { Talk } from './talk.ts';

const fence = '```';

export const buildingTalks: readonly Talk[] = [
  {
    channel: 'backend',
    topic: 'invoice export times out',
    hoursAgo: 5.2,
    lines: [
      [
        'Aylin',
        'The invoice export of Nordlicht timed out again at 6:00. 41,000 invoices, cut off after 30 s. Retrying by hand works at night, so it is load, not data.',
        { eyes: 'Ben Fatima' },
      ],
      ['Ben', 'Same query as two weeks ago?'],
      [
        'Aylin',
        `Yes. Here is the plan:\n\n${fence}sql\nexplain (analyze, buffers)\nselect * from invoice_lines\nwhere invoice_id = any($1)\norder by invoice_id, position;\n-- Seq Scan on invoice_lines (actual time=0.03..28211.40 rows=512044)\n${fence}`,
      ],
      ['Fatima', 'A sequential scan because of `any` with 41,000 IDs. The planner gives up on the index.'],
      [
        'Jonas',
        'We could page by invoice, 500 at a time. The export writes a stream anyway, it never needs all of them at once.',
        { '+1': 'Aylin Ben Fatima' },
      ],
      [
        'Aylin',
        `Tried it on the replica:\n\n| | before | after |\n|---|---:|---:|\n| first byte | 28.4 s | 0.2 s |\n| whole export | cut off | 19.0 s |\n| memory | 1.9 GB | 84 MB |`,
        { tada: 'Jonas Ben Chiara' },
      ],
      [
        'Chiara',
        'Does the order of the file stay the same? Accounting compares it with last month’s, line by line.',
      ],
      [
        'Aylin',
        'Good catch. Within a page yes, across pages too as long as we page by `invoice_id`. I will add a test that compares both files.',
      ],
      ['Jonas', 'And one for an invoice without lines, please. That one bit us in March.'],
      [
        'Aylin',
        'Both are in. Graph from staging, the step is the deploy: {export, before and after.png}',
        { chart_with_upwards_trend: 'Ben', heart: 'Chiara' },
      ],
      ['Ben', 'Reviewed. One remark about a name, nothing that blocks.'],
      ['Olivia', 'Nordlicht asked me on Friday. May I tell them it is solved?'],
      [
        'Aylin',
        '@Olivia give me until noon: it goes out with the 11:30 deploy, and then I run their export once myself.',
        { pray: 'Olivia' },
      ],
    ],
  },
  {
    channel: 'code-review',
    topic: '#4852 cache',
    hoursAgo: 3.1,
    lines: [
      [
        'Dmytro',
        '#4852 keeps the price list of a shop for 60 seconds. 180 lines, half of them tests. Who has ten minutes?',
      ],
      ['Emma', 'Me. Why 60?'],
      [
        'Dmytro',
        'Prices change about four times a day, and every change sends an event that empties the entry. The 60 seconds are only for the case that an event is lost.',
      ],
      [
        'Emma',
        `Then this race is real:\n\n${fence}ts\nconst list = await cache.get(shop) ?? await load(shop);\n// the event arrives here\nawait cache.set(shop, list, { ttl: 60 });\n${fence}\n\nThe old list would be stored after it was emptied.`,
        { eyes: 'Grace Dmytro' },
      ],
      ['Dmytro', 'You are right. I will store the version with the list, and refuse an older one.'],
      ['Grace', 'The redis client has `setIfNewer` for that, we use it for stock.'],
      ['Dmytro', 'Did not know that. Twelve lines less now. :sparkles:', { joy: 'Grace Emma' }],
      ['Emma', 'Approved. Lovely test with the fake clock.'],
      ['Dmytro', 'Merged. Thank you both!', { '+1': 'Emma Grace' }],
    ],
  },
  {
    channel: 'frontend',
    topic: 'checkout on small phones',
    hoursAgo: 22,
    lines: [
      [
        'Priya',
        'On phones below 375 px, a third of the people who reach the address step never see the button. It is below the keyboard.',
        { flushed: 'Ines Marie' },
      ],
      ['Ines', 'We ask for five things there. Do we need all of them?'],
      ['Marie', 'Company and second line can fold away: 4 % and 7 % fill them in.'],
      [
        'Marie',
        'Left is today, right is what I would do: {checkout, before and after.png}',
        { heart_eyes: 'Priya Ines Oscar', '+1': 'Haruki' },
      ],
      ['Haruki', 'I like it. What happens to people who have a company stored?'],
      ['Marie', 'Then the field is open from the start. Nothing that somebody typed ever disappears.'],
      ['Ines', 'Buildable in two days. Behind a flag?'],
      ['Priya', 'Yes, 10 % from Wednesday, and we look at it on Monday.'],
      [
        'Haruki',
        'One thing: with large text the button wraps into two lines. Could it say “Continue” instead of “Continue to payment”?',
      ],
      [
        'Marie',
        'It could, but then nobody knows that nothing is paid yet. What about “Next: payment”?',
        { bulb: 'Haruki Priya' },
      ],
      ['Ines', '“Next: payment” it is. Branch is open.'],
      [
        'Priya',
        '@Olivia this is the first half of the checkout goal, so we are ahead of plan.',
        { rocket: 'Marie Ines' },
      ],
    ],
  },
  {
    channel: 'mobile',
    topic: 'release 4.12',
    hoursAgo: 44,
    lines: [
      [
        'Grace',
        'Release 4.12 is in review at both stores. What is in it: returns in two clicks, offline orders, and the crash on start is gone.',
        { tada: 'Farid Rosa' },
      ],
      [
        'Rosa',
        'Release notes in eight languages are up. The Japanese one was too long by three characters. 短くしました。',
        { joy: 'Haruki Grace' },
      ],
      ['Farid', 'Google approved it after 50 minutes.'],
      ['Farid', 'Apple has a question: why do we want the location?'],
      ['Grace', 'Only for the pickup point. It is in the text of the dialog, let me point them to it.'],
      ['Farid', 'Approved. :apple:', { clap: 'Grace Rosa Jonas' }],
      ['Grace', 'Rolling out to 5 % now. Crash-free sessions so far: 99.94 %, before it was 99.71 %.'],
      ['Jonas', 'Orders from the new version arrive with the new field, all fine on our side.'],
      ['Grace', '25 % since this morning. No new crash in six hours.'],
      [
        'Rosa',
        'First review: “Finally I can send shoes back on the tram.” ⭐⭐⭐⭐⭐',
        { heart: 'Grace Farid Jonas Marie' },
      ],
      ['Grace', 'Frame that one. 100 % tomorrow at ten, unless somebody shouts.'],
    ],
  },
  {
    channel: 'architecture',
    topic: 'one queue or two',
    hoursAgo: 28,
    lines: [
      [
        'Mei',
        'Decision wanted: one queue for orders and mails, or two? I wrote both down with their costs, and I lean to two.',
      ],
      ['Nadia', 'What goes wrong with one?'],
      [
        'Mei',
        'On the 19th, 200,000 mails of a newsletter stood before 300 orders. Orders waited eleven minutes.',
      ],
      ['Ben', 'Priorities in one queue would solve that, too.'],
      [
        'Mei',
        'They would, until the next thing has “high” priority. With two queues, one cannot hurt the other even if we make a mistake.',
        { '+1': 'Nadia Fatima Miguel', '100': 'Ben' },
      ],
      ['Nadia', 'Cost for me: one more thing to watch. I can live with that, the dashboards are generated.'],
      ['Miguel', 'Where is the line? Is an order confirmation a mail or an order?'],
      ['Mei', 'A mail. The order is stored before it, so nobody loses anything if it comes a minute later.'],
      ['Ben', 'Convinced. Two queues.'],
      [
        'Mei',
        'Then it is decided: **two queues**, orders first, migration in the week of the 7th. Written down as decision 31.',
        { check: 'Ben Nadia Miguel' },
      ],
    ],
  },
  {
    channel: 'design-system',
    topic: 'empty states',
    hoursAgo: 20,
    lines: [
      [
        'Oscar',
        'We have 23 empty lists, and 19 of them say “No data”. Let us do better. First draft: {empty state.png}',
        { heart: 'Marie Quentin Samir' },
      ],
      ['Quentin', 'The picture is friendly without being silly. Who drew it?'],
      ['Oscar', 'Marie did, on the train.'],
      [
        'Samir',
        'Can we keep it to one sentence and one button? Support says that nobody reads a second one.',
      ],
      [
        'Oscar',
        'Yes: what will be here, and how it gets here. “Your returns appear here. Start one from an order.”',
      ],
      [
        'Marie',
        'For lists that are empty because of a filter there must be no picture, only “Nothing matches” and a way to clear it.',
        { '100': 'Oscar Samir' },
      ],
      ['Quentin', 'And the contrast of the grey text is 4.2. It needs 4.5.'],
      ['Marie', 'Darkened, 5.1 now. Dark theme as well.'],
      [
        'Oscar',
        'I will write the 23 sentences this week. Whoever finds a better one wins a coffee.',
        { coffee: 'Quentin Samir Marie' },
      ],
    ],
  },
  {
    channel: 'product',
    topic: 'gift cards',
    hoursAgo: 18,
    lines: [
      ['Samir', 'Gift cards before Christmas, yes or no? Eleven shops asked, four of them would pay for it.'],
      ['Yael', 'Casa Verde and Aoyama Books asked again on Friday. For both it decides about next year.'],
      [
        'Quentin',
        'Three looks to choose from: {gift cards.png}',
        { heart_eyes: 'Yael Priya', '+1': 'Samir' },
      ],
      ['Priya', 'The green one reads best at small sizes. Can the shop put its logo on it?'],
      ['Quentin', 'Bottom left, yes.'],
      [
        'Ben',
        'Honest answer from engineering: selling a card is a week. Paying **with** one is three, because of refunds and taxes.',
      ],
      ['Samir', 'Then: sell and redeem by hand in the shop until January, online from February?'],
      [
        'Yael',
        'Both would take that. Most cards are given away at Christmas and used in January anyway.',
        { bulb: 'Samir Olivia' },
      ],
      ['Ben', 'That works without tricks. We start on Wednesday.'],
      ['Samir', '@Olivia your call: it moves “saved baskets” into January.'],
      [
        'Olivia',
        'Do it. Saved baskets can wait, Christmas cannot.',
        { tada: 'Samir Yael Quentin Priya', christmas_tree: 'Ben' },
      ],
    ],
  },
  {
    channel: 'user-research',
    topic: 'sessions in November',
    hoursAgo: 50,
    lines: [
      [
        'Rosa',
        'Six sessions are done, each an hour, all with owners of small shops. The short version:\n\n1. Everybody does returns on the phone, standing.\n2. Nobody knew that one can print a label later.\n3. Four of six look for the customer first, not for the order.',
      ],
      ['Oscar', 'The third one surprises me. Do they know the names?'],
      [
        'Rosa',
        'They know the faces. “The lady with the two dogs” was a real search.',
        { joy: 'Oscar Tove', dog: 'Marie' },
      ],
      ['Tove', 'That matches what we hear on the phone, by the way.'],
      ['Marie', 'Could I watch the fourth one? The part with the label.'],
      [
        'Rosa',
        'It starts at 31:40. I cut all moments into one video of nine minutes, link is in the folder.',
      ],
      [
        'Marie',
        'Watched it. I have an idea for the order of the list, will draw it tomorrow.',
        { eyes: 'Rosa Oscar' },
      ],
    ],
  },
  {
    channel: 'accessibility',
    topic: 'screen readers at checkout',
    hoursAgo: 27,
    lines: [
      [
        'Quentin',
        'I did the whole checkout with NVDA and my eyes closed. It took eleven minutes; with a mouse it takes one.',
      ],
      ['Emma', 'Where did the time go?'],
      [
        'Quentin',
        'The total changes silently, errors are read before one is done typing, and the list of countries has 249 entries without a search.',
      ],
      [
        'Emma',
        'First two are mine. The total gets a polite live region, and errors wait until one leaves the field.',
        { pray: 'Quentin Uma' },
      ],
      ['Haruki', 'I take the countries. We have the field with a search already, it only is not used there.'],
      [
        'Uma',
        'A customer offered to test with us, she uses VoiceOver on a phone. Shall I ask her for Thursday?',
      ],
      ['Quentin', 'Yes please, and we pay her for it.', { '100': 'Emma Haruki Uma' }],
    ],
  },
  {
    channel: 'data',
    topic: 'conversion by country',
    hoursAgo: 31,
    lines: [
      ['Chiara', 'Conversion in Japan fell from 3.1 to 2.4 % within a week. All other countries are flat.'],
      [
        'Haruki',
        'Payment by convenience store was missing in the list since Tuesday. A partner changed a code.',
      ],
      ['Chiara', 'That fits to the hour. {orders by country.csv}'],
      ['Haruki', 'Fixed and live, orders by konbini are coming in again.', { tada: 'Chiara Priya' }],
      ['Priya', 'Can we get an alert for “a way to pay has no order for six hours”?'],
      [
        'Chiara',
        'I add it today, per country, with the hours of the night left out.',
        { '+1': 'Priya Haruki' },
      ],
    ],
  },
];
