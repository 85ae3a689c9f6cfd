import { integration } from '../domain/integration.ts';
import { oneEvent } from './shared/events.ts';
import { freeText } from './shared/free-text.ts';

export const ifttt = integration({
  name: 'ifttt',
  title: 'IFTTT',
  icon: { text: 'IF', color: '#000000' },
  category: 'general',
  about: 'Posts messages from your applets.',
  ...oneEvent('IFTTT', 'message', (p) => freeText(p, 'IFTTT')),
  setup: [
    'In IFTTT, create an applet and choose **Webhooks → Make a web request** as action.',
    'Enter `{url}` as **URL**, `POST` as **Method** and `application/json` as **Content Type**.',
    'Enter `{"topic": "Weather", "content": "It rains"}` as **Body**, with ingredients of the applet.',
    'To have senders verified, enter `Authorization: Bearer {secret}` as **Additional Headers**.',
  ],
  verification: { kind: 'token', header: 'authorization', prefix: 'Bearer ' },
});
