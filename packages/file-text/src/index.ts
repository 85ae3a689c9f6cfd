export { type ExtractOptions, extractText } from './extract-text.ts';
export type { FileText, FileTextLimits, FileTextStatus } from './types.ts';
