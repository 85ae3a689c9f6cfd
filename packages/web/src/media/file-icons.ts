import {
  File,
  FileArchive,
  FileCode,
  FileImage,
  FileMusic,
  FilePlay,
  FileSpreadsheet,
  FileText,
  FileType,
  type IconNode,
  Presentation,
} from 'lucide';
import type { FileKind } from './file-kinds.ts';

const icons: Readonly<Record<FileKind, IconNode>> = {
  picture: FileImage,
  video: FilePlay,
  audio: FileMusic,
  pdf: FileType,
  document: FileText,
  table: FileSpreadsheet,
  slides: Presentation,
  archive: FileArchive,
  code: FileCode,
  text: FileText,
  other: File,
};

export const fileIcon = (kind: FileKind): IconNode => icons[kind];
