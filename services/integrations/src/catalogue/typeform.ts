import { integration } from '../domain/integration.ts';
import { facts, plain } from '../domain/markdown.ts';
import type { Payload } from '../domain/templates/payload.ts';
import { byEvent, type Renderer } from './shared/events.ts';
import { enumeration, message, topicOf } from './shared/sentences.ts';
import { hmacBase64 } from './shared/signatures.ts';

const answer = (p: Payload): string =>
  enumeration(p.list('choices', 'labels').map((label) => plain(label.text()))) ||
  plain(
    p.firstText(
      'text',
      'email',
      'phone_number',
      'number',
      'choice.label',
      'choice.other',
      'date',
      'url',
      'file_url',
      'boolean',
      'payment.amount',
    ),
    500,
  );

const show: Renderer = (p, _request, event) => {
  const response = p.at('form_response');
  const titles = new Map(
    response.list('definition', 'fields').map((field) => [field.text('id'), field.text('title')]),
  );
  const title = response.text('definition', 'title');
  return message(
    topicOf('Typeform', title),
    `${event === 'form_response_partial' ? 'Somebody began to answer' : 'Somebody answered'} ${plain(title) || 'a form'}.`,
    facts(
      response
        .list('answers')
        .map((one) => [
          (titles.get(one.text('field', 'id')) || one.text('field', 'ref') || 'Answer').slice(0, 200),
          answer(one),
        ]),
    ),
  );
};

export const typeform = integration({
  name: 'typeform',
  title: 'Typeform',
  icon: { text: 'T', color: '#262627' },
  category: 'business',
  about: 'Posts the answers of forms.',
  ...byEvent({
    title: 'Typeform',
    renderers: { form_response: show, form_response_partial: show },
    name: (p) => p.text('event_type'),
    needs: 'the field event_type',
  }),
  setup: [
    'In the form, open **Connect → Webhooks → Add a webhook** and enter `{url}` as **Endpoint**.',
    'Enter `{secret}` as **Secret**, and turn the webhook on.',
  ],
  verification: hmacBase64('typeform-signature', 'sha256', 'sha256='),
});
