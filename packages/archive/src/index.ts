export { KeyTable } from './compact/key-table.ts';
export { NumberTable } from './compact/number-table.ts';
export { TextList } from './compact/text-list.ts';
export { defaultSourceLimits, type SourceLimits } from './files/limits.ts';
export { type OpenedSource, openSource } from './files/open-source.ts';
export type { Manifest } from './layout.ts';
export { type Line, readJsonLines } from './lines.ts';
export { parleyReader } from './read-form.ts';
export {
  type ArchiveRecord,
  type ArchiveText,
  type ChannelFolderRecord,
  type ChannelPrivacy,
  type ChannelRecord,
  type CountName,
  type EmojiRecord,
  type FileRecord,
  type Finding,
  type GroupRecord,
  type LinkifierRecord,
  type MessageEdit,
  type MessageRecord,
  type OrganizationRecord,
  organizationImages,
  type PermissionValue,
  type PersonRecord,
  type PersonRole,
  type Place,
  type ProfileFieldRecord,
  profileFieldTypes,
  type ReactionRecord,
  type ReadOptions,
  type RecordKind,
  type SourceEntry,
  type SourceFiles,
  type SourceName,
  SourceProblem,
  type SourceReader,
  type SubscriptionRecord,
  sourceNames,
  type TextPart,
  type TopicRecord,
  type UnreadRecord,
} from './records.ts';
export { type FormEntry, FormWriter } from './write-form.ts';
export { MattermostWriter } from './write-mattermost.ts';
export type { OutputFile, ProductWriter, WriterFacts } from './write-output.ts';
export { ZulipWriter } from './write-zulip.ts';
