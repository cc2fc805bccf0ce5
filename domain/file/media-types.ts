export const FILE_LIMIT_BYTES = 2_097_152;

interface MediaType {
  /** Sent as Content-Type, independent of the uploader. */
  readonly mediaType: string;
  /** A raster image, which a page may show; everything else is only downloaded. */
  readonly isPicture: boolean;
}

/** SVG is missing because it carries scripts. */
export const MEDIA_TYPES = {
  png: { mediaType: 'image/png', isPicture: true },
  jpg: { mediaType: 'image/jpeg', isPicture: true },
  jpeg: { mediaType: 'image/jpeg', isPicture: true },
  gif: { mediaType: 'image/gif', isPicture: true },
  webp: { mediaType: 'image/webp', isPicture: true },
  pdf: { mediaType: 'application/pdf', isPicture: false },
  doc: { mediaType: 'application/msword', isPicture: false },
  docx: {
    mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    isPicture: false,
  },
  txt: { mediaType: 'text/plain', isPicture: false },
  zip: { mediaType: 'application/zip', isPicture: false },
  csv: { mediaType: 'text/csv', isPicture: false },
} as const satisfies Record<string, MediaType>;

export type Extension = keyof typeof MEDIA_TYPES;

export function extensionOf(fileName: string): Extension | null {
  const ending = fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase();
  return fileName.includes('.') && Object.hasOwn(MEDIA_TYPES, ending) ? (ending as Extension) : null;
}

const PICTURE_TYPES: ReadonlySet<string> = new Set(
  Object.values(MEDIA_TYPES).flatMap(({ isPicture, mediaType }) => (isPicture ? [mediaType] : [])),
);

export const isPicture = (mediaType: string): boolean => PICTURE_TYPES.has(mediaType);
