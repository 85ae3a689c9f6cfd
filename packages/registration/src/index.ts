export { jsonObject, jsonText, type Members, RawJson, stateOf, takeShared } from './json-object.ts';
export { SharedJson, type SharedPiece, SharedText } from './shared-json.ts';
export { type ListSource, lineageOf, type SnapshotList, SnapshotListCache } from './snapshot-list.ts';
