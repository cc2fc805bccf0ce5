/** A refusal with its reason in one line for the operator; anything else that is thrown is a bug. */
export class OperationRefused extends Error {
  override readonly name = 'OperationRefused';
}
