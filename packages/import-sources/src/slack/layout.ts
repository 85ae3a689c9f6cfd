import type { SourceFiles } from '@parley/archive';

/** Lists of conversations, and what they hold. */
const lists = {
  'channels.json': 'channel',
  'groups.json': 'group',
  'mpims.json': 'mpim',
  'dms.json': 'dm',
} as const;
export type ConversationKind = (typeof lists)[keyof typeof lists];

/** Where the files of an export lie. */
export type SlackLayout = {
  /** Lists of people: of a workspace, or of a whole organization (Grid). */
  users: string[];
  lists: { path: string; kind: ConversationKind; folder: string }[];
  userGroups: string | undefined;
  emoji: string | undefined;
  canvases: string | undefined;
  /** The workspace: the answer of Slack's `team.info`. */
  team: string | undefined;
  /** Files of messages by their folder, sorted. */
  days: Map<string, string[]>;
};

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);
const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Finds the files of an export: at the top, in the one folder of the archive, or for a Grid organization also in `teams/<name>/`. */
export function slackLayout(files: SourceFiles): SlackLayout {
  const layout: SlackLayout = {
    users: [],
    lists: [],
    userGroups: undefined,
    emoji: undefined,
    canvases: undefined,
    team: undefined,
    days: new Map(),
  };
  for (const { path } of files.list()) {
    if (!path.endsWith('.json')) continue;
    const name = nameOf(path);
    const folder = folderOf(path);
    const isTop = folder === '' || /^(?:[^/]+\/)?(?:teams\/[^/]+\/)?$/.test(folder);
    if (/^\d{4}-\d{2}-\d{2}\.json$/.test(name)) {
      const key = folder.slice(0, -1).normalize('NFC');
      const days = layout.days.get(key);
      if (days) days.push(path);
      else layout.days.set(key, [path]);
    } else if (!isTop) continue;
    else if (name in lists) layout.lists.push({ path, kind: lists[name as keyof typeof lists], folder });
    else if (name === 'users.json' || name === 'org_users.json') layout.users.push(path);
    else if (name === 'usergroups.json' || name === 'user_groups.json') layout.userGroups ??= path;
    else if (name === 'canvases.json') layout.canvases ??= path;
    else if (name === 'team.json') layout.team ??= path;
    else if (name === 'emoji.json' || name === 'emojis.json' || name === 'index.json') layout.emoji ??= path;
  }
  const order = Object.keys(lists);
  layout.lists.sort(
    (a, b) => order.indexOf(nameOf(a.path)) - order.indexOf(nameOf(b.path)) || (a.path < b.path ? -1 : 1),
  );
  layout.users.sort();
  for (const days of layout.days.values()) days.sort();
  return layout;
}
