import { integration } from '../domain/integration.ts';
import { bullets, link, plain } from '../domain/markdown.ts';
import type { Payload } from '../domain/templates/payload.ts';
import { buildMessage } from './shared/builds.ts';
import { byEvent, each, type Renderer } from './shared/events.ts';
import { enumeration, message, sentence, topicOf, words } from './shared/sentences.ts';

/** Webhooks of TeamCity have `payload`; those of the plugin tcWebHooks have `build`. */
const build = (p: Payload): Payload => (p.at('payload').isObject ? p.at('payload') : p.at('build'));

const show: Renderer = (p, _request, event) => {
  const found = build(p);
  const type = found.at('buildType');
  const configuration = type.text('name') || found.firstText('buildName', 'buildTypeId');
  const changes =
    found.list('changes', 'change').length > 0 ? found.list('changes', 'change') : found.list('changes');
  return buildMessage({
    verb: {
      CHANGES_LOADED: 'loaded its changes',
      BUILD_REMOVED_FROM_QUEUE: 'left the queue',
      BUILD_PROBLEMS_CHANGED: 'has other problems',
      MARKED_AS_SUCCESSFUL: 'was marked as successful',
      FAILURE_DETECTED: 'is failing',
      buildRemovedFromQueue: 'left the queue',
      responsibilityChanged: 'has another investigator',
      buildPinned: 'was pinned',
      buildUnpinned: 'is no longer pinned',
    }[event],
    state: /started|beforeFinish|running/i.test(event)
      ? 'started'
      : /queue/i.test(event)
        ? 'queued'
        : /interrupted/i.test(event)
          ? 'canceled'
          : found.firstText('status', 'buildResult', 'buildStatus') || 'other',
    // Who is responsible changes for all builds of one configuration.
    name:
      event === 'responsibilityChanged'
        ? configuration
        : `Build #${found.firstText('number', 'buildNumber') || '?'} of ${configuration}`,
    url: found.firstText('webUrl', 'buildStatusUrl'),
    project: type.text('projectName') || found.text('projectName'),
    topic: type.text('projectName') || found.text('projectName') || 'TeamCity',
    branch: found.firstText('branchName', 'branchDisplayName'),
    actor: found.firstText('triggered.user.name', 'triggered.user.username', 'triggeredBy'),
    facts: [
      ['State', plain(found.firstText('statusText', 'buildStatus', 'text'))],
      ['Investigator', plain(found.text('responsibilityUserNew'))],
      ['Comment', plain(found.text('comment'))],
      ['Agent', plain(found.firstText('agent.name', 'agentName'))],
      [
        'Tests',
        plain(
          found.text('testOccurrences', 'count') &&
            `${found.text('testOccurrences', 'passed') || '0'} of ${found.text('testOccurrences', 'count')} passed`,
        ),
      ],
      [
        'Changed by',
        enumeration([...new Set(changes.map((one) => plain(one.firstText('username', 'change.username'))))]),
      ],
    ],
    details: [
      bullets(
        changes
          .slice(0, 10)
          .map((one) =>
            link(
              one.firstText('comment', 'change.comment', 'version').split('\n')[0] ?? '',
              one.text('webUrl'),
            ),
          ),
      ),
    ],
  });
};

const other: Renderer = (p, _request, event) => {
  const found = p.at('payload');
  return message(
    topicOf('TeamCity', found.text('projectName')),
    sentence(`${link(found.firstText('name', 'id') || 'TeamCity', found.text('webUrl'))}: ${words(event)}`),
  );
};

export const teamcity = integration({
  name: 'teamcity',
  title: 'TeamCity',
  icon: { text: 'TC', color: '#21d789' },
  category: 'deployment',
  about: 'Posts builds when they start, end and are interrupted.',
  ...byEvent({
    title: 'TeamCity',
    renderers: {
      ...each(
        [
          'BUILD_STARTED',
          'BUILD_FINISHED',
          'BUILD_INTERRUPTED',
          'CHANGES_LOADED',
          'BUILD_TYPE_ADDED_TO_QUEUE',
          'BUILD_REMOVED_FROM_QUEUE',
          'BUILD_PROBLEMS_CHANGED',
          'MARKED_AS_SUCCESSFUL',
          'FAILURE_DETECTED',
        ],
        show,
      ),
      ...each(['AGENT_REGISTRED', 'AGENT_UNREGISTERED', 'AGENT_REMOVED'], other),
      ...each(
        [
          'buildStarted',
          'buildFinished',
          'buildInterrupted',
          'beforeBuildFinish',
          'changesLoaded',
          'buildSuccessful',
          'buildFailed',
          'buildFixed',
          'buildBroken',
          'buildAddedToQueue',
          'buildRemovedFromQueue',
          'responsibilityChanged',
          'buildPinned',
          'buildUnpinned',
        ],
        show,
      ),
    },
    name: (p) => p.text('eventType') || p.text('build', 'notifyType'),
    needs: 'the field eventType or build.notifyType',
  }),
  setup: [
    'In the project, open **Parameters** and add `teamcity.internal.webhooks.enable` = `true`, `teamcity.internal.webhooks.events` = `BUILD_STARTED;BUILD_FINISHED;BUILD_INTERRUPTED` and `teamcity.internal.webhooks.url` = `{url}`.',
    'To have senders verified, add `teamcity.internal.webhooks.username` and `teamcity.internal.webhooks.password` = `{secret}`.',
  ],
  verification: { kind: 'basic' },
});
