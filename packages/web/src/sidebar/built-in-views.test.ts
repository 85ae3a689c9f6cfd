import type { NavigationView } from '@parley/client';
import { describe, expect, it } from 'vitest';
import { builtInViews, isViewShown, ownViews } from './built-in-views.ts';

const elsewhere = { isFilled: false, isCurrent: false };

describe('a built-in view', () => {
  it('is shown as the person chose, otherwise as the default says', () => {
    expect(isViewShown({ isShown: true }, undefined, elsewhere)).toBe(true);
    expect(isViewShown({ isShown: true }, { is_pinned: false }, elsewhere)).toBe(false);
    expect(isViewShown({ isShown: false }, undefined, elsewhere)).toBe(false);
    expect(isViewShown({ isShown: false }, { is_pinned: true }, elsewhere)).toBe(true);
  });

  it('may be shown only while it has entries', () => {
    expect(isViewShown({ isShown: 'filled' }, undefined, elsewhere)).toBe(false);
    expect(isViewShown({ isShown: 'filled' }, undefined, { ...elsewhere, isFilled: true })).toBe(true);
    expect(isViewShown({ isShown: 'filled' }, { is_pinned: false }, { ...elsewhere, isFilled: true })).toBe(
      false,
    );
  });

  it('is shown while it is open', () => {
    expect(isViewShown({ isShown: false }, { is_pinned: false }, { ...elsewhere, isCurrent: true })).toBe(
      true,
    );
  });
});

it('the person’s own views are those with a name', () => {
  const view = (fragment: string, name: string | null) =>
    ({ fragment, name, is_pinned: true }) as NavigationView;
  const all = [view('inbox', null), view('narrow/is/unread', 'Unread'), view('narrow/has/link', 'Links')];
  const compare = (one: string, other: string) => one.localeCompare(other);
  expect(ownViews(all, compare).map(({ name }) => name)).toEqual(['Links', 'Unread']);
  expect(new Set(builtInViews.map(({ fragment }) => fragment)).size).toBe(builtInViews.length);
});
