/** `StatusChanged`: Status changed. */
const inWords = (eventType: string): string => eventType.replace(/\B[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

export const readModels = /* @__PURE__ */ Object.freeze({
  reasonMissing: 'Please enter a reason.',
  erasureStays: 'An erasure cannot be skipped, because the person would remain in the read model.',
  tooManySkipped: (count: number) => `This read model already skips ${count} events. It needs a new version instead.`,
  eventUnknown: 'This event is not in the log.',
  /** Without its position, which would show a school how much happens elsewhere. */
  skipped: (count: number, eventType: string, day: string, reason: string) =>
    `${count === 1 ? `One “${inWords(eventType)}” event has` : `${count} “${inWords(eventType)}” events have`} been left out since ${day}: ${reason}`,
} as const);
