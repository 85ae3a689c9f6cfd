/** What is limited, and how far. Which operations count against which rule is said here and nowhere else. */
export type Limit = { requests: number; seconds: number };

/**
 * Defaults for one replica: several times what a person with a few clients does, and less than what a program
 * gone wild does. Rules of addresses hold for requests without valid credentials only, because a whole
 * company may share one address.
 */
export const defaultLimits = {
  /** Per person: everything that has no rule of its own. */
  api: { requests: 3_000, seconds: 60 },
  /** Per person: asking for events; in a busy organization each event ends a poll. */
  poll: { requests: 6_000, seconds: 60 },
  /** Per person: messages sent. */
  send: { requests: 1_200, seconds: 60 },
  /** Per person: registrations, the most expensive request there is. */
  register: { requests: 300, seconds: 60 },
  /** Per person: files received. */
  upload: { requests: 600, seconds: 60 },
  /** Per address: requests without credentials. */
  anonymous: { requests: 1_200, seconds: 60 },
  /** Per address: requests with wrong credentials. Right ones from the same address are served all the same. */
  wrong_credentials: { requests: 300, seconds: 60 },
  /** Per address: whatever turns a password or a link into something. Owners limit each account besides. */
  sign_in: { requests: 300, seconds: 60 },
} as const satisfies Record<string, Limit>;

export type Rule = keyof typeof defaultLimits;
export type RateLimitSettings = Readonly<Record<Rule, Limit>>;

export const rules = Object.keys(defaultLimits) as Rule[];

/** Operations with a rule of their own. */
export const ruleByOperation: Readonly<Record<string, Rule | 'unlimited'>> = {
  'get-events': 'poll',
  'send-message': 'send',
  'register-queue': 'register',
  'upload-file': 'upload',
  'resumable-upload': 'upload',
  'fetch-api-key': 'sign_in',
  'dev-fetch-api-key': 'sign_in',
  'sign-in': 'sign_in',
  'submit-join-page': 'sign_in',
  'submit-register-page': 'sign_in',
  'submit-reset-password-page': 'sign_in',
  'submit-new-password-page': 'sign_in',
  'submit-confirm-email-page': 'sign_in',
  // Pictures of people, which a page of a whole office asks for by the hundred, and which cost next to nothing.
  'get-image': 'unlimited',
};

/**
 * Reads `send=600/60, api=6000/60`: requests per seconds, for the rules that are named.
 * @returns a sentence saying what is wrong instead, when it cannot be read.
 */
export function parseRateLimits(text: string): RateLimitSettings | string {
  const limits: Record<Rule, Limit> = { ...defaultLimits };
  for (const part of text.split(',')) {
    if (part.trim() === '') continue;
    const match = /^\s*(\w+)\s*=\s*(\d{1,9})\s*\/\s*(\d{1,6})\s*$/.exec(part);
    const rule = rules.find((each) => each === match?.[1]);
    const [requests, seconds] = [Number(match?.[2]), Number(match?.[3])];
    if (!rule || requests < 1 || seconds < 1) {
      return `must be "off" or a list of rule=requests/seconds; the rules are ${rules.join(', ')}`;
    }
    limits[rule] = { requests, seconds };
  }
  return limits;
}

/** The rule that a request counts against; an address counts where nobody is known. */
export function ruleOf(operation: string, isKnown: boolean): Rule | undefined {
  const rule = ruleByOperation[operation] ?? 'api';
  if (rule === 'unlimited') return undefined;
  return isKnown || rule === 'sign_in' ? rule : 'anonymous';
}
