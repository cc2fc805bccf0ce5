export const secrets = /* @__PURE__ */ Object.freeze({
  isMasked: 'The dots only hide the secret. Please enter the secret itself.',
  hasUnseen: 'This secret contains invisible characters. Please copy it again without them.',
} as const);
