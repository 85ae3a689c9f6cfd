import { describe, expect, it } from 'vitest';
import { addressForms, addressOf, eventParameter } from './address.ts';

const webhook = {
  external_url_template: 'https://chat.example/api/v1/external/github?api_key={api_key}&stream=7',
  hooks_url: 'https://chat.example/hooks/token',
  services_url: 'https://chat.example/services/T0000000001/B0000000004/token',
};
const allEvents = ['push', 'issues', 'pull_request', 'fork'];
const choiceOf = (...events: string[]) => ({ events: new Set(events), options: {} });
const every = choiceOf(...allEvents);

describe('the parameter of events', () => {
  it('is absent when all are wanted, and otherwise the shorter list', () => {
    expect(eventParameter(allEvents, every.events)).toBeUndefined();
    expect(eventParameter(allEvents, new Set(['push']))).toEqual(['only_events', 'push']);
    expect(eventParameter(allEvents, new Set(['push', 'issues', 'fork']))).toEqual([
      'exclude_events',
      'pull_request',
    ]);
    expect(eventParameter([], new Set())).toBeUndefined();
  });

  it('names those that begin alike once, where all of them are meant', () => {
    const all = ['a.b.created', 'a.b.deleted', 'a.b.updated', 'a.c', 'd_e', 'd_f', 'g'];
    const without = (...names: string[]) => new Set(all.filter((each) => !names.includes(each)));
    expect(eventParameter(all, without('d_e', 'd_f', 'g'))).toEqual(['exclude_events', 'd_e,d_f,g']);
    expect(eventParameter(all, without('d_e', 'd_f', 'g', 'a.c'))).toEqual(['only_events', 'a.b.*']);
    expect(eventParameter(all, new Set(all.slice(0, 4)))).toEqual(['exclude_events', 'd_e,d_f,g']);
    expect(eventParameter([...all, 'h', 'i', 'j', 'k'], new Set(all.slice(0, 4)))).toEqual([
      'only_events',
      'a.*',
    ]);
  });

  it('keeps an address short for a tool with hundreds of events, and means exactly those that are chosen', () => {
    const kinds = Array.from({ length: 100 }, (_, at) => `kind_${at}`);
    const all = kinds.flatMap((kind) => ['created', 'updated', 'deleted'].map((what) => `${kind}.${what}`));
    const wanted = new Set(all.filter((_, at) => at < 150 && at !== 4));
    const [name, value] = eventParameter(all, wanted)!;
    expect(value.length).toBeLessThan(1_000);
    const patterns = value.split(',');
    const isNamed = (event: string) =>
      patterns.some((each) => (each.endsWith('*') ? event.startsWith(each.slice(0, -1)) : event === each));
    for (const event of all) expect(isNamed(event) === (name === 'only_events')).toBe(wanted.has(event));
  });

  it('ignores names that the tool does not have, and quotes names with commas', () => {
    expect(eventParameter(allEvents, new Set([...allEvents, 'gone']))).toBeUndefined();
    expect(eventParameter(['a,b', 'c'], new Set(['a,b']))).toEqual(['only_events', '["a,b"]']);
  });
});

describe('an address', () => {
  it('has the form that a tool knows', () => {
    const address = (form: (typeof addressForms)[number]) =>
      addressOf(webhook, form, { apiKey: 'kEy', allEvents, choice: every });
    expect(address('zulip')).toBe('https://chat.example/api/v1/external/github?api_key=kEy');
    expect(address('slack')).toBe(webhook.services_url);
    expect(address('mattermost')).toBe(webhook.hooks_url);
  });

  it.each(addressForms)('in the form of %s carries events and options', (form) => {
    const choice = {
      ...choiceOf('push', 'fork'),
      options: { branches: ' main, dev ', quiet: 'true', none: '' },
    };
    const { searchParams } = new URL(addressOf(webhook, form, { apiKey: 'kEy', allEvents, choice }));
    searchParams.delete('api_key');
    expect(Object.fromEntries(searchParams)).toEqual({
      only_events: 'push,fork',
      branches: 'main, dev',
      quiet: 'true',
    });
  });

  it('does not name the channel, so that the stored one applies, also after a change', () => {
    const address = addressOf(webhook, 'zulip', { apiKey: 'k', allEvents, choice: every });
    expect(new URL(address).searchParams.has('stream')).toBe(false);
  });
});
