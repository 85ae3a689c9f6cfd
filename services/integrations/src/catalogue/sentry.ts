import { integration } from '../domain/integration.ts';
import { bold, bullets, code, codeBlock, facts, link, plain, quote } from '../domain/markdown.ts';
import { Payload } from '../domain/templates/payload.ts';
import { alertMessage, severityOf, sign } from './shared/alerts.ts';
import { byEvent, type Renderer } from './shared/events.ts';
import { message, sentence, topicOf, who, words } from './shared/sentences.ts';
import { hmac } from './shared/signatures.ts';

const actor = (p: Payload): string => (p.text('actor', 'type') === 'user' ? p.text('actor', 'name') : '');

/** The last frames of the trace of an error. */
const trace = (event: Payload): string => {
  const exception = event.list('exception', 'values').at(-1);
  const frames = exception?.list('stacktrace', 'frames').slice(-4) ?? [];
  const lines = frames.map(
    (frame) =>
      `${frame.firstText('filename', 'module')}:${frame.text('lineno')} in ${frame.text('function')}${frame.text('context_line') === '' ? '' : `\n    ${frame.text('context_line').trim()}`}`,
  );
  return codeBlock(lines.join('\n'), '', 1_500);
};

const occurrence = (event: Payload, project: string, rule: string) =>
  alertMessage(
    {
      severity: severityOf(event.text('level')),
      name: event.firstText('title', 'message', 'metadata.value'),
      url: event.firstText('web_url', 'issue_url', 'url'),
      state: rule === '' ? 'occurred' : `set off the alert ${bold(rule)}`,
      topic: topicOf('Sentry', project),
      details: [
        facts([
          ['Level', words(event.text('level'))],
          ['Culprit', code(event.text('culprit'))],
          ['Environment', plain(event.text('environment'))],
          ['Platform', plain(event.text('platform'))],
          ['Release', code(event.text('release'))],
        ]),
        trace(event),
      ],
    },
    'An error',
  );

/** Returns an event of the old plugin with its address and level, which stand beside it. */
const legacy = (p: Payload): Payload =>
  new Payload({
    ...(p.at('event').value as object | undefined),
    title: p.firstText('event.title', 'message', 'event.metadata.value'),
    culprit: p.firstText('culprit', 'event.culprit'),
    level: p.firstText('level', 'event.level'),
    web_url: p.text('url'),
  });

const issueVerbs: Record<string, string> = {
  created: 'is new',
  resolved: 'is resolved',
  unresolved: 'is unresolved again',
  assigned: 'is assigned',
  archived: 'is archived',
  ignored: 'is ignored',
};

const issue: Renderer = (p) => {
  const found = p.at('data', 'issue');
  const name = p.text('action');
  const to = found.firstText('assignedTo.name', 'assignedTo.email');
  return alertMessage(
    {
      severity:
        name === 'resolved'
          ? 'good'
          : name === 'created' || name === 'unresolved'
            ? severityOf(found.text('level'))
            : 'info',
      name: `${found.text('shortId')} ${found.text('title')}`.trim(),
      url: found.firstText('web_url', 'permalink'),
      state: `${Object.hasOwn(issueVerbs, name) ? issueVerbs[name]! : words(name) || 'changed'}${name === 'assigned' && to !== '' ? ` to ${plain(to)}` : ''}${actor(p) === '' ? '' : ` (${who(actor(p))})`}`,
      topic: found.firstText('project.name', 'project.slug'),
      details: [
        name === 'created' &&
          facts([
            ['Level', words(found.text('level'))],
            ['Culprit', code(found.text('culprit'))],
            ['Platform', plain(found.text('platform'))],
          ]),
      ],
    },
    'An issue',
  );
};

const metricAlert: Renderer = (p) => {
  const found = p.at('data', 'metric_alert');
  return alertMessage(
    {
      severity: severityOf(p.text('action')),
      name: p.text('data', 'description_title') || found.text('title'),
      url: p.text('data', 'web_url'),
      state: `is ${words(p.text('action')) || 'changed'}`,
      topic: found.firstText('projects.0', 'alert_rule.name', 'title'),
      details: [quote(p.text('data', 'description_text'))],
    },
    'A metric alert',
  );
};

/** What Seer did, in words: an alert about it names `seer_` before it. */
const seerStep = (name: string): string => words(name.replace(/^seer_/, '')) || 'an analysis changed';

/** Seer's pull requests, in the forms before and after its public release. */
const pullRequests = (list: readonly Payload[]): string =>
  bullets(
    list.map((one) =>
      link(
        `Pull request ${one.firstText('pull_request.pr_number', 'pr_number')}${one.text('repo_name') === '' ? '' : ` of ${one.text('repo_name')}`}`,
        one.firstText('pull_request.pr_url', 'pr_url'),
      ),
    ),
  );

