import { code, facts, link, plain, quote } from '../../domain/markdown.ts';
import type { Payload } from '../../domain/templates/payload.ts';
import { severityOf, sign } from '../shared/alerts.ts';
import { each, type Message, type Renderer, type Renderers } from '../shared/events.ts';
import { count, enumeration, oneOf, who, words } from '../shared/sentences.ts';
import { about, action, did, repositoryLink, sender } from './common.ts';

const closing =
  /^(?:closed|closed_by_user|fixed|resolved|resolve|dismissed|dismiss|auto_dismissed|withdrawn|revoked)/;

/** A message about an alert; a person is named only when one acted. */
function alert(p: Payload, what: string, severity: string, ...details: readonly (string | false)[]): Message {
  const isGood = closing.test(p.text('action'));
  const by = sender(p) === '' || sender(p) === 'github' ? '' : ` (${who(sender(p))})`;
  return about(
    p,
    `${sign(isGood ? 'good' : severityOf(severity))} ${what} of ${repositoryLink(p)}: ${action(p)}${by}`,
    ...details,
  );
}

const advisory = (p: Payload, key: string) => {
  const found = p.at(key);
  return facts([
    ['Severity', words(found.text('severity'))],
    ['ID', plain(found.firstText('cve_id', 'ghsa_id'))],
    [
      'Packages',
      enumeration(
        found
          .list('vulnerabilities')
          .map(
            (one) => `${code(one.text('package', 'name'))} ${plain(one.text('vulnerable_version_range'))}`,
          ),
      ),
    ],
  ]);
};

const secretAlert = (p: Payload) =>
  link(
    `Secret ${p.firstText('alert.secret_type_display_name', 'alert.secret_type')}`,
    p.text('alert', 'html_url'),
  );

/** What a request for an exemption is about, by the event. */
const exemptions: Record<string, string> = {
  bypass_request_secret_scanning: 'to push a secret',
  dismissal_request_code_scanning: 'to dismiss a code scanning alert',
  dismissal_request_dependabot: 'to dismiss a Dependabot alert',
  dismissal_request_secret_scanning: 'to close a secret scanning alert',
  exemption_request_push_ruleset: 'to push past a rule',
};

/** Somebody asks for an exemption, and gets an answer. */
const exemption: Renderer = (p, _request, event) => {
  const found = p.at('exemption_request');
  const response = p.at('exemption_response');
  const what = link(`request ${oneOf(exemptions, event, 'for an exemption')}`, found.text('html_url'));
  const isAsked = p.text('action') === 'created';
  const title = isAsked
    ? `${who(found.text('requester_login') || sender(p))} made a ${what} in ${repositoryLink(p)}`
    : p.text('action') === 'response_submitted'
      ? `${who(response.text('reviewer_login') || sender(p))} ${words(response.text('status')) || 'answered'} the ${what} of ${who(found.text('requester_login'))} in ${repositoryLink(p)}`
      : `${who(sender(p))} ${oneOf({ response_dismissed: 'took back the answer to' }, p.text('action'), action(p))} the ${what} in ${repositoryLink(p)}`;
  return about(
    p,
    title,
    facts([
      [
        'About',
        plain(
          found.firstText('metadata.alert_title', 'metadata.label') ||
            found.list('exemption_request_data', 'data')[0]?.firstText('ruleset_name', 'secret_type') ||
            '',
        ),
      ],
      ['Reason', words(found.text('metadata', 'reason'))],
      ['Number', plain(found.text('number'))],
    ]),
    quote(isAsked ? found.text('requester_comment') : response.text('reviewer_comment')),
  );
};

