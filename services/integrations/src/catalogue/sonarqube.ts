import { integration } from '../domain/integration.ts';
import { bullets, code, facts, plain } from '../domain/markdown.ts';
import { alertMessage } from './shared/alerts.ts';
import { byEvent, each, type Renderer } from './shared/events.ts';
import { oneOf, topicOf, words } from './shared/sentences.ts';
import { hmac } from './shared/signatures.ts';

const operators: Record<string, string> = { GREATER_THAN: '>', LESS_THAN: '<', EQUALS: '=', NOT_EQUALS: '≠' };

const show: Renderer = (p, _request, event) => {
  const gate = p.at('qualityGate');
  const failed = gate.list('conditions').filter((one) => /^(?:ERROR|WARN)$/.test(one.text('status')));
  const project = p.firstText('project.name', 'project.key');
  const branch = p.text('branch', 'name');
  return alertMessage(
    {
      severity:
        event === 'OK'
          ? 'good'
          : event === 'ERROR' || event === 'FAILED'
            ? 'bad'
            : event === 'WARN'
              ? 'warning'
              : 'info',
      name: project,
      url: p.firstText('branch.url', 'project.url'),
      state:
        event === 'FAILED'
          ? 'could not be analysed'
          : event === 'NONE'
            ? 'was analysed'
            : `${event === 'OK' ? 'passed' : event === 'WARN' ? 'passed with warnings' : 'failed'} the quality gate ${plain(gate.text('name'))}`,
      topic: topicOf('SonarQube', project, branch),
      details: [
        bullets(
          failed.map(
            (one) =>
              `${words(one.text('metric')) || 'metric'}: ${code(one.text('value')) || 'no value'} ${oneOf(operators, one.text('operator'), '')} ${code(one.text('errorThreshold'))}`,
          ),
        ),
        facts([
          ['Branch', code(branch)],
          ['Revision', code(p.text('revision').slice(0, 10))],
        ]),
      ],
    },
    'SonarQube',
  );
};

export const sonarqube = integration({
  name: 'sonarqube',
  title: 'SonarQube',
  icon: { text: 'SQ', color: '#4e9bcd' },
  category: 'code',
  about: 'Posts the quality gate of each analysis.',
  ...byEvent({
    title: 'SonarQube',
    renderers: each(['OK', 'ERROR', 'WARN', 'NONE', 'FAILED'], show),
    name: (p) =>
      p.text('qualityGate', 'status') ||
      (p.text('status') === '' ? '' : p.text('status') === 'SUCCESS' ? 'NONE' : 'FAILED'),
    needs: 'the field qualityGate',
  }),
  setup: [
    'In the project, open **Project Settings → Webhooks** and press **Create**.',
    'Enter `{url}` as **URL**, and `{secret}` as **Secret**.',
  ],
  verification: hmac('x-sonar-webhook-hmac-sha256'),
});
