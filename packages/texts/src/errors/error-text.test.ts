import { describe, expect, it } from 'vitest';
import { decodeErrorText, encodeErrorText, errorText, errorTextOf, foreignErrorText } from './error-text.ts';
import { germanErrors } from './german.ts';
import { channels } from './german-channels.ts';
import { files } from './german-files.ts';
import { integrations } from './german-integrations.ts';
import { messages } from './german-messages.ts';
import { organization } from './german-organization.ts';
import { people } from './german-people.ts';
import { requests } from './german-requests.ts';

const placeholders = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort();

describe('the German errors', () => {
  it('have the same placeholders as the English ones', () => {
    for (const [english, german] of Object.entries(germanErrors)) {
      expect({ english, named: placeholders(german) }).toEqual({ english, named: placeholders(english) });
    }
  });

  it('are translations, except texts that clients recognize, and one text that only joins two values', () => {
    const same = Object.entries(germanErrors).filter(([english, german]) => english === german);
    expect(same.map(([english]) => english).sort()).toEqual([
      'Bad event queue id: {queueId}',
      '{parameter} {problem}',
    ]);
    expect(Object.values(germanErrors).filter((text) => text.trim() === '')).toEqual([]);
  });

  it('are defined in one file each', () => {
    const parts = [channels, files, integrations, messages, organization, people, requests];
    const count = parts.reduce((sum, part) => sum + Object.keys(part).length, 0);
    expect(count).toBe(Object.keys(germanErrors).length);
  });
});

describe('a text', () => {
  it('contains its values in every language', () => {
    const text = errorText('Invalid user ID {userId}', { userId: 12 });
    expect(text.in('en')).toBe('Invalid user ID 12');
    expect(text.in('de')).toBe('Ungültige Benutzer-ID 12');
  });

  it('keeps values that look like placeholders', () => {
    const text = errorText("Channel '{name}' already exists", { name: '{name} $& {other}' });
    expect(text.in('en')).toBe("Channel '{name} $& {other}' already exists");
  });

  it('inside another text is translated together with that text', () => {
    const reason = errorText('more than {limit} terms', { limit: 20 });
    const text = errorText('Invalid narrow operator: {reason}', { reason });
    expect(text.in('en')).toBe('Invalid narrow operator: more than 20 terms');
    expect(text.in('de')).toBe('Ungültiger Filter: mehr als 20 Bedingungen');
  });

  it.each(['Something of a library', 'constructor', '__proto__'])(
    'that the catalogue does not contain stays unchanged: %s',
    (text) => {
      expect(foreignErrorText(text).in('de')).toBe(text);
    },
  );

  it('travels to another service as JSON', () => {
    const reason = errorText('unknown user {user}', { user: 'x'.repeat(600) });
    const sent = errorText('Invalid narrow operator: {reason}', { reason });
    const received = decodeErrorText(JSON.parse(JSON.stringify(encodeErrorText(sent))));
    expect(received.in('de')).toBe(`Ungültiger Filter: unbekannter Benutzer ${'x'.repeat(500)}`);
    expect(decodeErrorText({ template: 'Not found' }).in('de')).toBe('Nicht gefunden');
  });

  it('without placeholders is returned unchanged', () => {
    expect(errorTextOf('Not found').in('de')).toBe('Nicht gefunden');
    // @ts-expect-error: the catalogue does not have it
    errorTextOf('Not there');
    // @ts-expect-error: its value is missing
    errorTextOf('Invalid user ID {userId}');
    // @ts-expect-error: its value has another name
    errorText('Invalid user ID {userId}', { user: 1 });
  });
});
