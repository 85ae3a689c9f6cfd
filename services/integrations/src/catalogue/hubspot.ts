import { required } from '@parley/core';
import { integration, type Rendered } from '../domain/integration.ts';
import { bullets, code, link, plain } from '../domain/markdown.ts';
import { type Payload, PayloadError } from '../domain/templates/payload.ts';
import { count, message, sentence, words } from './shared/sentences.ts';
import { sha256 } from './shared/signatures.ts';

const objects = ['contact', 'company', 'deal', 'ticket', 'product', 'line_item', 'object'];
const events = [
  ...objects.flatMap((object) =>
    ['creation', 'deletion', 'merge', 'restore', 'propertyChange', 'associationChange'].map(
      (what) => `${object}.${what}`,
    ),
  ),
  'contact.privacyDeletion',
  'conversation.creation',
  'conversation.deletion',
  'conversation.privacyDeletion',
  'conversation.propertyChange',
  'conversation.newMessage',
];

const numbers: Record<string, string> = { contact: '0-1', company: '0-2', deal: '0-3', ticket: '0-5' };

const line = (one: Payload): string => {
  const [kind = '', what = ''] = one.text('subscriptionType').split('.');
  const id = one.text('objectId');
  const portal = one.text('portalId');
  const address =
    Object.hasOwn(numbers, kind) && /^\d{1,20}$/.test(id) && /^\d{1,20}$/.test(portal)
      ? `https://app.hubspot.com/contacts/${portal}/record/${required(numbers[kind], `entry for ${kind}`)}/${id}`
      : '';
  const property = one.text('propertyName');
  return `${link(`${words(kind)} ${id}`.trim(), address)}: ${words(what)}${property === '' ? '' : `, ${code(property)} is ${plain(one.text('propertyValue')) || 'empty'}`}`;
};

/** HubSpot sends up to a hundred events in one request. */
export const hubspot = integration({
  name: 'hubspot',
  title: 'HubSpot',
  icon: { text: 'H', color: '#ff7a59' },
  category: 'business',
  about: 'Posts changes of contacts, companies, deals, tickets and conversations.',
  events,
  render({ body }): Rendered {
    const list = Array.isArray(body.value) ? body.list() : body.isObject ? [body] : [];
    const first = list[0];
    if (first === undefined || first.text('subscriptionType') === '')
      throw new PayloadError('A request of HubSpot needs a list of events with "subscriptionType".');
    return {
      event: first.text('subscriptionType').slice(0, 200),
      ...message(
        'HubSpot',
        list.length === 1 ? sentence(line(first)) : `${count(list.length, 'change')} in HubSpot:`,
        list.length > 1 && bullets(list.slice(0, 20).map(line), 20, Math.max(0, list.length - 20)),
      ),
    };
  },
  setup: [
    'In your app of HubSpot, open **Webhooks** and enter `{url}` as **Target URL**.',
    'Create subscriptions for the events that you want, and activate them.',
    'To have senders verified, enter the **Client secret** of the app here as `{secret}`.',
  ],
  /** The digest of the secret and the body. */
  verification: {
    kind: 'custom',
    pair({ headers, raw }, secret) {
      const given = headers['x-hubspot-signature'];
      return given === undefined ? undefined : { given, expected: sha256(secret + raw) };
    },
  },
});
