import { facts, plain, quote } from '../../domain/markdown.ts';
import type { Payload } from '../../domain/templates/payload.ts';
import { type Severity, sign } from './alerts.ts';
import type { Renderer, Renderers } from './events.ts';
import { message, sentence, topicOf, words } from './sentences.ts';

/** Sonarr and Radarr are one program for different kinds of media, and send the same kinds of events. */
type Media = {
  title: string;
  /** Names of the events about an entry of the library: added and deleted, and the deletion of a file. */
  added: string;
  deleted: string;
  fileDeleted: string;
  /** Returns what the event is about, in bold. */
  name(p: Payload): string;
  topic(p: Payload): string;
  /** The member with the file. */
  file: string;
};

const sizeOf = (bytes: number | undefined): string =>
  bytes === undefined || bytes <= 0 ? '' : `${(bytes / 1e9).toFixed(1)} GB`;

/** Returns the renderers of a program of this kind. */
export function servarr({ title, added, deleted, fileDeleted, name, topic, file }: Media): Renderers {
  const about =
    (severity: Severity, state: string): Renderer =>
    (p) =>
      message(
        topicOf(title, topic(p)),
        `${sign(severity)} ${sentence(`${name(p)} ${state}`)}`,
        facts([
          ['Release', plain(p.text('release', 'releaseTitle'))],
          ['Quality', plain(p.firstText('release.quality', `${file}.quality`))],
          ['Size', plain(sizeOf(p.number('release', 'size') ?? p.number(file, 'size')))],
          ['Indexer', plain(p.text('release', 'indexer'))],
          ['Client', plain(p.text('downloadClient'))],
          ['File', plain(p.firstText(`${file}.relativePath`, `${file}.path`))],
          ['Reason', words(p.text('deleteReason'))],
        ]),
      );
  const health =
    (isRestored: boolean): Renderer =>
    (p) =>
      message(
        topicOf(title, 'Health'),
        `${sign(isRestored ? 'good' : p.text('level').toLowerCase() === 'error' ? 'bad' : 'warning')} ${sentence(
          `${words(p.text('type')) || 'a check'} ${isRestored ? 'is well again' : 'has a problem'}`,
        )}`,
        quote(p.text('message'), 1_000),
      );
  return {
    Test: (p) => message(topicOf(title, p.text('instanceName')), `🔵 ${title} sent a test.`),
    Grab: about('info', 'is being downloaded'),
    Download: (p, request, event) =>
      about('good', p.at('isUpgrade').isTrue ? 'was upgraded' : 'was imported')(p, request, event),
    Rename: about('info', 'was renamed'),
    [added]: about('info', 'was added'),
    [deleted]: about('warning', 'was deleted'),
    [fileDeleted]: about('warning', 'has no file any more'),
    ManualInteractionRequired: about('warning', 'needs somebody to import it'),
    Health: health(false),
    HealthRestored: health(true),
    ApplicationUpdate: (p) =>
      message(
        topicOf(title, 'Updates'),
        `🔵 ${sentence(`${title} was updated from ${plain(p.text('previousVersion')) || 'an earlier version'} to ${plain(p.text('newVersion')) || 'a new one'}`)}`,
        quote(p.text('message'), 500),
      ),
  };
}
