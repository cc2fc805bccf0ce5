export const passkeys = /* @__PURE__ */ Object.freeze({
  lead: 'Log in with your fingerprint, face or screen lock instead of your password. A passkey works on this site only, so a fake site can’t steal it.',
  leadStaff:
    'Log in with your fingerprint, face or screen lock instead of your password and code. Once you have a passkey, your password alone no longer logs you in.',
  empty: 'You have no passkeys yet.',
  nameHelp: 'So that you can tell your passkeys apart, such as “My phone”.',
  worksAt: (host: string) => `Works at ${host}`,
  synced: 'Synced to your other devices',
  deviceBound: 'On one device only',
  added: (name: string, host: string) => `The passkey “${name}” has been added. It logs you in at ${host}.`,
  renamed: (name: string) => `The passkey is now called “${name}”.`,
  removed: 'The passkey has been removed. Delete it in your password manager or on your device too.',
  confirmRemove: (name: string) => `Remove the passkey “${name}”? It can no longer log you in.`,
  lost: 'Lost your passkeys and can’t log in? If you work at one school, ask one of its Owners to reset your second factor. Otherwise log in with your password, or ask the operator of this portal.',
  tooMany: (most: number) => `You can have at most ${most} passkeys. Remove one before you add another.`,
  known: 'This passkey is already in use. Choose another device or password manager.',
  none: 'Your account has no passkey for this address.',
  notHere: 'Passkeys don’t work at this address. Open the portal at its own address and try again.',
  notAdded: 'We couldn’t add this passkey. Please try again.',
  refused: 'We couldn’t check this passkey. It may have been removed. Try again, or log in another way.',
  needed: 'This account has a passkey. Please log in with it instead of the password.',
  neededElsewhere: (hosts: readonly string[]) =>
    `This account has a passkey for ${hosts.join(' and ')}, but none for this address. Please log in at ${hosts.join(' or ')}. To log in here too, set up an authenticator app there under My account.`,
  unsupported: 'This browser doesn’t support passkeys. Try another browser, or use your password.',
  cancelled:
    'No passkey was used. A passkey works only at the address where you added it. Try again, or use your password.',
  confirmHelp: (minutes: number) => `Use your passkey to continue. We won’t ask again for ${minutes} minutes.`,
  confirmElsewhere: (hosts: readonly string[]) =>
    `To continue, confirm with your passkey. It works only at ${hosts.join(' and ')}: log in there and try again. To do this here, set up an authenticator app there under My account.`,
  confirmUnsupported:
    'To continue, confirm with your passkey. This browser doesn’t support passkeys. Try another browser.',
  confirmCancelled: 'No passkey was used. Please try again.',
  confirmLost:
    'Lost your passkeys? If you work at one school, ask one of its Owners to reset your second factor. Otherwise ask the operator of this portal.',
  notMade: 'No passkey was created. Try again, or choose another device or password manager.',
  alreadyHere: 'This device or password manager already has a passkey for your account.',
  count: (count: number) => (count === 1 ? '1 passkey' : `${count} passkeys`),
  mails: /* @__PURE__ */ Object.freeze({
    added: /* @__PURE__ */ Object.freeze({
      subject: 'A passkey was added to your account',
      body: 'It logs you in without your password.\n\nIf this wasn’t you, remove it under My account, set a new password right away and log out all devices.',
    }),
    removed: /* @__PURE__ */ Object.freeze({
      subject: 'A passkey was removed from your account',
      body: 'It no longer logs you in.\n\nIf this wasn’t you, set a new password right away and log out all devices under My account.',
    }),
  }),
} as const);
