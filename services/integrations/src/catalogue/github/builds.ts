import { bullets, code, facts, link, plain, quote } from '../../domain/markdown.ts';
import type { Payload } from '../../domain/templates/payload.ts';
import { buildMessage, buildSign } from '../shared/builds.ts';
import type { Renderers } from '../shared/events.ts';
import { shortRef } from '../shared/pushes.ts';
import { headline, oneOf, words } from '../shared/sentences.ts';
import { about, action, commitLink, did, place, repositoryLink, sender } from './common.ts';

const seconds = (from: string, to: string): number | undefined => {
  const length = (Date.parse(to) - Date.parse(from)) / 1000;
  return length > 0 ? length : undefined;
};

/** The state of a run: its conclusion, or how far it is. */
const state = (run: Payload): string => run.firstText('conclusion', 'status') || 'other';

const commitOf = (p: Payload, hash: string, message = '') => ({
  id: hash,
  message,
  url: p.text('repository', 'html_url') && `${p.text('repository', 'html_url')}/commit/${hash}`,
});

/** Runs, checks, statuses and deployments. */
export const buildEvents: Renderers = {
  check_run: (p) => {
    const run = p.at('check_run');
    return buildMessage({
      state: p.text('action') === 'requested_action' ? 'action required' : state(run),
      verb: p.text('action') === 'rerequested' ? 'was requested again' : undefined,
      name: `Check ${run.text('name')}`,
      url: run.firstText('html_url', 'details_url'),
      project: place(p),
      branch: run.text('check_suite', 'head_branch'),
      commit: commitOf(p, run.text('head_sha')),
      seconds: seconds(run.text('started_at'), run.text('completed_at')),
      details: [quote(run.firstText('output.summary', 'output.title'), 600)],
    });
  },
  check_suite: (p) => {
    const suite = p.at('check_suite');
    const app = suite.text('app', 'name');
    return buildMessage({
      state: state(suite),
      verb: oneOf<string | undefined>(
        { requested: 'was requested', rerequested: 'was requested again' },
        p.text('action'),
        undefined,
      ),
      name: app === '' ? 'Check suite' : `Checks of ${app}`,
      url:
        p.text('repository', 'html_url') &&
        `${p.text('repository', 'html_url')}/commit/${suite.text('head_sha')}/checks`,
      project: place(p),
      branch: suite.text('head_branch'),
      commit: commitOf(p, suite.text('head_sha'), suite.text('head_commit', 'message')),
    });
  },
  status: (p) => {
    const hash = p.firstText('sha', 'commit.sha');
    return about(
      p,
      `${buildSign(p.text('state'))} ${link(p.text('context') || 'Status', p.text('target_url'))} of ${commitLink(p, hash)} in ${repositoryLink(p)}: ${words(p.text('state')) || 'unknown'}`,
      facts([
        ['Commit', headline(p.text('commit', 'commit', 'message'))],
        ['Description', plain(p.text('description'))],
        [
          'Branches',
          plain(
            p
              .list('branches')
              .map((branch) => branch.text('name'))
              .join(', '),
          ),
        ],
      ]),
    );
  },
  workflow_run: (p) => {
    const run = p.at('workflow_run');
    return buildMessage({
      state: p.text('action') === 'requested' ? 'requested' : state(run),
      name: `${run.firstText('name', 'display_title') || 'Workflow'} #${run.text('run_number') || '?'}`,
      url: run.text('html_url'),
      project: place(p),
      branch: run.text('head_branch'),
      commit: commitOf(p, run.text('head_sha'), run.text('head_commit', 'message')),
      actor: run.firstText('triggering_actor.login', 'actor.login') || sender(p),
      seconds:
        p.text('action') === 'completed'
          ? seconds(run.text('run_started_at'), run.text('updated_at'))
          : undefined,
      facts: [['Event', words(run.text('event'))]],
    });
  },
  workflow_job: (p) => {
    const job = p.at('workflow_job');
    const failed = job.list('steps').filter((step) => step.text('conclusion') === 'failure');
    return buildMessage({
      state:
        p.text('action') === 'queued' ? 'queued' : p.text('action') === 'waiting' ? 'waiting' : state(job),
      name: `Job ${job.text('name')}`,
      url: job.text('html_url'),
      project: place(p),
      branch: job.text('head_branch'),
      commit: commitOf(p, job.text('head_sha')),
      seconds: seconds(job.text('started_at'), job.text('completed_at')),
      facts: [['Workflow', plain(job.text('workflow_name'))]],
      details: [bullets(failed.map((step) => `${plain(step.text('name'))} failed`))],
    });
  },
  workflow_dispatch: (p) =>
    did(
      p,
      `started the workflow ${code(p.text('workflow'))} of ${repositoryLink(p)} on ${code(shortRef(p.text('ref')))}`,
      facts(p.fields('inputs').map(([key, value]) => [key, plain(value.text())])),
    ),
  repository_dispatch: (p) =>
    did(
      p,
      `dispatched the event ${code(p.text('action'))} to ${repositoryLink(p)}`,
      facts(p.fields('client_payload').map(([key, value]) => [key, plain(value.text())])),
    ),
  deployment: (p) =>
    did(
      p,
      `${p.text('action') === 'created' ? 'started' : action(p)} a deployment of ${repositoryLink(p)} to ${plain(p.firstText('deployment.environment', 'deployment.original_environment') || 'an environment')}`,
      facts([
        ['Ref', code(p.text('deployment', 'ref'))],
        ['Task', plain(p.text('deployment', 'task'))],
        ['Description', plain(p.text('deployment', 'description'))],
      ]),
    ),
  deployment_status: (p) => {
    const status = p.at('deployment_status');
    return buildMessage({
      state: status.text('state'),
      name: `Deployment to ${p.firstText('deployment_status.environment', 'deployment.environment') || 'an environment'}`,
      url: status.firstText('target_url', 'environment_url', 'log_url'),
      project: place(p),
      topic: place(p),
      branch: p.text('deployment', 'ref'),
      commit: commitOf(p, p.text('deployment', 'sha')),
      actor: status.text('creator', 'login'),
      facts: [['Description', plain(status.text('description'))]],
    });
  },
  deployment_review: (p) =>
    did(
      p,
      `${{ requested: 'requested a review of', approved: 'approved', rejected: 'rejected' }[p.text('action')] ?? `${action(p)}:`} the deployment ${link(p.text('workflow_run', 'name') || 'of a workflow', p.text('workflow_run', 'html_url'))} to ${plain(p.firstText('environment', 'workflow_job_run.environment') || 'an environment')} of ${repositoryLink(p)}`,
      quote(p.text('comment')),
    ),
  deployment_protection_rule: (p) =>
    about(
      p,
      `A deployment of ${repositoryLink(p)} to ${plain(p.text('environment') || 'an environment')} waits for a protection rule`,
      facts([
        ['Event', words(p.text('event'))],
        ['Ref', code(p.text('deployment', 'ref'))],
      ]),
    ),
  page_build: (p) =>
    buildMessage({
      state:
        { built: 'succeeded', errored: 'failed' }[p.text('build', 'status')] ?? p.text('build', 'status'),
      name: 'GitHub Pages build',
      url: p.text('repository', 'html_url'),
      project: place(p),
      topic: place(p),
      actor: p.text('build', 'pusher', 'login'),
      details: [quote(p.text('build', 'error', 'message'))],
    }),
  package: (p) => packageMessage(p, 'package'),
  registry_package: (p) => packageMessage(p, 'registry_package'),
};

function packageMessage(p: Payload, key: string) {
  const found = p.at(key);
  const version = found.firstText('package_version.version', 'package_version.name');
  return did(
    p,
    `${action(p)} the package ${link(`${found.text('name')} ${version}`.trim() || 'package', found.firstText('package_version.html_url', 'html_url'))}`,
    facts([['Kind', words(found.firstText('package_type', 'ecosystem'))]]),
  );
}
