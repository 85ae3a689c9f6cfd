/** `requests` tokens, refilled within `seconds`. Only this file decides which operations use which rule. */
import { keysOf } from '@parley/core';

export type Limit = { requests: number; seconds: number };

/**
 * Default limits of one replica, by rule. Each is several times the need of a user with a few clients, and below the rate of a
 * program in an endless loop. Most rules per address apply only to requests without valid credentials, because a whole company
 * may share one address.
 */
export const defaultLimits = {
  /** Per user: operations without a rule of their own. */
  api: { requests: 3_000, seconds: 60 },
  /** Per user, also opened streams. High, because in a busy organization each event ends a poll. */
  poll: { requests: 6_000, seconds: 60 },
  /** Per user: requests that send a message. */
  send: { requests: 1_200, seconds: 60 },
  /** Per key or token in the address of a webhook: requests of tools. */
  webhook: { requests: 3_000, seconds: 60 },
  /** Per user: registrations of event queues, the most expensive requests. */
  register: { requests: 300, seconds: 60 },
  /** Per user: requests for uploading files. An upload in parts takes several requests. */
  upload: { requests: 600, seconds: 60 },
  anonymous: { requests: 1_200, seconds: 60 },
  /** Per address: requests with wrong credentials. Valid credentials from the same address are still accepted. */
  wrong_credentials: { requests: 300, seconds: 60 },
  /** Per address: external pictures that the server fetches for messages. Browsers load them without credentials. */
  picture: { requests: 6_000, seconds: 60 },
  /** Per address: steps that verify a password or secret. The services also limit attempts per account. */
  sign_in: { requests: 300, seconds: 60 },
} as const satisfies Record<string, Limit>;

export type Rule = keyof typeof defaultLimits;
export type RateLimitSettings = Readonly<Record<Rule, Limit>>;

export const rules = keysOf(defaultLimits);

/** Operations with a rule of their own, by name. All others use `api`. */
export const ruleByOperation: Readonly<Record<string, Rule | 'unlimited'>> = {
  'get-events': 'poll',
  'stream-events': 'poll',
  'send-message': 'send',
  'register-queue': 'register',
  'upload-file': 'upload',
  'resumable-upload': 'upload',
  'fetch-api-key': 'sign_in',
  'jwt-fetch-api-key': 'sign_in',
  'dev-fetch-api-key': 'sign_in',
  'sign-in': 'sign_in',
  'complete-sign-in': 'sign_in',
  'begin-passkey-sign-in': 'sign_in',
  'begin-sign-in-totp': 'sign_in',
  'confirm-sign-in-totp': 'sign_in',
  'begin-sign-in-passkey': 'sign_in',
  'add-sign-in-passkey': 'sign_in',
  'get-join-offer': 'sign_in',
  'confirm-address': 'sign_in',
  join: 'sign_in',
  'set-up': 'sign_in',
  'request-password-reset': 'sign_in',
  'reset-password': 'sign_in',
  'confirm-email-change': 'sign_in',
  'submit-join-page': 'sign_in',
  'submit-register-page': 'sign_in',
  'submit-reset-password-page': 'sign_in',
  'submit-new-password-page': 'sign_in',
  'submit-confirm-email-page': 'sign_in',
  'join-call-page': 'sign_in',
  'provider-sign-in-page': 'sign_in',
  'provider-sign-up-page': 'sign_in',
  'complete-provider-sign-in-page': 'sign_in',
  'receive-provider-answer-page': 'sign_in',
  'submit-sign-in-ticket-page': 'sign_in',
  // The token of a SCIM client is too long to be guessed, and wrong tokens count against `wrong_credentials`.
  'handle-scim': 'unlimited',
  // These count against the rule `webhook`, by the key or token in the address.
  'receive-webhook': 'unlimited',
  'receive-mattermost-webhook': 'unlimited',
  'receive-slack-webhook': 'unlimited',
  'receive-slack-api': 'unlimited',
  'receive-app-response': 'unlimited',
  'provider-back-channel-logout': 'sign_in',
  'provider-front-channel-logout': 'sign_in',
  'get-external-picture': 'picture',
  // A page may load hundreds of avatars, and serving one is cheap.
  'get-image': 'unlimited',
};

/** Such as `send=600/60, api=6000/60` (seconds). @returns a sentence about the problem of a malformed text */
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

/** Unknown callers have the rule `anonymous`, except for rules that always count per address. */
export function ruleOf(operation: string, isKnown: boolean): Rule | undefined {
  const rule = ruleByOperation[operation] ?? 'api';
  if (rule === 'unlimited') return undefined;
  return isKnown || rule === 'sign_in' || rule === 'picture' ? rule : 'anonymous';
}
