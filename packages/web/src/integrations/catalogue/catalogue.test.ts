import { describe, expect, it } from 'vitest';
import {
  categoriesOf,
  freeName,
  freeShortName,
  groupsOf,
  type Integration,
  searchIntegrations,
  withTexts,
} from './catalogue.ts';

const tool = (name: string, title: string, category: string, about = 'Posts events.'): Integration => ({
  name,
  title,
  category,
  about,
  icon: { text: title.slice(0, 2), color: '#336699' },
  events: [],
  options: [],
  setup: ['Enter `{url}`.'],
  takes_secret: false,
});

const all = [
  tool('uptimekuma', 'Uptime Kuma', 'monitoring', 'Posts when a monitor goes down.'),
  tool('github', 'GitHub', 'code', 'Posts commits, pull requests and issues.'),
  tool('gitlab', 'GitLab', 'code'),
  tool('grafana', 'Grafana', 'monitoring', 'Posts alerts.'),
  tool('json', 'JSON', 'general'),
  tool('garden', 'Garden', 'horticulture'),
];

const found = (query: string, category?: string) =>
  searchIntegrations(all, { query, category }).map(({ name }) => name);

describe('a search in the catalogue', () => {
  it('shows everything by title without a query', () => {
    expect(found('')).toEqual(['garden', 'github', 'gitlab', 'grafana', 'json', 'uptimekuma']);
  });

  it('finds titles first, then descriptions with every word', () => {
    expect(found('git')).toEqual(['github', 'gitlab']);
    expect(found('GRAF')).toEqual(['grafana']);
    expect(found('pull commits')).toEqual(['github']);
    expect(found('monitor goes')).toEqual(['uptimekuma']);
    expect(found('pull grafana')).toEqual([]);
  });

  it('stays within the category', () => {
    expect(found('', 'monitoring')).toEqual(['grafana', 'uptimekuma']);
    expect(found('git', 'monitoring')).toEqual([]);
  });

  it('lists the categories that there are, unknown ones last', () => {
    expect(categoriesOf(all)).toEqual(['general', 'code', 'monitoring', 'horticulture']);
  });
});

describe('names of new bots', () => {
  it('are the title, with a number where it is taken', () => {
    expect(freeName('Grafana', [])).toBe('Grafana');
    expect(freeName('Grafana', ['GRAFANA', 'Grafana 2', 'Anna'])).toBe('Grafana 3');
  });

  it('give addresses that are free, whatever letters they have', () => {
    expect(freeShortName('Uptime Kuma', 'chat.example', [])).toBe('uptime-kuma');
    expect(freeShortName('Grafana', 'chat.example', ['Grafana-Bot@chat.example'])).toBe('grafana-2');
    expect(freeShortName('気象', 'chat.example', ['webhook-bot@chat.example'])).toBe('webhook-2');
    expect(freeShortName('x'.repeat(200), 'chat.example', [])).toHaveLength(40);
  });
});

it('texts of tools are changed in their places', async () => {
  const [tools] = [
    all
      .slice(0, 2)
      .map((each) => ({ ...each, options: [{ key: 'k', label: 'L', input_type: 'text' as const }] })),
  ];
  const changed = await withTexts(tools, async (texts) => texts.map((text, at) => `${at} ${text}`));
  expect(
    changed.map(({ title, about, setup, options }) => [title, about, ...setup, options[0]!.label]),
  ).toEqual([
    ['0 Uptime Kuma', '1 Posts when a monitor goes down.', '2 Enter `{url}`.', '3 L'],
    ['4 GitHub', '5 Posts commits, pull requests and issues.', '6 Enter `{url}`.', '7 L'],
  ]);
});

it('everything is shown by category, and what was searched as one list', () => {
  const groups = groupsOf(all, { query: ' ', category: undefined });
  expect(groups.map(({ category, tools }) => [category, tools.length])).toEqual([
    ['general', 1],
    ['code', 2],
    ['monitoring', 2],
    ['horticulture', 1],
  ]);
  expect(groupsOf(all, { query: 'g', category: undefined })).toEqual([{ category: undefined, tools: all }]);
  expect(groupsOf(all, { query: '', category: 'code' })).toHaveLength(1);
});
