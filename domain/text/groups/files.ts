export const files = /* @__PURE__ */ Object.freeze({
  exists: 'This file already exists.',
  deleted: 'The file has been deleted.',
  damaged: 'This file cannot be delivered right now, because the stored copy is damaged. Please tell the school.',
  inUse: (users: readonly string[]) => `This file is in use by ${users.join(', ')}.`,
  inApplication: 'an application',
  inSolution: 'a solution',
  inDocument: (kind: string, name: string) => `the ${kind} '${name}'`,
  tooLarge: 'The file is too large. Please choose a file under 2MB.',
  multipartExpected: 'Please send the file as multipart/form-data.',
  multipartInvalid: 'The request is not valid multipart/form-data.',
  oneExpected: 'Please send one file.',
  organizationMissing: 'A file needs an organization.',
  saveFirst: 'Please save this first, then upload files for it.',
  tooManyPixels: ({ width, height }: { readonly width: number; readonly height: number }) =>
    `This picture is ${width.toLocaleString('en')} × ${height.toLocaleString('en')} pixels. Please choose one of at most 5,000 × 5,000 pixels.`,
  uploadTypeUnknown: (types: readonly string[]) => `Please choose one of these: ${types.join(', ')}.`,
} as const);
