import type { Store } from '@parley/client';

/** Addresses of the views that the setting `web_home_view` names. */
const homeViews: Readonly<Record<string, string>> = {
  inbox: '#inbox',
  recent: '#recent',
  // The older name of the same view.
  recent_topics: '#recent',
  all_messages: '#feed',
};

/** Returns the address of the view with which the person starts. */
export const homeHref = ({ settings }: Store): string =>
  homeViews[String(settings.get('web_home_view'))] ?? '#inbox';
