/** The demo organization: enough people, channels and talk for a first look. */

export const demoPassword = 'parley-demo';

/** Values of the API's `role`. */
const roles = { admin: 200, moderator: 300, member: 400, guest: 600 } as const;

const address = (name: string) => `${name}@demo.example`;

export const demoOrganization = 'Parley Demo';

export const demoOwner = { email: address('owner'), name: 'Olivia Owner' };

/** Everybody else; the bot belongs to `member1`. */
export const demoPeople = [
  { email: address('admin'), name: 'Adam Admin', role: roles.admin },
  { email: address('moderator'), name: 'Mona Moderator', role: roles.moderator },
  { email: address('member1'), name: 'Marie Member', role: roles.member },
  { email: address('member2'), name: 'Miguel Member', role: roles.member },
  { email: address('member3'), name: 'Mei Member', role: roles.member },
  { email: address('member4'), name: 'Malik Member', role: roles.member },
  { email: address('guest'), name: 'Greta Guest', role: roles.guest },
] as const;

/** Logins that the sign-in page offers. */
export const demoLogins = {
  password: demoPassword,
  people: [demoOwner, ...demoPeople].map(({ email, name }) => ({ email, name })),
};

export const demoBot = { email: address('helper-bot'), name: 'Helper Bot', owner: address('member1') };

const everyone = [demoOwner.email, ...demoPeople.map(({ email }) => email), demoBot.email];

export type DemoChannel = {
  name: string;
  description: string;
  members: readonly string[];
  isPrivate: boolean;
  isDefault: boolean;
  /** Name of the system group that may post; everybody when absent. */
  posters?: string;
};

export const demoChannels: readonly DemoChannel[] = [
  {
    name: 'general',
    description: 'For everybody and everything.',
    members: everyone,
    isPrivate: false,
    isDefault: true,
  },
  {
    name: 'design',
    description: 'How things look and feel.',
    members: [address('member1'), address('member2'), address('moderator')],
    isPrivate: false,
    isDefault: false,
  },
  {
    name: 'leadership',
    description: 'Plans that are not public yet.',
    members: [demoOwner.email, address('admin')],
    isPrivate: true,
    isDefault: false,
  },
  {
    name: 'announcements',
    description: 'News from the administrators.',
    members: everyone,
    isPrivate: false,
    isDefault: true,
    posters: 'role:administrators',
  },
];

export type DemoMessage = { from: string; content: string } & (
  | { channel: string; topic: string }
  | { to: readonly string[] }
);

export const demoMessages: readonly DemoMessage[] = [
  {
    from: demoOwner.email,
    channel: 'announcements',
    topic: 'welcome',
    content: 'Welcome to **Parley**. This organization is a demo: look around, write, break things.',
  },
  {
    from: address('admin'),
    channel: 'announcements',
    topic: 'house rules',
    content: 'Three rules:\n\n1. One subject per topic.\n2. Mention people sparingly.\n3. Have fun.',
  },
  { from: address('member1'), channel: 'general', topic: 'greetings', content: 'Hello everybody! :wave:' },
  {
    from: address('member2'),
    channel: 'general',
    topic: 'greetings',
    content: 'Hi @**Marie Member**, good to see you.',
  },
  {
    from: address('guest'),
    channel: 'general',
    topic: 'greetings',
    content: 'Thanks for having me as a guest.',
  },
  { from: address('member3'), channel: 'general', topic: 'lunch', content: 'Noodles or salad today?' },
  {
    from: address('member4'),
    channel: 'general',
    topic: 'lunch',
    content: 'Noodles. It is *always* noodles.',
  },
  {
    from: address('member1'),
    channel: 'design',
    topic: 'logo',
    content: 'Two drafts for the logo:\n\n* a speech bubble with a comma\n* just the comma',
  },
  {
    from: address('moderator'),
    channel: 'design',
    topic: 'logo',
    content: 'The comma. It says: to be continued.',
  },
  {
    from: address('member2'),
    channel: 'design',
    topic: 'colours',
    content: 'The new background:\n\n```css\nbody { background: #f6f4ef; }\n```',
  },
  {
    from: demoOwner.email,
    channel: 'leadership',
    topic: 'roadmap',
    content: 'Draft of the roadmap is ready; please read it before Thursday.',
  },
  { from: address('admin'), channel: 'leadership', topic: 'roadmap', content: 'Reading it now.' },
  { from: address('member1'), to: [address('member2')], content: 'Do you have a minute for the logo?' },
  { from: address('member2'), to: [address('member1')], content: 'Sure, after lunch.' },
];
