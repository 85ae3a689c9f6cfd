export { type ExtractOptions, extractText } from './extract-text.ts';
export { type FileText, type FileTextLimits, type FileTextStatus, textVersion } from './types.ts';
