import { integration } from '../domain/integration.ts';
import { oneEvent } from './shared/events.ts';
import { freeText } from './shared/free-text.ts';

export const homeassistant = integration({
  name: 'homeassistant',
  title: 'Home Assistant',
  icon: { text: 'HA', color: '#18bcf2' },
  category: 'general',
  about: 'Posts messages from your automations.',
  ...oneEvent('Home Assistant', 'message', (p) => freeText(p, 'Home Assistant')),
  setup: [
    'Add to `configuration.yaml`: `notify: [{ name: parley, platform: rest, method: POST_JSON, title_param_name: topic, resource: "{url}" }]`.',
    'To have senders verified, add `headers: { Authorization: "Bearer {secret}" }` to it.',
    'Restart Home Assistant, and call the action `notify.parley` in automations.',
  ],
  verification: { kind: 'token', header: 'authorization', prefix: 'Bearer ' },
});
