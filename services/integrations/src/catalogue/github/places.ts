import { bullets, code, facts, link, plain, quote } from '../../domain/markdown.ts';
import type { Payload } from '../../domain/templates/payload.ts';
import type { Renderers } from '../shared/events.ts';
import { change, count, enumeration, words } from '../shared/sentences.ts';
import { about, action, commitLink, did, edits, place, repositoryLink } from './common.ts';

const person = (p: Payload): string => link(p.firstText('login', 'name') || 'somebody', p.text('html_url'));

const repositories = (list: readonly Payload[]): string =>
  enumeration(list.map((one) => code(one.firstText('full_name', 'name'))));

const team = (p: Payload): string =>
  `the team ${link(p.text('team', 'name') || 'unknown', p.text('team', 'html_url'))}`;

const card = (p: Payload): string => {
  const found = p.at('project_card');
  const note = found.text('note');
  return note === ''
    ? link('a card', found.text('html_url'))
    : `the card ${link(note.slice(0, 100), found.text('html_url'))}`;
};

const projectItem = (p: Payload) => {
  const item = p.at('projects_v2_item');
  const values = p
    .fields('changes')
    .map(([field, value]): [string, string] => [
      words(field),
      value.text('field_name') === ''
        ? change(value.firstText('from.name', 'from'), value.firstText('to.name', 'to'))
        : `${plain(value.text('field_name'))}: ${change(value.firstText('from.name', 'from.title', 'from'), value.firstText('to.name', 'to.title', 'to'))}`,
    ]);
  return did(
    p,
    `${action(p)} an item (${words(item.text('content_type')) || 'item'}) of a project`,
    facts(values),
  );
};

