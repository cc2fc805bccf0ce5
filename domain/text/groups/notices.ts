export const notices = /* @__PURE__ */ Object.freeze({
  empty: 'Applications that colleagues assign to you appear here, and comments in which they mention you with @.',
} as const);
