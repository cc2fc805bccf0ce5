/** At least four digits; otherwise only what people write between them, and an extension. */
export const isPhoneNumber = (text: string): boolean =>
  /^[\d\s+().,;/#*x\-\u2010-\u2015]*$/iu.test(text.replace(/\bext\b/giu, 'x')) && text.replace(/\D/gu, '').length >= 4;
