import { integration } from '../domain/integration.ts';
import { bullets, code, link } from '../domain/markdown.ts';
import { severityOf, sign } from './shared/alerts.ts';
import { byEvent } from './shared/events.ts';
import { count, message, sentence, topicOf, words } from './shared/sentences.ts';
import { hmac } from './shared/signatures.ts';

export const snyk = integration({
  name: 'snyk',
  title: 'Snyk',
  icon: { text: 'Sn', color: '#4c4a73' },
  category: 'code',
  about: 'Posts new and fixed vulnerabilities of projects.',
  ...byEvent({
    title: 'Snyk',
    renderers: {
      'project_snapshot/v0': (p) => {
        const added = p.list('newIssues');
        const removed = p.count('removedIssues');
        return message(
          topicOf('Snyk', p.text('project', 'name')),
          `${sign(added.length > 0 ? 'bad' : 'good')} ${sentence(`${link(p.text('project', 'name') || 'A project', p.text('project', 'browseUrl'))}: ${count(p.count('newIssues'), 'new issue')}, ${removed} fixed`, added.length > 0 ? ':' : '.')}`,
          bullets(
            added
              .slice(0, 15)
              .map((one) =>
                `${sign(severityOf(one.firstText('issueData.severity')))} ${words(one.firstText('issueData.severity'))} ${link(one.firstText('issueData.title') || 'issue', one.firstText('issueData.url'))} ${code(one.text('pkgName'))}`.trim(),
              ),
            15,
            Math.max(0, p.count('newIssues') - 15),
          ),
        );
      },
      'ping/v0': () => message('Snyk', 'Snyk is connected.'),
    },
    name: (p, { headers }) =>
      headers['x-snyk-event'] || (p.at('newIssues').exists ? 'project_snapshot/v0' : ''),
    needs: 'the header X-Snyk-Event',
  }),
  setup: [
    'Send `POST https://api.snyk.io/v1/org/<ID of the organization>/webhooks` with your token and `{"url": "{url}", "secret": "{secret}"}`.',
  ],
  verification: hmac('x-hub-signature', 'sha256='),
});
