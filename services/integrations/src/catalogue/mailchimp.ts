import { required } from '@parley/core';
import { integration } from '../domain/integration.ts';
import { facts, plain } from '../domain/markdown.ts';
import type { Payload } from '../domain/templates/payload.ts';
import { byEvent, each, type Renderer } from './shared/events.ts';
import { message, sentence, topicOf, words } from './shared/sentences.ts';

/** Mailchimp sends a form with fields such as `data[merges][FNAME]`. */
const field = (p: Payload, ...names: readonly string[]): string => {
  for (const name of names) {
    const text = p.text(`data[${name.replaceAll('.', '][')}]`) || p.text('data', ...name.split('.'));
    if (text !== '') return text;
  }
  return '';
};

const person = (p: Payload): string => {
  const name = [field(p, 'merges.FNAME'), field(p, 'merges.LNAME')].filter((part) => part !== '').join(' ');
  const mail = field(p, 'email', 'new_email', 'merges.EMAIL');
  return [plain(name), plain(mail)].filter((part) => part !== '').join(' ') || 'Somebody';
};

const texts: Record<string, (p: Payload) => string> = {
  subscribe: (p) => `${person(p)} subscribed`,
  unsubscribe: (p) => `${person(p)} unsubscribed`,
  profile: (p) => `${person(p)} changed their profile`,
  upemail: (p) =>
    `${plain(field(p, 'old_email')) || 'Somebody'} changed their address to ${plain(field(p, 'new_email')) || 'another one'}`,
  cleaned: (p) =>
    `The address ${plain(field(p, 'email')) || 'of somebody'} was removed, because it does not work`,
  campaign: (p) =>
    `The campaign ${plain(field(p, 'subject')) || 'without a subject'} was ${words(field(p, 'status')) || 'sent'}`,
};

const show: Renderer = (p, _request, event) =>
  message(
    topicOf('Mailchimp', field(p, 'list_id') === '' ? '' : `Audience ${field(p, 'list_id')}`),
    sentence(required(texts[event], `entry for ${event}`)(p)),
    facts([
      ['Reason', words(field(p, 'reason'))],
      ['Kind', words(field(p, 'email_type'))],
      ['Campaign', plain(field(p, 'campaign_id'))],
    ]),
  );

export const mailchimp = integration({
  name: 'mailchimp',
  title: 'Mailchimp',
  icon: { text: 'M', color: '#ffe01b' },
  category: 'business',
  about: 'Posts when people subscribe, unsubscribe and change their profile, and campaigns.',
  ...byEvent({
    title: 'Mailchimp',
    renderers: each(Object.keys(texts), show),
    name: (p) => p.text('type'),
    needs: 'the field type',
  }),
  setup: [
    'In Mailchimp, open **Audience → Manage audience → Settings → Webhooks** and press **Create new webhook**.',
    'Enter `{url}` as **Callback URL**, choose the events, and save.',
  ],
});
