/** A template's words (D29): markdown with `{{placeholders}}`. */
export interface MailTemplate {
  readonly name: string;
  readonly subject: string;
  readonly body: string;
}