/** Alerts and advisories. */
export const securityEvents: Renderers = {
  ...each(Object.keys(exemptions), exemption),
  code_scanning_alert: (p) =>
    alert(
      p,
      `Code scanning alert ${link(p.firstText('alert.rule.description', 'alert.rule.id') || 'alert', p.text('alert', 'html_url'))}`,
      p.firstText('alert.rule.security_severity_level', 'alert.rule.severity'),
      facts([
        ['Severity', words(p.firstText('alert.rule.security_severity_level', 'alert.rule.severity'))],
        ['Tool', plain(p.text('alert', 'tool', 'name'))],
        ['File', code(p.text('alert', 'most_recent_instance', 'location', 'path'))],
        ['Reason', words(p.text('alert', 'dismissed_reason'))],
      ]),
    ),
  dependabot_alert: (p) =>
    alert(
      p,
      `Dependabot alert ${link(p.text('alert', 'security_advisory', 'summary') || 'alert', p.text('alert', 'html_url'))}`,
      p.text('alert', 'security_vulnerability', 'severity'),
      facts([
        ['Package', code(p.text('alert', 'dependency', 'package', 'name'))],
        [
          'Severity',
          words(p.firstText('alert.security_vulnerability.severity', 'alert.security_advisory.severity')),
        ],
        ['Fixed in', code(p.text('alert', 'security_vulnerability', 'first_patched_version', 'identifier'))],
        ['File', code(p.text('alert', 'dependency', 'manifest_path'))],
        ['Reason', words(p.text('alert', 'dismissed_reason'))],
      ]),
    ),
  repository_vulnerability_alert: (p) =>
    alert(
      p,
      `Vulnerability alert for ${code(p.text('alert', 'affected_package_name')) || 'a package'}`,
      p.text('alert', 'severity'),
      facts([
        ['Severity', words(p.text('alert', 'severity'))],
        ['Affected', code(p.text('alert', 'affected_range'))],
        ['Fixed in', code(p.text('alert', 'fixed_in'))],
        [
          'Advisory',
          link(
            p.firstText('alert.external_identifier', 'alert.ghsa_id'),
            p.text('alert', 'external_reference'),
          ),
        ],
      ]),
    ),
  secret_scanning_alert: (p) =>
    alert(
      p,
      secretAlert(p),
      'bad',
      facts([
        ['Resolution', words(p.text('alert', 'resolution'))],
        ['Comment', plain(p.text('alert', 'resolution_comment'))],
      ]),
    ),
  secret_scanning_alert_location: (p) =>
    alert(
      p,
      `${secretAlert(p)} at another place`,
      'bad',
      facts([
        ['Kind', words(p.text('location', 'type'))],
        ['File', code(p.text('location', 'details', 'path'))],
      ]),
    ),
  secret_scanning_scan: (p) =>
    about(
      p,
      `A secret scan (${words(p.text('type')) || 'scan'}) of ${repositoryLink(p)} ended`,
      facts([
        ['Source', words(p.text('source'))],
        ['Secret types', p.count('secret_types') === 0 ? '' : count(p.count('secret_types'), 'type')],
      ]),
    ),
  security_advisory: (p) =>
    about(
      p,
      `${sign(p.text('action') === 'withdrawn' ? 'good' : severityOf(p.text('security_advisory', 'severity')))} Security advisory ${action(p)}: ${link(p.text('security_advisory', 'summary') || 'advisory', p.list('security_advisory', 'references')[0]?.text('url') ?? '')}`,
      advisory(p, 'security_advisory'),
      quote(p.text('security_advisory', 'description'), 1_000),
    ),
  repository_advisory: (p) =>
    did(
      p,
      `${action(p)} the security advisory ${link(p.text('repository_advisory', 'summary') || 'advisory', p.text('repository_advisory', 'html_url'))} of ${repositoryLink(p)}`,
      advisory(p, 'repository_advisory'),
    ),
  security_and_analysis: (p) =>
    did(
      p,
      `changed security and analysis of ${repositoryLink(p)}`,
      facts(
        p
          .fields('repository', 'security_and_analysis')
          .map(([key, value]) => [words(key), words(value.text('status'))]),
      ),
    ),
};
