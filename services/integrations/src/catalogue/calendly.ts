import { integration } from '../domain/integration.ts';
import { facts, link, plain, quote, time } from '../domain/markdown.ts';
import { byEvent, each, type Renderer } from './shared/events.ts';
import { message, oneOf, sentence, topicOf, who } from './shared/sentences.ts';

const verbs: Record<string, string> = {
  'invitee.created': 'booked',
  'invitee.canceled': 'canceled',
  'invitee_no_show.created': 'did not come to',
  'invitee_no_show.deleted': 'came to',
  'routing_form_submission.created': 'sent the form for',
};

const show: Renderer = (p, _request, event) => {
  const payload = p.at('payload');
  const scheduled = payload.at('scheduled_event');
  return message(
    topicOf('Calendly', scheduled.text('name')),
    sentence(
      `${who(payload.firstText('name', 'email', 'submitter'))} ${oneOf(verbs, event, 'changed')} ${plain(scheduled.text('name')) || 'an event'}`,
    ),
    facts([
      ['Starts', time(scheduled.text('start_time'))],
      ['Place', plain(scheduled.firstText('location.join_url', 'location.location', 'location.type'))],
      ['Mail', plain(payload.text('email'))],
      ['Canceled by', plain(payload.text('cancellation', 'canceled_by'))],
      ...payload
        .list('questions_and_answers')
        .map((one) => [one.firstText('question') || 'Question', plain(one.text('answer'), 500)] as const),
    ]),
    quote(payload.text('cancellation', 'reason')),
  );
};

const done: Record<string, string> = {
  created: 'was created',
  updated: 'was changed',
  deleted: 'was deleted',
};

/** What an event is about besides bookings. Those that are deleted have only their address. */
const kinds: Record<string, string> = {
  event_type: 'event type',
  contact: 'contact',
  meeting_recap: 'recap of the meeting',
};

const thing: Renderer = (p, _request, event) => {
  const payload = p.at('payload');
  const [kind = '', what = ''] = event.split('.');
  const name = payload.firstText('name', 'title', 'email', 'event.name', 'uri');
  return message(
    topicOf('Calendly', what === 'deleted' ? '' : name),
    sentence(
      `The ${kinds[kind]!} ${link(name, payload.firstText('scheduling_url', 'share_link', 'url')) || 'without a name'} ${done[what]!}`,
    ),
    facts([
      ['Mail', plain(payload.firstText('email'))],
      ['Company', plain(payload.text('company'))],
      ['Job', plain(payload.text('job_title'))],
      ['Takes', payload.text('duration') === '' ? '' : `${plain(payload.text('duration'))} min`],
    ]),
    what !== 'deleted' &&
      quote(payload.firstText('summary_md', 'highlights.summary_md', 'summary', 'description_plain'), 1_500),
    what !== 'deleted' && quote(payload.firstText('action_items_md', 'highlights.action_items_md'), 1_000),
  );
};

export const calendly = integration({
  name: 'calendly',
  title: 'Calendly',
  icon: { text: 'C', color: '#006bff' },
  category: 'business',
  about: 'Posts booked and canceled events, recaps, contacts and event types.',
  ...byEvent({
    title: 'Calendly',
    renderers: {
      ...each(Object.keys(verbs), show),
      ...each(
        Object.keys(kinds).flatMap((kind) => Object.keys(done).map((what) => `${kind}.${what}`)),
        thing,
      ),
    },
    name: (p) => p.text('event'),
    needs: 'the field event',
  }),
  setup: [
    'Send `POST https://api.calendly.com/webhook_subscriptions` with your token and `{"url": "{url}", "signing_key": "{secret}", "events": ["invitee.created", "invitee.canceled"], "organization": "<address of the organization>", "scope": "organization"}`.',
  ],
  verification: { kind: 'stripe', header: 'calendly-webhook-signature' },
});
