import { describe, expect, it } from 'vitest';
import { decodeErrorText, encodeErrorText, errorText, errorTextOf, foreignErrorText } from './error-text.ts';

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