const activityAlert: Renderer = (p) => {
  const issueOf = p.at('data', 'issue');
  return alertMessage(
    {
      severity: 'info',
      name: `${issueOf.text('shortId')} ${issueOf.text('title')}`.trim() || p.text('data', 'alert', 'title'),
      url: issueOf.firstText('web_url', 'permalink') || p.text('data', 'alert', 'web_url'),
      state: `set off the alert ${bold(p.text('data', 'alert', 'title')) || 'of an activity'}: Seer: ${seerStep(p.text('data', 'activity', 'type'))}`,
      topic: issueOf.firstText('project.name', 'project.slug'),
    },
    'An issue',
  );
};

const megabytes = (bytes: number | undefined): string =>
  bytes === undefined ? '' : `${(bytes / 1e6).toFixed(1)} MB`;

/** A build of an app for phones: its size was analyzed, or it can be installed. */
const artifact: Renderer = (p) => {
  const data = p.at('data');
  const app = data.at('appInfo');
  const isFailed = data.text('state').toUpperCase() === 'FAILED';
  const isSize = p.text('action') === 'size_analysis_completed';
  const version = [app.text('version'), app.text('buildNumber') && `(${app.text('buildNumber')})`];
  return message(
    topicOf('Sentry', data.text('projectSlug')),
    `${sign(isFailed ? 'bad' : 'good')} ${sentence(
      `${bold(`${app.firstText('name', 'appId') || 'A build'} ${version.filter((part) => part !== '').join(' ')}`.trim())}: ${isSize ? 'the size analysis' : 'the distribution of the build'} ${isFailed ? 'failed' : 'is complete'}`,
    )}`,
    facts([
      ['Platform', words(data.text('platform'))],
      ['Download', megabytes(data.number('downloadSize'))],
      ['Installed', megabytes(data.number('installSize'))],
      ['Branch', code(data.text('gitInfo', 'headRef'))],
      ['Install', link(data.text('installUrl') && 'from Sentry', data.text('installUrl'))],
    ]),
    quote(data.firstText('errorMessage', 'errorCode')),
  );
};

export const sentry = integration({
  name: 'sentry',
  title: 'Sentry',
  icon: { text: 'S', color: '#362d59' },
  category: 'monitoring',
  about: 'Posts new, resolved and assigned issues, errors, alerts and comments.',
  ...byEvent({
    title: 'Sentry',
    renderers: {
      installation: (p) =>
        message(
          'Sentry',
          sentence(
            `${who(actor(p))} ${p.text('action') === 'deleted' ? 'removed' : 'installed'} the integration of ${bold(p.text('data', 'installation', 'organization', 'slug') || 'an organization')}`,
          ),
        ),
      issue,
      error: (p) =>
        occurrence(
          p.at('data', 'error'),
          p.firstText('data.error.project_name', 'data.error.project_slug'),
          '',
        ),
      event_alert: (p) => {
        const event = p.at('data', 'event');
        return occurrence(
          event,
          event.firstText('project_name', 'project_slug', 'project') || p.text('data', 'triggered_rule'),
          p.text('data', 'triggered_rule'),
        );
      },
      activity_alert: activityAlert,
      metric_alert: metricAlert,
      comment: (p) =>
        message(
          topicOf('Sentry', p.text('data', 'project_slug')),
          sentence(
            `${who(actor(p))} ${{ created: 'commented on', updated: 'edited a comment on', deleted: 'deleted a comment on' }[p.text('action')] ?? 'commented on'} issue ${plain(p.text('data', 'issue_id')) || 'of a project'}`,
            p.text('data', 'comment') === '' ? '.' : ':',
          ),
          quote(p.text('data', 'comment')),
        ),
      seer: (p) =>
        message(
          topicOf('Sentry', p.text('data', 'project_slug')),
          sentence(`${sign('info')} Seer: ${seerStep(p.text('action'))}`),
          quote(
            p.firstText(
              'data.root_cause.description',
              'data.root_cause.one_line_description',
              'data.solution.description',
              'data.solution.one_line_summary',
            ),
          ),
          pullRequests(p.list('data', 'pull_requests')),
        ),
      preprod_artifact: artifact,
      /** The plugin before the integration platform. */
      event: (p) => occurrence(legacy(p), p.firstText('project_name', 'project'), ''),
    },
    name: (p, { headers }) =>
      headers['sentry-hook-resource'] || (p.at('event').isObject || p.at('culprit').exists ? 'event' : ''),
    needs: 'the header Sentry-Hook-Resource',
  }),
  setup: [
    'In Sentry, open **Settings → Developer Settings** and create an internal integration.',
    'Enter `{url}` as **Webhook URL**, allow reading of issues and events, and choose the webhooks issue, error and comment.',
    'To post alerts, turn on **Alert Rule Action**, and name the integration as action of an alert.',
    'To have senders verified, enter the **Client Secret** of the integration here as `{secret}`.',
  ],
  verification: hmac('sentry-hook-signature'),
});
