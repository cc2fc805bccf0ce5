/** Files are smaller than this. */
export const FILE_LIMIT_BYTES = 2_097_152;

interface MediaType {
  /** What it is served as, whatever the uploader called it. */
  readonly mediaType: string;
  /** A raster image, which a page may show; everything else is only ever saved to disk. */
  readonly isPicture: boolean;
}

/** What may be uploaded. SVG is not among it: it carries scripts. */
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

/** Null for a name that ends in none of those that may be uploaded. */
export function extensionOf(fileName: string): Extension | null {
  const ending = fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase();
  return fileName.includes('.') && Object.hasOwn(MEDIA_TYPES, ending) ? (ending as Extension) : null;
}

const PICTURE_TYPES: ReadonlySet<string> = new Set(
  Object.values(MEDIA_TYPES).flatMap(({ isPicture, mediaType }) => (isPicture ? [mediaType] : [])),
);

export const isPicture = (mediaType: string): boolean => PICTURE_TYPES.has(mediaType);
