import { integration } from '../domain/integration.ts';
import { bold, code, facts, plain, quote } from '../domain/markdown.ts';
import { sign } from './shared/alerts.ts';
import { byEvent, each, type Renderer } from './shared/events.ts';
import { message, sentence, topicOf, words } from './shared/sentences.ts';
import { hmac } from './shared/signatures.ts';

const show: Renderer = (p, _request, event) => {
  const object = p.at('involvedObject');
  const name = object.text('name');
  const kind = object.text('kind') || 'Object';
  return message(
    topicOf('Flux', [object.text('namespace'), name].filter((part) => part !== '').join('/')),
    `${sign(event === 'error' ? 'bad' : event === 'trace' ? 'info' : 'good')} ${sentence(`${plain(kind)} ${bold(name) || 'unknown'}: ${words(p.text('reason')) || 'changed'}`)}`,
    quote(p.text('message'), 1_500),
    facts([
      ['Revision', code(p.firstText('metadata.revision', 'metadata.kustomize.toolkit.fluxcd.io/revision'))],
      ...p
        .fields('metadata')
        .filter(([key]) => key !== 'revision')
        .slice(0, 10)
        .map(([key, value]) => [key.split('/').at(-1) || 'Value', plain(value.text())] as const),
      ['Controller', plain(p.text('reportingController'))],
    ]),
  );
};

export const flux = integration({
  name: 'flux',
  title: 'Flux',
  icon: { text: 'F', color: '#326ce5' },
  category: 'deployment',
  about: 'Posts reconciliations of Flux and their errors.',
  ...byEvent({
    title: 'Flux',
    renderers: each(['info', 'error', 'trace'], show),
    name: (p) => p.text('severity'),
    needs: 'the field severity',
  }),
  setup: [
    'Create a secret with `address: {url}` and `token: {secret}`, and a `Provider` of the type `generic-hmac` that names it.',
    'Create an `Alert` with this provider and the sources whose events you want.',
  ],
  verification: hmac('x-signature', 'sha256='),
});
