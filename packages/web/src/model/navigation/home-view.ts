import type { Store } from '@parley/client';

/** Addresses of views, by value of the setting `web_home_view`. */
const homeViews: Readonly<Record<string, string>> = {
  inbox: '#inbox',
  recent: '#recent',
  // The former name of `recent`.
  recent_topics: '#recent',
  all_messages: '#feed',
};

/** Returns the address of the view that the person chose as start page. */
export const homeHref = ({ settings }: Store): string =>
  homeViews[String(settings.get('web_home_view'))] ?? '#inbox';
