import { type ArchiveRecord, MattermostWriter, type ProductWriter, ZulipWriter } from '@parley/archive';
import { triesManyCases } from '@parley/test-kit';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { faultsForMattermost } from './accepted-by-mattermost.ts';
import { faultsForZulip } from './accepted-by-zulip.ts';
import { blueprint, contents, recordsFrom } from './random-organization.ts';

// Whatever an organization contains: its exports for other products have what their importers demand.

const long = 'Großer 😀 '.repeat(40);
/** What people may call things, and what other products call differently. */
const twists = fc.record({
  organization: fc.constantFrom('Random', 'Helpdesk', 'API team', '???', 'Plug & Play', 'x', long.trim()),
  description: fc.constantFrom('', 'made up', long),
  channel: fc.constantFrom('plans', '!', '_hidden', 'a.b', 'Ünï', `${'very long channel name '.repeat(2)}ä`),
  person: fc.constantFrom('Olivia', 'here', 'System', '😀', 'ßÄÖ.', '-'),
  email: fc.constantFrom(
    undefined,
    'Olivia.Owner@Moving.Example',
    'ö@moving.example',
    `${'a'.repeat(140)}@x.example`,
  ),
  emoji: fc.constantFrom('own', 'own.one', 'plus-one'),
  host: fc.constantFrom('chat.example', 'localhost', '127.0.0.1:9991', 'chat.example:8443'),
  text: fc.constantFrom('text', '', long.repeat(60)),
});
type Twists = typeof twists extends fc.Arbitrary<infer T> ? T : never;

function twisted(records: readonly ArchiveRecord[], twist: Twists): ArchiveRecord[] {
  const images: ArchiveRecord[] = [
    { kind: 'file', key: 'icon', name: 'icon.png', path: 'files/own.png', use: 'organization' },
    { kind: 'file', key: 'face', name: 'face.png', path: 'files/own.png', use: 'avatar' },
  ];
  return records.flatMap((record): ArchiveRecord[] => {
    switch (record.kind) {
      case 'organization':
        return [{ ...record, name: twist.organization, description: twist.description, icon: 'icon' }];
      case 'person': {
        if (record.key !== 'p1') return [record];
        const { email: _email, ...rest } = record;
        const email = twist.email === undefined ? {} : { email: twist.email };
        return [{ ...rest, name: twist.person, ...email, avatar: 'face' }];
      }
      case 'channel':
        return [record.key === 'c0' ? { ...record, name: twist.channel } : record];
      case 'emoji':
        return [
          ...(record.name === 'own' ? images : []),
          record.name === 'own' ? { ...record, name: twist.emoji, author: 'gone' } : record,
        ];
      case 'message':
        return [
          record.key === 'm0'
            ? {
                ...record,
                content: twist.text,
                edits: (record.edits ?? []).map(({ editor: _, ...edit }) => edit),
              }
            : record,
        ];
      default:
        return [record];
    }
  });
}

const emojiCode = (name: string): string | undefined => ({ tada: '1f389', heart: '2764' })[name];

function written(writer: ProductWriter, records: readonly ArchiveRecord[]): Map<string, string> {
  const files = new Map<string, string>();
  const take = (outputs: ReturnType<ProductWriter['finish']>) => {
    for (const output of outputs) {
      const bytes = 'file' in output ? contents[output.file.path ?? ''] : Buffer.concat([...output.bytes]);
      expect({ path: output.path, isThere: bytes !== undefined }).toEqual({
        path: output.path,
        isThere: true,
      });
      files.set(output.path, String(bytes));
    }
  };
  try {
    for (const record of records) take(writer.add(record));
    take(writer.finish());
  } finally {
    writer.close();
  }
  return files;
}

const formats = {
  zulip: [ZulipWriter, faultsForZulip],
  mattermost: [MattermostWriter, faultsForMattermost],
} as const;

it.each(Object.entries(formats))('%s accepts every export in its form', (_name, [Writer, faultsOf]) => {
  const property = fc.property(blueprint, twists, (given, twist) => {
    const records = twisted(recordsFrom(given), twist);
    const writer = new Writer({ host: twist.host, emojiCode });
    expect(faultsOf(written(writer, records))).toEqual([]);
  });
  const seed = Number(process.env.PARLEY_PROPERTY_SEED ?? 20_261_130);
  fc.assert(property, { seed, numRuns: triesManyCases ? 3_000 : 150 });
});
