/** Rules for the views in a person's sidebar (docs/api/users-and-groups.md#navigation-views). */
import type { NavigationView } from '@parley/api';
import { errors, errorText } from '@parley/core';
import { limits, refuseHidden } from '@parley/rules';

/** Views that all clients have. People can pin or hide them, but not name them. */
const builtIn: ReadonlySet<string> = new Set([
  'inbox',
  'recent',
  'feed',
  'drafts',
  'narrow/has/reaction/sender/me',
  'narrow/is/mentioned',
  'narrow/is/starred',
  'narrow/is/alerted',
  'scheduled',
  'reminders',
]);

export const isBuiltIn = (fragment: string): boolean => builtIn.has(fragment);

export const navigationViewLimits = {
  count: 200,
  fragment: 1_000,
  name: limits.navigationViewNameLength,
} as const;

/** Checks the URL fragment that identifies a view, and returns it unchanged. @throws BAD_REQUEST when it is blank or too long */
export function checkFragment(fragment: string): string {
  if (fragment.trim() === '') throw errors.badRequest('fragment cannot be blank');
  if (fragment.length > navigationViewLimits.fragment) {
    throw errors.badRequest(
      errorText('{parameter} is too long (limit: {limit} characters)', {
        parameter: 'fragment',
        limit: navigationViewLimits.fragment,
      }),
    );
  }
  return fragment;
}

/** Null for a built-in view. @throws BAD_REQUEST for an invalid name, and for a name of a built-in view */
export function checkViewName(fragment: string, name: string | undefined): string | null {
  if (isBuiltIn(fragment)) {
    if (name !== undefined) throw errors.badRequest('Built-in views cannot have a custom name');
    return null;
  }
  if (name === undefined || name.trim() === '')
    throw errors.badRequest('Custom views must have a valid name');
  if ([...name].length > navigationViewLimits.name) {
    throw errors.badRequest(
      errorText('{parameter} is too long (limit: {limit} characters)', {
        parameter: 'name',
        limit: navigationViewLimits.name,
      }),
    );
  }
  refuseHidden(name.trim(), 'name');
  return name.trim();
}

/** Returns a view in the form of the API and its events. */
export const presentView = ({
  fragment,
  isPinned,
  name,
}: {
  fragment: string;
  isPinned: boolean;
  name: string | null;
}): NavigationView => ({ fragment, is_pinned: isPinned, name });
