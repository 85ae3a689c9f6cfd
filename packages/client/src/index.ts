export { type CallOptions, Client, type ClientOptions, clientWithPassword } from './client.ts';
export { Connection, type ConnectionOptions, type ConnectionState } from './connection/connection.ts';
export { type Anchor, History, type LoadOptions } from './connection/history.ts';
export type { RegisterParams } from './connection/registration.ts';
export type { SendOptions } from './connection/sender.ts';
export { foldCase } from './fold-case.ts';
export type * from './ids.ts';
export {
  type AddressNames,
  type ChannelLookup,
  decodeFragmentPart,
  encodeFragmentPart,
  type NarrowAddress,
  narrowFragment,
  parseNarrowFragment,
} from './narrow/fragment.ts';
export { type MatchFacts, matches } from './narrow/matches.ts';
export { canonicalOperator, type Narrow, type NarrowTerm, narrowKey } from './narrow/narrow.ts';
export type * from './objects.ts';
export type { Listener, Unsubscribe } from './observable/batch.ts';
export type { Observable, ObservableEntries } from './observable/observable.ts';
export type { AnswerOf, Envelope, OperationName, ParamsOf } from './operations.ts';
export { directKey, directPlace, type Place, type PlaceKey, placeKey, placeOf, topicKey } from './place.ts';
export type { ChannelSettings, Channels, UserTopic } from './store/channels.ts';
export { type WholeMove, wholeMoveOf } from './store/message-change.ts';
export type { MessageList, MessageRange } from './store/message-list.ts';
export type { OutgoingMessage } from './store/outbox.ts';
export type { PresenceStatus } from './store/people.ts';
export type { RecentDirect } from './store/recent-direct.ts';
export { Store } from './store/store.ts';
export type { Topic } from './store/topics.ts';
export type { ChannelUnread, PlaceUnread, UnreadTotals } from './store/unread.ts';
export type { Auth } from './transport/auth.ts';
export {
  ApiError,
  ConnectionError,
  DeadlineError,
  isTransient,
  ParleyClientError,
} from './transport/errors.ts';
export { deleteImage, type ImageTarget, uploadImage } from './uploads/images.ts';
export { fileLink, type UploadedFile, type UploadOptions, uploadFile } from './uploads/resumable-upload.ts';
