export { type ExtractOptions, extractText } from './extract-text.ts';
export { defaultLimits, type FileText, type FileTextLimits, type FileTextStatus } from './types.ts';
