import { NumberTable, type SourceFiles } from '@parley/archive';

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
  /** Files of messages by their folder. */
  days: DayFiles;
};

/** Columns: the number of the file among those of the source, and the place of the next one of the folder plus one. */
const [numberColumn, nextColumn] = [0, 1] as const;

/** Files of messages: one for each day of each conversation, so there may be millions. They come in the order of their paths. */
export class DayFiles {
  private readonly files: SourceFiles;
  private readonly places: NumberTable;
  private readonly folders = new Map<string, { readonly first: number; last: number; count: number }>();

  constructor(files: SourceFiles) {
    this.files = files;
    this.places = new NumberTable(2, files.temporaryFolder);
  }

  add(folder: string, number: number): void {
    const place = this.places.size;
    this.places.add(number);
    const known = this.folders.get(folder);
    if (known) {
      this.places.set(known.last, nextColumn, place + 1);
      known.last = place;
      known.count++;
    } else this.folders.set(folder, { first: place, last: place, count: 1 });
  }

  /** Number of folders. */
  get size(): number {
    return this.folders.size;
  }

  /** Yields each folder with the number of its files. */
  *counts(): Generator<[folder: string, count: number]> {
    for (const [folder, { count }] of this.folders) yield [folder, count];
  }

  has(folder: string): boolean {
    return this.folders.has(folder);
  }

  /** Yields the paths of the files of folders. */
  *of(folders: readonly string[]): Generator<string> {
    for (const folder of folders) {
      const first = this.folders.get(folder)?.first;
      for (let next = first === undefined ? 0 : first + 1; next > 0; ) {
        yield this.files.entry(this.places.get(next - 1, numberColumn)).path;
        next = this.places.get(next - 1, nextColumn);
      }
    }
  }
}

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
    days: new DayFiles(files),
  };
  for (const { path, number } of files.list()) {
    if (!path.endsWith('.json')) continue;
    const name = nameOf(path);
    const folder = folderOf(path);
    const isTop = folder === '' || /^(?:[^/]+\/)?(?:teams\/[^/]+\/)?$/.test(folder);
    if (/^\d{4}-\d{2}-\d{2}\.json$/.test(name)) {
      layout.days.add(folder.slice(0, -1).normalize('NFC'), number);
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
  return layout;
}
