/** The demo organization: enough people, channels and conversations for a first impression. */

export const demoPassword = 'parley-demo';

/** Values of the parameter `role` in the API. */
const roles = { admin: 200, moderator: 300, member: 400, guest: 600 } as const;

const address = (name: string) => `${name}@demo.example`;

export const demoOrganization = 'Parley Demo';

export const demoOwner = { email: address('owner'), name: 'Olivia Owner' };

/** All people other than the owner. */
export const demoPeople = [
  { email: address('admin'), name: 'Adam Admin', role: roles.admin },
  { email: address('moderator'), name: 'Mona Moderator', role: roles.moderator },
  { email: address('member1'), name: 'Marie Member', role: roles.member },
  { email: address('member2'), name: 'Miguel Member', role: roles.member },
  { email: address('member3'), name: 'Mei Member', role: roles.member },
  { email: address('member4'), name: 'Malik Member', role: roles.member },
  { email: address('guest'), name: 'Greta Guest', role: roles.guest },
] as const;

export const demoLogins = {
  /** The sign-in page offers the accounts only for this organization, because others do not have these people. */
  organization: demoOrganization,
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
  /** Name of the system group whose members may post. Without it, everyone with access to the channel may. */
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
    members: [address('member1'), address('member2'), address('member3'), address('moderator')],
    isPrivate: false,
    isDefault: false,
  },
  {
    name: 'engineering',
    description: 'How things are built and kept running.',
    members: [
      address('member1'),
      address('member2'),
      address('member3'),
      address('member4'),
      address('admin'),
      demoBot.email,
    ],
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
