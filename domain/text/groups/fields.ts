export const fields = /* @__PURE__ */ Object.freeze({
  pictureIs: (size: string) => `This picture is ${size}.`,
  chooseLarger: (problem: string, size: string) => `${problem} Choose one of at least ${size}.`,
  chooseSquare: (problem: string) => `${problem} Choose a square one.`,
  chooseWider: (problem: string) => `${problem} Choose one that is wider than it is tall.`,
  notPicture: (file: string) => `${file} is not a picture. Choose a PNG, JPEG, GIF or WebP file.`,
  enterColor: 'Enter a color such as #1f6b45.',
  enterEmail: 'Enter your email, like ada@example.com.',
  uploadContinues: 'Connection lost. The upload continues automatically when you reconnect.',
  fileHelp: 'PDF, Word, text, CSV, image or zip, under 2 MB. We shrink large photos.',
  nameHelp: 'Colleagues see it instead of your email.',
  easyToGuess: 'Easy to guess. A few words together are better.',
  eightCharacters: 'At least 8 characters.',
  enterNumber: (isWhole: boolean, least: number, most: number) =>
    `Enter a ${isWhole ? 'whole ' : ''}number from ${least} to ${most}.`,
  pictureHelp: (shape: string, size: string) => `PNG, JPEG, GIF or WebP, ${shape}at least ${size}, under 2 MB.`,
} as const);
