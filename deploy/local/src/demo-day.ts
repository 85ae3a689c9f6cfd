/** Messages of one day in the demo organization, in the order of sending. */
import { demoOwner } from './demo.ts';

export type DemoReaction = { from: string; emoji: string };

export type DemoMessage = {
  from: string;
  /** Markdown text. Seeding uploads a picture and replaces `{picture}` by its address. */
  content: string;
  reactions?: readonly DemoReaction[];
} & ({ channel: string; topic: string } | { to: readonly string[] });

const address = (name: string) => `${name}@demo.example`;
const [admin, mona, marie, miguel, mei, malik, greta] = [
  address('admin'),
  address('moderator'),
  address('member1'),
  address('member2'),
  address('member3'),
  address('member4'),
  address('guest'),
];
const olivia = demoOwner.email;

export const demoMessages: readonly DemoMessage[] = [
  {
    from: olivia,
    channel: 'announcements',
    topic: 'welcome',
    content: 'Welcome to **Parley**. This organization is a demo: look around, write, break things.',
    reactions: [
      { from: marie, emoji: 'tada' },
      { from: miguel, emoji: 'tada' },
      { from: greta, emoji: 'wave' },
    ],
  },
  {
    from: admin,
    channel: 'announcements',
    topic: 'house rules',
    content: 'Three rules:\n\n1. One subject per topic.\n2. Mention people sparingly.\n3. Have fun.',
  },
  { from: marie, channel: 'general', topic: 'greetings', content: 'Hello everybody! :wave:' },
  {
    from: miguel,
    channel: 'general',
    topic: 'greetings',
    content: 'Hi @**Marie Member**, good to see you.',
    reactions: [{ from: marie, emoji: 'smile' }],
  },
  { from: greta, channel: 'general', topic: 'greetings', content: 'Thanks for having me as a guest.' },
  {
    from: malik,
    channel: 'engineering',
    topic: 'search is slow',
    content: 'Searching for a word takes **1.4 s** since Friday. Anyone else?',
  },
  {
    from: mei,
    channel: 'engineering',
    topic: 'search is slow',
    content:
      "Yes. The plan changed: it reads the whole table.\n\n```sql\nexplain (analyze, buffers)\nselect id from messages\nwhere search @@ plainto_tsquery('english', 'noodles')\norder by id desc\nlimit 50;\n-- Seq Scan on messages (actual time=0.04..1382.11 rows=50)\n```",
    reactions: [{ from: malik, emoji: 'eyes' }],
  },
  {
    from: miguel,
    channel: 'engineering',
    topic: 'search is slow',
    content:
      'The statistics are from before the import. I ran `analyze messages`; now it takes 9 ms.\n\n| | before | after |\n|---|---|---|\n| median | 1,380 ms | 9 ms |\n| 95th percentile | 2,100 ms | 21 ms |',
    reactions: [
      { from: malik, emoji: 'tada' },
      { from: mei, emoji: '+1' },
      { from: marie, emoji: '+1' },
    ],
  },
  {
    from: mei,
    channel: 'engineering',
    topic: 'search is slow',
    content:
      'Then importing should end with an `analyze`. I will write the change, @**Marie Member** can you review it?',
  },
  {
    from: marie,
    channel: 'design',
    topic: 'logo',
    content: 'Two drafts for the logo:\n\n* a speech bubble with a comma\n* just the comma',
  },
  {
    from: mona,
    channel: 'design',
    topic: 'logo',
    content: 'The comma. It says: to be continued.',
    reactions: [{ from: miguel, emoji: 'heart' }],
  },
  {
    from: mei,
    channel: 'design',
    topic: 'logo',
    content: '/poll Which logo?\nSpeech bubble with a comma\nJust the comma\nNeither',
  },
  {
    from: miguel,
    channel: 'design',
    topic: 'colours',
    content: 'The new palette, light to dark:\n\n[palette.png]({picture})',
    reactions: [
      { from: mona, emoji: 'heart' },
      { from: mei, emoji: '+1' },
    ],
  },
  {
    from: miguel,
    channel: 'design',
    topic: 'colours',
    content: 'The new background:\n\n```css\nbody {\n  background: #f6f4ef;\n}\n```',
  },
  {
    from: mona,
    channel: 'design',
    topic: 'colours',
    content:
      '```quote\nThe new background\n```\n\nContrast with grey text is 4.2, which is too little. 4.5 is needed.',
  },
  { from: mei, channel: 'general', topic: 'lunch', content: 'Noodles or salad today?' },
  {
    from: malik,
    channel: 'general',
    topic: 'lunch',
    content: 'Noodles. It is *always* noodles.',
    reactions: [{ from: mei, emoji: 'ramen' }],
  },
  {
    from: greta,
    channel: 'general',
    topic: 'lunch',
    content: 'I am vegetarian, does the place have something for me?',
  },
  {
    from: mei,
    channel: 'general',
    topic: 'lunch',
    content: 'Half of the menu. See you at 12:30 by the door.',
  },
  {
    from: admin,
    channel: 'engineering',
    topic: 'release 0.2',
    content:
      '/todo Before the release\nChange log: what is new\nUpgrade on the test system\nTell the support team',
  },
  {
    from: malik,
    channel: 'engineering',
    topic: 'release 0.2',
    content: 'Build **#481** of `main` is green: 2,143 tests in 6 min 12 s. :check:',
  },
  {
    from: miguel,
    channel: 'engineering',
    topic: 'release 0.2',
    content:
      'The upgrade took 40 s on the test system, without a lost message. Load: $$ \\lambda = \\frac{n}{t} $$ with 120 messages a second.',
  },
  {
    from: malik,
    channel: 'engineering',
    topic: 'release 0.2',
    content:
      '```spoiler What broke the last time\nThe migration of the *upload* service ran twice. It no longer does.\n```',
  },
  {
    from: olivia,
    channel: 'leadership',
    topic: 'roadmap',
    content: 'Draft of the roadmap is ready; please read it before Thursday.',
  },
  { from: admin, channel: 'leadership', topic: 'roadmap', content: 'Reading it now.' },
  { from: marie, to: [miguel], content: 'Do you have a minute for the logo?' },
  { from: miguel, to: [marie], content: 'Sure, after lunch.' },
  { from: mei, to: [marie, malik], content: 'Shall the three of us give the talk on Thursday together?' },
  { from: malik, to: [marie, mei], content: 'Gladly. I take the part about search.' },
  {
    from: admin,
    channel: 'announcements',
    topic: 'office closed on Friday',
    content:
      'The office is closed on Friday; heating is being repaired. @**all** please take your plants home.',
  },
  {
    from: mona,
    channel: 'design',
    topic: 'logo',
    content: '@**Marie Member** the comma leads. Shall we decide today?',
  },
];
