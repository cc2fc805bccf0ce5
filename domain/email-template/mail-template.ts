export interface MailTemplate {
  readonly name: string;
  readonly subject: string;
  readonly body: string;
}
