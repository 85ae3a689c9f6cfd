/** Files of the busy organization. Pictures are drawn, so that the repository needs no image files. */
import { createHash } from 'node:crypto';
import { drafts } from './drafts.ts';
import { face } from './faces.ts';
import { busyFaces } from './people.ts';
import { scenes } from './scenes.ts';

export type BusyFile = {
  readonly key: string;
  readonly name: string;
  readonly path: string;
  readonly type: string;
  readonly size: number;
  readonly sha256: string;
  readonly isPicture: boolean;
  /** Whether it is a picture of work, which phrases speak of. */
  readonly isDraft?: boolean;
  readonly bytes: Buffer;
};

function file(name: string, type: string, bytes: Buffer, isPicture = false): BusyFile {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return {
    key: `file:${name}`,
    name,
    path: `files/${name}`,
    type,
    size: bytes.length,
    sha256,
    isPicture,
    bytes,
  };
}

const picture = (name: string, bytes: Buffer): BusyFile => file(name, 'image/png', bytes, true);

const text = (name: string, type: string, lines: readonly string[]) =>
  file(name, type, Buffer.from(`${lines.join('\n')}\n`));

export const busyFiles: readonly BusyFile[] = [
  ...Object.entries(scenes).map(([name, draw]) => picture(name, draw())),
  ...Object.entries(drafts).map(([name, draw]) => ({ ...picture(name, draw()), isDraft: true })),
  text('minutes.md', 'text/markdown', [
    '# Minutes',
    '',
    '* Returns in two clicks: decided, starts in January.',
    '* Gift cards: after the audit.',
    '* Next meeting: Thursday, 10:00.',
  ]),
  text('orders by country.csv', 'text/csv', [
    'country,orders,returns',
    'DE,18231,1102',
    'FR,9120,640',
    'ES,7411,512',
    'JP,5230,98',
    'BR,4810,377',
  ]),
  text('questionnaire.txt', 'text/plain', [
    '1. Where is data stored? In the region that the customer chooses.',
    '2. Who has access? Two people on call, with second factors.',
    '3. How are backups tested? Every night, by a restore.',
  ]),
  text('rollback.sh', 'application/x-sh', [
    '#!/usr/bin/env bash',
    'set -euo pipefail',
    'release="$(kubectl -n shop get deploy orders -o jsonpath={.metadata.annotations.previous})"',
    'kubectl -n shop set image deploy/orders orders="registry.example/orders:$release"',
  ]),
];

/** Pictures of the people, by their addresses. */
export const faceFiles: ReadonlyMap<string, BusyFile> = new Map(
  busyFaces.map(({ email, looks }, index) => [
    email,
    file(`${email.replace(/@.*/, '')}.png`, 'image/png', face(looks, index), true),
  ]),
);
