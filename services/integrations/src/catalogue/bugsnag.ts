import { integration } from '../domain/integration.ts';
import { code, codeBlock, facts, link, plain, quote } from '../domain/markdown.ts';
import { alertMessage, severityOf } from './shared/alerts.ts';
import { byEvent, each, type Renderer } from './shared/events.ts';
import { message, sentence, topicOf, who, words } from './shared/sentences.ts';

/** The project sends more than its plan allows. Such a request has no error. */
const limit: Renderer = (p, _request, event) =>
  alertMessage({
    severity: event === 'projectSamplingStarted' ? 'bad' : 'warning',
    name: p.text('project', 'name') || 'A project',
    url: p.text('project', 'url'),
    state:
      event === 'projectSamplingStarted'
        ? 'reached its limit, so that Bugsnag keeps only some of its events'
        : 'comes near its limit of events',
    topic: topicOf('Bugsnag', p.text('project', 'name')),
    details: [facts([['Trigger', plain(p.text('trigger', 'message'))]])],
  });

const show: Renderer = (p, _request, event) => {
  const error = p.at('error');
  const project = p.text('project', 'name');
  const trace = error
    .list('stackTrace')
    .slice(0, 5)
    .map((frame) => `${frame.text('file')}:${frame.text('lineNumber')} in ${frame.text('method')}`)
    .join('\n');
  return alertMessage({
    severity: /resolved|fixed/i.test(error.text('status')) ? 'good' : severityOf(error.text('severity')),
    name:
      [error.text('exceptionClass'), error.text('message')].filter((part) => part !== '').join(': ') ||
      project ||
      'An error',
    url: error.text('url') || p.text('project', 'url'),
    state:
      event === 'comment'
        ? 'has a comment'
        : event === 'reopened'
          ? 'was reopened'
          : event === 'errorStateManualChange'
            ? 'has another state'
            : event === 'collaboratorAssigned'
              ? 'is assigned'
              : 'occurred',
    topic: topicOf('Bugsnag', project),
    details: [
      facts([
        ['Trigger', plain(p.text('trigger', 'message')) || words(event)],
        ['Context', code(error.text('context'))],
        ['Release', code(error.firstText('appVersion', 'app.version'))],
        ['Stage', plain(error.firstText('releaseStage', 'app.releaseStage'))],
        ['By', p.text('user', 'name') === '' ? '' : who(p.text('user', 'name'))],
        ['State', words(error.text('status'))],
      ]),
      quote(p.text('comment', 'message')),
      codeBlock(trace, '', 1_000),
    ],
  });
};

export const bugsnag = integration({
  name: 'bugsnag',
  title: 'Bugsnag',
  icon: { text: 'Bs', color: '#4949e4' },
  category: 'monitoring',
  about: 'Posts errors, comments and releases.',
  ...byEvent({
    title: 'Bugsnag',
    renderers: {
      ...each(
        [
          'firstException',
          'powerTen',
          'exception',
          'errorEventFrequency',
          'projectSpiking',
          'reopened',
          'errorStateManualChange',
          'comment',
          'collaboratorAssigned',
        ],
        show,
      ),
      ...each(['projectSamplingStarted', 'projectApproachingRateLimit'], limit),
      release: (p) =>
        message(
          topicOf('Bugsnag', p.text('project', 'name')),
          sentence(
            `${who(p.firstText('release.releasedBy', 'user.name'))} released ${code(p.text('release', 'version')) || 'a version'} of ${link(p.text('project', 'name') || 'a project', p.text('project', 'url'))}`,
          ),
          facts([['Stage', plain(p.text('release', 'releaseStage'))]]),
        ),
    },
    name: (p) => p.text('trigger', 'type'),
    needs: 'the field trigger.type',
  }),
  setup: [
    'In the project, open **Project settings → Integrations → Webhook**.',
    'Enter `{url}` as **URL**, and choose the events.',
  ],
});
