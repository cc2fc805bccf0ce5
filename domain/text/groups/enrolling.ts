export const enrolling = /* @__PURE__ */ Object.freeze({
  appliedAlready: 'You have already applied to this program.',
  justClosed: 'It has just closed. What you typed is saved on this device.',
  noPrograms: 'New programs open from time to time. Please check back later.',
  openEmail: 'In that email, choose “Confirm your email address” to see your application and your next steps.',
  nextStepsThere: 'Your next steps are on your application page.',
  noEnrollments: 'Once you apply, you can follow your application here.',
  paidUp: 'You’re paid up.',
  planLater: 'Once your contract is signed and your payment plan is agreed, you’ll see its dates here.',
} as const);
