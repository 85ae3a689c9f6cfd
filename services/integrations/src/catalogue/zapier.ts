import { integration } from '../domain/integration.ts';
import { byEvent, ignored } from './shared/events.ts';
import { freeText } from './shared/free-text.ts';

export const zapier = integration({
  name: 'zapier',
  title: 'Zapier',
  icon: { text: 'Z', color: '#ff4f00' },
  category: 'general',
  about: 'Posts messages from your Zaps.',
  ...byEvent({
    title: 'Zapier',
    renderers: {
      message: (p) => freeText(p, 'Zapier'),
      auth: () => ignored('Zapier tests the address with this request, which has no text.'),
    },
    name: (p, { query }) => (p.text('type') === 'auth' || query.type === 'auth' ? 'auth' : 'message'),
  }),
  setup: [
    'In Zapier, create a Zap and choose **Webhooks by Zapier → POST** as action.',
    'Enter `{url}` as **URL**, and `json` as **Payload Type**.',
    'Enter `topic` and `content` as **Data**, with fields of the Zap.',
    'To have senders verified, add the header `Authorization` with `Bearer {secret}`.',
  ],
  verification: { kind: 'token', header: 'authorization', prefix: 'Bearer ' },
});
