export const palette = /* @__PURE__ */ Object.freeze({
  nothingFound: 'Nothing found. Try part of a name, an email, a phone or application number, or the name of a setting.',
} as const);
