export { defaultSourceLimits, type SourceLimits } from './files/limits.ts';
export { type OpenedSource, openSource } from './files/open-source.ts';
export type { Manifest } from './form/layout.ts';
export { parleyReader } from './form/read.ts';
export { type FormEntry, FormWriter } from './form/write.ts';
export { type Line, readJsonLines } from './lines.ts';
export * from './records.ts';
