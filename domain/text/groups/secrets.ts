export const secrets = /* @__PURE__ */ Object.freeze({
  isMasked: 'These dots only stand for a secret. Please enter the secret itself.',
  hasUnseen: 'This secret has invisible characters. Please copy it again without them.',
} as const);
