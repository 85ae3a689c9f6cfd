import { bits, type Form, type FormBit, has, inheritedNotifications } from '../form.ts';
import type { EventJson } from './event-json.ts';

/** The capabilities and settings on which `withInheritedNotifications` depends. */
export const inheritingForm = bits('notification_settings_null', ...inheritedNotifications);

/**
 * Adapts settings for clients without `notification_settings_null`: null is replaced by the owner's own setting, as it
 * was at the registration (docs/api/register.md#capabilities).
 */
export function withInheritedNotifications(event: EventJson, form: Form): EventJson[] {
  if (has(form, 'notification_settings_null')) return [event];
  const { subscriptions } = event as { subscriptions?: Record<string, unknown>[] };
  if (event.op === 'add' && subscriptions) {
    return [
      { ...event, subscriptions: subscriptions.map((each) => ({ ...each, ...inherited(each, form) })) },
    ];
  }
  const property = inheritedNotifications.find((name) => name === event.property);
  return property && event.value === null ? [{ ...event, value: has(form, property) }] : [event];
}

const inherited = (subscription: Readonly<Record<string, unknown>>, form: Form) =>
  Object.fromEntries(
    inheritedNotifications
      .filter((name: FormBit) => subscription[name] === null)
      .map((name) => [name, has(form, name)]),
  );
