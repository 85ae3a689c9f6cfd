import octokit from '@octokit/webhooks-examples' with { type: 'json' };
import { describe, expect, it } from 'vitest';
import { isMessage } from '../domain/integration.ts';
import { Payload } from '../domain/templates/payload.ts';
import { github } from './github.ts';

/** The payloads that GitHub recorded, by the name of the event. */
const recorded = octokit as unknown as { name: string; examples: { action?: string }[] }[];

const show = (name: string, body: unknown) =>
  github.render({ headers: { 'x-github-event': name }, query: {}, body: new Payload(body), raw: '' });

describe.each(recorded.map(({ name, examples }) => [name, examples] as const))(
  'recorded payloads of %s',
  (name, examples) => {
    it('become messages that say who did what', () => {
      expect(examples.length).toBeGreaterThan(0);
      for (const body of examples) {
        const rendered = show(name, body);
        if (!isMessage(rendered)) throw new Error(`no message: ${rendered.ignored}`);
        expect(rendered.event).toBe(name);
        const payload = new Payload(body);
        const place = payload.firstText(
          'repository.name',
          'organization.login',
          'installation.account.login',
        );
        expect(rendered.topic).toContain(place === '' ? 'GitHub' : place);
        expect(rendered.content).not.toMatch(
          /\bundefined\b|sent the event|Somebody|\ba (?:repository|commit)\b/,
        );
        expect(rendered.content).toMatch(/[.:]\n|[.!?…:]$|[.:]\n\n/);
      }
    });
  },
);

it('says what happened, for each action of an issue and a pull request', () => {
  for (const { name, examples } of recorded.filter(
    ({ name }) => name === 'issues' || name === 'pull_request',
  )) {
    const said = new Map<string, string>();
    for (const body of examples) {
      const rendered = show(name, body);
      const first = isMessage(rendered)
        ? rendered.content.split('\n')[0]!.replace(/\(https?:[^)]*\)/g, '')
        : '';
      const action = body.action ?? '';
      for (const [other, text] of said) if (other !== action) expect(text).not.toBe(first);
      said.set(action, first);
    }
    expect(said.size).toBeGreaterThan(12);
  }
});

it('refuses a request that does not name its event', () => {
  expect(() => github.render({ headers: {}, query: {}, body: new Payload({}), raw: '{}' })).toThrow(
    'A request of GitHub needs the header X-GitHub-Event.',
  );
});
