import type { Integration } from '../../domain/integration.ts';
import { byEvent, type Renderers } from '../shared/events.ts';
import { branchesOption } from '../shared/pushes.ts';
import { hmac } from '../shared/signatures.ts';

/** What the addresses for Bitbucket have in common. */
export const ofBitbucket = (
  renderers: Renderers,
): Pick<Integration, 'icon' | 'category' | 'options' | 'events' | 'render' | 'verification'> => ({
  icon: { text: 'Bb', color: '#0052cc' },
  category: 'code',
  options: [branchesOption],
  ...byEvent({
    title: 'Bitbucket',
    renderers,
    name: (p, { headers }) => headers['x-event-key'] || p.text('eventKey'),
    needs: 'the header X-Event-Key',
  }),
  verification: hmac('x-hub-signature', 'sha256='),
});
