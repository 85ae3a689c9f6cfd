export { defaultSourceLimits, type SourceLimits } from './files/limits.ts';
export { type OpenedSource, openSource } from './files/open-source.ts';
export type { Manifest } from './layout.ts';
export { parleyReader } from './read-form.ts';
export { type FormEntry, FormWriter } from './write-form.ts';
export { type Line, readJsonLines } from './lines.ts';
export * from './records.ts';
