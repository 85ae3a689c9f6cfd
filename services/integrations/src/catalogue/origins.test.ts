import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Integration } from '../domain/integration.ts';
import { catalogueByName } from '../gen/catalogue.ts';

// Where the examples of fixtures/ come from (origins.json): what real programs sent, with the version of the program and how it was run.

type Program = {
  /** Where the program was had. */
  from: string;
  /** What was done with it. */
  how: string;
  /** What differs from what it sent. */
  changed: string;
  on: string;
  integrations: string[];
};
type Example = {
  event: string;
  sentBy?: string;
  headers?: Record<string, string>;
  body?: Record<string, unknown>;
  content?: string;
};

const read = (path: string) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
const { programs, otherExamples, published } = read('origins.json') as {
  programs: Record<string, Program>;
  otherExamples: string;
  published: Record<string, string>;
};
const sentOf = (name: string): (Example & { sentBy: string })[] =>
  (read(`fixtures/${name}.json`).examples as Example[]).flatMap((example) =>
    example.sentBy === undefined ? [] : [{ ...example, sentBy: example.sentBy }],
  );
const integrations = new Map<string, Integration>(
  Object.values(catalogueByName).map((integration) => [integration.name, integration]),
);
const withPrograms = [...new Set(Object.values(programs).flatMap(({ integrations }) => integrations))].sort();

it('says where the examples come from', () => {
  const sentences = Object.values(programs).flatMap(({ how, changed }) => [how, changed]);
  for (const text of [...sentences, otherExamples, ...Object.values(published)])
    expect(text).toMatch(/^[A-Z].*\.$/);
  for (const { from, on } of Object.values(programs)) {
    expect(from).not.toBe('');
    expect(on).toMatch(/^20\d\d-[01]\d-[0-3]\d$/);
  }
  for (const name of Object.keys(published)) expect([...integrations.keys()]).toContain(name);
});

it('names the program of each example that one sent, and an example of each program', () => {
  const named = Object.entries(programs).flatMap(([program, { integrations }]) =>
    integrations.map((name) => `${name}: ${program}`),
  );
  const used = [...integrations.keys()].flatMap((name) =>
    sentOf(name).map(({ sentBy }) => `${name}: ${sentBy}`),
  );
  expect([...new Set(used)].sort()).toEqual(named.sort());
});

describe.each(withPrograms)('%s', (name) => {
  it('has each event from a real program', () => {
    const sent = new Set(sentOf(name).map(({ event }) => event));
    expect([...sent].sort()).toEqual([...(integrations.get(name)?.events ?? [])].sort());
  });

  it('links each message to the tool', () => {
    for (const { event, body, content } of sentOf(name)) {
      // What is gone has no page.
      if (body?.action !== 'deleted') expect(content, event).toMatch(/\]\(https?:\/\/[^)]+\)/);
    }
  });

  it('has no names of the machine that ran the program', () => {
    for (const { event, headers, body } of sentOf(name)) {
      expect(JSON.stringify({ headers, body }), event).not.toMatch(
        /127\.0\.0\.1|localhost|"\/(?:tmp|root|home|work)\b/,
      );
    }
  });
});
