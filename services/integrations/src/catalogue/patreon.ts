import { integration } from '../domain/integration.ts';
import { facts, link, plain, quote } from '../domain/markdown.ts';
import type { Payload } from '../domain/templates/payload.ts';
import { type Severity, sign } from './shared/alerts.ts';
import { byEvent, each, type Renderer } from './shared/events.ts';
import { message, sentence, topicOf, who, words } from './shared/sentences.ts';
import { hmac } from './shared/signatures.ts';

const attributes = (p: Payload): Payload => p.at('data', 'attributes');

const included = (p: Payload, type: string): Payload | undefined =>
  p
    .list('included')
    .find((one) => one.text('type') === type)
    ?.at('attributes');

const campaign = (p: Payload): string =>
  included(p, 'campaign')?.firstText('creation_name', 'name', 'vanity') ?? '';
const person = (p: Payload): string =>
  attributes(p).text('full_name') || (included(p, 'user')?.firstText('full_name', 'vanity') ?? '');

function amount(p: Payload): string {
  const cents =
    attributes(p).number('pledge_amount_cents') ?? attributes(p).number('currently_entitled_amount_cents');
  const currency =
    attributes(p).firstText('campaign_currency', 'currency').slice(0, 8).toUpperCase() || 'USD';
  return cents === undefined || cents <= 0 ? '' : plain(`${(cents / 100).toFixed(2)} ${currency}`);
}

const done: Record<string, [severity: Severity, did: string]> = {
  'members:create': ['good', 'became a member'],
  'members:update': ['info', 'has a changed membership'],
  'members:delete': ['warning', 'is no member any more'],
  'members:pledge:create': ['good', 'made a pledge'],
  'members:pledge:update': ['info', 'changed the pledge'],
  'members:pledge:delete': ['warning', 'ended the pledge'],
};

const member: Renderer = (p, _request, event) => {
  const [severity, did] = done[event]!;
  return message(
    topicOf('Patreon', campaign(p)),
    `${sign(severity)} ${sentence(`${who(person(p))} ${did}`)}`,
    facts([
      ['Amount', amount(p)],
      ['State', words(attributes(p).text('patron_status'))],
      ['Last charge', words(attributes(p).text('last_charge_status'))],
      ['Tier', plain(included(p, 'tier')?.text('title') ?? '')],
    ]),
    quote(attributes(p).text('note'), 500),
  );
};

const posted: Record<string, string> = {
  'posts:publish': 'was published',
  'posts:update': 'was changed',
  'posts:delete': 'was deleted',
};

const post: Renderer = (p, _request, event) => {
  const url = attributes(p).text('url');
  const address = url.startsWith('/') ? `https://www.patreon.com${url}` : url;
  return message(
    topicOf('Patreon', campaign(p)),
    sentence(`The post ${link(attributes(p).text('title') || 'without a title', address)} ${posted[event]!}`),
  );
};

export const patreon = integration({
  name: 'patreon',
  title: 'Patreon',
  icon: { text: 'P', color: '#f96854' },
  category: 'business',
  about: 'Posts members, pledges and posts.',
  ...byEvent({
    title: 'Patreon',
    renderers: { ...each(Object.keys(done), member), ...each(Object.keys(posted), post) },
    name: (_p, { headers }) => headers['x-patreon-event'] ?? '',
    needs: 'the header X-Patreon-Event',
  }),
  setup: [
    'Open [patreon.com/portal/registration/register-webhooks](https://www.patreon.com/portal/registration/register-webhooks).',
    'Enter `{url}` as address, press **+**, and choose the triggers.',
    'To have senders verified, enter the **Secret** of the webhook, which Patreon shows there, here as `{secret}`.',
  ],
  verification: hmac('x-patreon-signature', '', 'md5'),
});
