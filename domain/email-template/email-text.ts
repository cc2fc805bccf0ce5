export interface EmailText {
  readonly name: string;
  readonly subject: string;
  readonly body: string;
}
