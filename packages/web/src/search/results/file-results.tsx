import type { Store } from '@parley/client';
import type { IconNode } from 'lucide';
import {
  File,
  FileArchive,
  FileImage,
  FileMusic,
  FileSpreadsheet,
  FileText,
  FileVideo,
  Presentation,
} from 'lucide';
import { For, Show } from 'solid-js';
import { directionOf } from '../../i18n/direction.ts';
import { nearTimeOf } from '../../i18n/format.ts';
import { channelName, topicName, userName } from '../../model/names.ts';
import { useParley } from '../../model/parley.tsx';
import { Icon } from '../../ui/icon.tsx';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { kindOfFile } from '../filters/filters.ts';
import { Marked } from '../finder/finder.tsx';
import { markedText } from '../marked-text.ts';
import type { FoundFile, Part } from '../search-run.ts';
import { f, type SearchText } from '../texts.ts';

const maxName = 200;
const maxContext = 220;

const icons: Readonly<Record<string, IconNode>> = {
  image: FileImage,
  video: FileVideo,
  audio: FileMusic,
  document: FileText,
  spreadsheet: FileSpreadsheet,
  presentation: Presentation,
  archive: FileArchive,
};

/** Why a file is found by its name and its message only, by what became of its text. */
const unread: Readonly<Partial<Record<FoundFile['text_status'], SearchText>>> = {
  pending: 'textPending',
  encrypted: 'textEncrypted',
  broken: 'textBroken',
  too_large: 'textTooLarge',
};

/** Returns the address of a file. */
const hrefOfFile = (pathId: string): string =>
  `/user_uploads/${pathId.split('/').map(encodeURIComponent).join('/')}`;

/** Renders found files with a line of context. */
export function FileResults(props: {
  part: Part<readonly FoundFile[]>;
  hasWords: boolean;
  onOpen: (id: string) => void;
  onRetry: () => void;
}) {
  return (
    <section aria-label={f('files')} class="result-list">
      <Show when={props.part.state === 'failed'}>
        <NotLoaded text={f('filesFailed')} onRetry={props.onRetry} />
      </Show>
      <For
        each={props.part.value}
        fallback={
          <Show when={props.part.state !== 'failed'}>
            <p class="empty">
              {f(!props.hasWords ? 'needsWords' : props.part.state === 'loading' ? 'searching' : 'noFiles')}
            </p>
          </Show>
        }
      >
        {(file) => <FileResult file={file} onOpen={props.onOpen} />}
      </For>
    </section>
  );
}

/** Returns where a file was sent. */
const placeInWords = (store: Store, { stream_id: channelId, topic }: FoundFile): string =>
  channelId === null ? f('directMessages') : `#${channelName(store, channelId)} › ${topicName(store, topic)}`;

function FileResult(props: { file: FoundFile; onOpen: (id: string) => void }) {
  const { store } = useParley();
  const { file } = props;
  const id = `file ${file.path_id}`;
  const place = placeInWords(store, file);
  const context = markedText(file.context, maxContext);
  const reason = unread[file.text_status];
  return (
    <article class="result" aria-label={file.name}>
      <div class="result-head">
        <Icon of={icons[kindOfFile(file.name) ?? ''] ?? File} size={20} />
        <a
          class="result-link"
          href={`#narrow/near/${file.message_id}`}
          data-list-item
          data-result={id}
          dir={directionOf(file.name)}
          onClick={() => props.onOpen(id)}
        >
          <Marked parts={markedText(file.match_name, maxName)} />
        </a>
        <time datetime={new Date(file.date_sent * 1000).toISOString()}>{nearTimeOf(file.date_sent)}</time>
      </div>
      <Show when={context.length > 0}>
        <p class="result-line" dir={directionOf(context.map(({ text }) => text).join(''))}>
          <Marked parts={context} />
        </p>
      </Show>
      <p class="result-line muted">
        <span dir={directionOf(userName(store, file.sender_id))}>{userName(store, file.sender_id)}</span> ·{' '}
        <span dir={directionOf(place)}>{place}</span>
      </p>
      <Show when={reason}>{(text) => <p class="result-reason">{f(text())}</p>}</Show>
      <a class="result-open" href={hrefOfFile(file.path_id)} target="_blank" rel="noopener">
        {f('openFile')}
      </a>
    </article>
  );
}