/** Repositories, organizations, teams, projects, apps and everything around code. */
export const placeEvents: Renderers = {
  ping: (p) => {
    const events = p.list('hook', 'events').map((event) => code(event.text()));
    return about(
      p,
      `GitHub is connected: the webhook of ${place(p) === '' ? 'an account' : link(p.firstText('repository.full_name', 'organization.login'), p.text('repository', 'html_url'))} sends ${enumeration(events) || 'events'}`,
      quote(p.text('zen')),
    );
  },
  branch_protection_configuration: (p) =>
    did(p, `${action(p)} all branch protections of ${repositoryLink(p)}`),
  branch_protection_rule: (p) =>
    did(
      p,
      `${action(p)} the protection of branch ${code(p.text('rule', 'name'))} of ${repositoryLink(p)}`,
      facts(
        p
          .fields('changes')
          .map(([key, value]) => [
            words(key),
            value.text('from') === '' ? 'changed' : `was ${plain(value.text('from'))}`,
          ]),
      ),
    ),
  repository_ruleset: (p) =>
    did(
      p,
      `${action(p)} the ruleset ${link(p.text('repository_ruleset', 'name'), p.text('repository_ruleset', '_links', 'html', 'href'))} of ${repositoryLink(p)}`,
      facts([['Enforcement', words(p.text('repository_ruleset', 'enforcement'))]]),
    ),
  deploy_key: (p) =>
    did(
      p,
      `${action(p)} the deploy key ${plain(p.text('key', 'title'))} of ${repositoryLink(p)}`,
      facts([
        ['Access', p.at('key', 'read_only').isTrue ? 'read' : p.at('key').exists ? 'read and write' : ''],
      ]),
    ),
  fork: (p) =>
    did(
      p,
      `forked ${repositoryLink(p)} to ${link(p.text('forkee', 'full_name') || 'a repository', p.text('forkee', 'html_url'))}`,
    ),
  star: (p) =>
    did(p, `${p.text('action') === 'deleted' ? 'removed the star from' : 'starred'} ${repositoryLink(p)}`),
  watch: (p) => did(p, `${p.text('action') === 'started' ? 'starred' : action(p)} ${repositoryLink(p)}`),
  public: (p) => did(p, `made ${repositoryLink(p)} public`),
  repository: (p) =>
    did(
      p,
      `${{ privatized: 'made', publicized: 'made' }[p.text('action')] ?? action(p)} the repository ${repositoryLink(p)}${{ privatized: ' private', publicized: ' public' }[p.text('action')] ?? ''}`,
      p.text('action') === 'renamed' &&
        facts([
          ['Name', change(p.text('changes', 'repository', 'name', 'from'), p.text('repository', 'name'))],
        ]),
      p.text('action') === 'edited' && edits(p, p.at('repository')),
    ),
  repository_import: (p) => did(p, `imported ${repositoryLink(p)}: ${words(p.text('status')) || 'unknown'}`),
  member: (p) =>
    did(
      p,
      `${action(p)} ${person(p.at('member'))} ${p.text('action') === 'removed' ? 'from' : p.text('action') === 'added' ? 'to' : 'in'} the collaborators of ${repositoryLink(p)}`,
      facts([
        [
          'Role',
          change(
            p.firstText('changes.old_permission.from', 'changes.permission.from'),
            p.firstText('changes.permission.to', 'changes.role_name.to'),
          ),
        ],
      ]),
    ),
  membership: (p) =>
    did(
      p,
      `${action(p)} ${person(p.at('member'))} ${p.text('action') === 'removed' ? 'from' : 'to'} ${team(p)}`,
    ),
  organization: (p) => {
    const user = p.at('membership', 'user').isObject ? p.at('membership', 'user') : p.at('user');
    const invited = p.firstText('user.login', 'invitation.login', 'invitation.email');
    const organization = link(p.text('organization', 'login') || 'the organization', '');
    const said: Record<string, string> = {
      member_added: `added ${person(user)} to ${organization}`,
      member_removed: `removed ${person(user)} from ${organization}`,
      member_invited: `invited ${plain(invited) || 'somebody'} to ${organization}`,
      renamed: `renamed ${organization}`,
      deleted: `deleted ${organization}`,
    };
    const name = p.text('action');
    return did(
      p,
      Object.hasOwn(said, name) ? said[name]! : `${action(p)} ${organization}`,
      facts([
        [
          'Name',
          p.at('changes', 'login', 'from').exists
            ? change(p.text('changes', 'login', 'from'), p.text('organization', 'login'))
            : '',
        ],
      ]),
    );
  },
  org_block: (p) => did(p, `${action(p)} ${person(p.at('blocked_user'))}`),
  team: (p) =>
    did(
      p,
      p.text('action') === 'added_to_repository'
        ? `added ${team(p)} to ${repositoryLink(p)}`
        : p.text('action') === 'removed_from_repository'
          ? `removed ${team(p)} from ${repositoryLink(p)}`
          : `${action(p)} ${team(p)}`,
      edits(p, p.at('team')),
      p.text('action') === 'created' && quote(p.text('team', 'description')),
    ),
  team_add: (p) => did(p, `added ${team(p)} to ${repositoryLink(p)}`),
  project: (p) =>
    did(
      p,
      `${action(p)} the project ${link(p.text('project', 'name'), p.text('project', 'html_url'))}`,
      edits(p, p.at('project')),
    ),
  project_card: (p) =>
    did(p, `${action(p)} ${card(p)}`, p.text('action') === 'edited' && edits(p, p.at('project_card'))),
  project_column: (p) =>
    did(
      p,
      `${action(p)} the column ${plain(p.text('project_column', 'name'))}`,
      edits(p, p.at('project_column')),
    ),
  projects_v2: (p) =>
    did(
      p,
      `${action(p)} the project ${plain(p.text('projects_v2', 'title'))}`,
      edits(p, p.at('projects_v2')),
      p.text('action') === 'created' && quote(p.text('projects_v2', 'short_description')),
    ),
  projects_v2_item: projectItem,
  projects_v2_status_update: (p) =>
    did(
      p,
      `${action(p)} a status of a project: ${words(p.text('projects_v2_status_update', 'status')) || 'none'}`,
      quote(p.text('projects_v2_status_update', 'body')),
    ),
  custom_property: (p) =>
    did(
      p,
      `${action(p)} the custom property ${code(p.firstText('definition.property_name', 'property_name'))}`,
    ),
  organization_custom_property: (p) =>
    did(
      p,
      `${action(p)} the custom property ${code(p.firstText('definition.property_name', 'property_name'))} of organizations`,
    ),
  organization_custom_property_values: (p) =>
    did(
      p,
      `changed custom properties of the organization ${plain(p.text('organization', 'login')) || 'unknown'}`,
      facts(
        p
          .list('new_property_values')
          .map((value) => [value.text('property_name'), plain(value.text('value'))]),
      ),
    ),
  cache_sync: (p) =>
    about(
      p,
      `The repository cache ${plain(p.text('cache_location')) || 'of GitHub'} has ${code(p.text('ref')) || 'a branch'} of ${repositoryLink(p)} at ${commitLink(p, p.text('after'))}`,
    ),
  enterprise: (p) =>
    did(p, `changed the enterprise ${plain(p.text('enterprise', 'name')) || 'unknown'}: ${action(p)}`),
  user: (p) => did(p, `${action(p)} the account ${person(p.at('user'))}`),
  custom_property_values: (p) =>
    did(
      p,
      `changed custom properties of ${repositoryLink(p)}`,
      facts(
        p
          .list('new_property_values')
          .map((value) => [value.text('property_name'), plain(value.text('value'))]),
      ),
    ),
  github_app_authorization: (p) => did(p, `${action(p)} the authorization of an app`),
  installation: (p) =>
    did(
      p,
      `${{ new_permissions_accepted: 'accepted new permissions of', suspend: 'suspended', unsuspend: 'unsuspended', deleted: 'removed', created: 'installed' }[p.text('action')] ?? action(p)} the app ${plain(p.text('installation', 'app_slug') || 'of GitHub')}`,
      p.count('repositories') > 0 && `Repositories: ${repositories(p.list('repositories'))}`,
    ),
  installation_repositories: (p) =>
    did(
      p,
      `${p.text('action') === 'removed' ? 'took repositories from' : p.text('action') === 'added' ? 'gave repositories to' : 'changed the repositories of'} the app ${plain(p.text('installation', 'app_slug') || 'of GitHub')}`,
      facts([
        ['Added', repositories(p.list('repositories_added'))],
        ['Removed', repositories(p.list('repositories_removed'))],
      ]),
    ),
  installation_target: (p) =>
    did(
      p,
      `renamed the account of an app: ${change(p.text('changes', 'login', 'from'), p.firstText('account.login', 'account.name'))}`,
    ),
  marketplace_purchase: (p) =>
    about(
      p,
      `${plain(p.text('marketplace_purchase', 'account', 'login') || 'An account')}: purchase ${action(p)}`,
      facts([
        ['Plan', plain(p.text('marketplace_purchase', 'plan', 'name'))],
        ['Units', plain(p.text('marketplace_purchase', 'unit_count'))],
        ['Billing', words(p.text('marketplace_purchase', 'billing_cycle'))],
      ]),
    ),
  sponsorship: (p) =>
    did(
      p,
      `${action(p)} the sponsorship of ${person(p.at('sponsorship', 'sponsorable'))}`,
      facts([
        ['Sponsor', plain(p.text('sponsorship', 'sponsor', 'login'))],
        ['Tier', plain(p.text('sponsorship', 'tier', 'name'))],
      ]),
    ),
  meta: (p) => did(p, `${action(p)} the webhook of ${place(p) === '' ? 'an account' : repositoryLink(p)}`),
  personal_access_token_request: (p) => {
    const request = p.at('personal_access_token_request');
    return about(
      p,
      `${person(request.at('owner'))}: request for a personal access token ${action(p)}`,
      facts([
        [
          'Repositories',
          request.text('repository_count') === ''
            ? ''
            : count(request.number('repository_count') ?? 0, 'repository', 'repositories'),
        ],
        ['Expires', plain(request.text('token_expires_at'))],
      ]),
      bullets(request.list('repositories').map((one) => code(one.text('full_name')))),
    );
  },
};
